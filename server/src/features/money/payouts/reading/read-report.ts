import { companyKey, type PayoutLineKind, quoted } from '@twofold/matching'
import {
  currencyIn,
  type DateContext,
  type DecimalMark,
  findDateOrder,
  findDecimalMark,
  headerWords,
  parseDate,
  parseMoney,
  type Row,
  type Table,
} from '../../../donations/imports/index.ts'
import {
  companyOfPayer,
  disclosedText,
  employerInNote,
  isLoneDash,
  nameInOrder,
  payerName,
  referencesIn,
} from './cells.ts'
import type { ColumnRole } from './column-roles.ts'
import { findColumns, type ReportColumns } from './columns.ts'
import { groupPayouts, type LineWithPayout, type PaymentWithPayout } from './group-payouts.ts'
import { parseLineKind } from './kind-words.ts'
import type { PayoutReport, RefusedLine, ReportPlatform } from './report.ts'
import { findPlatform, parseEin, payeeColumns, type ReportHeader, readReportHeader } from './report-header.ts'
import { withoutTotalsRow } from './totals-row.ts'

export type ReportFile = {
  readonly table: Table
  readonly fileName: string
  readonly platforms: readonly ReportPlatform[]
  readonly currency: 'USD' | 'CAD'
  /** The organization's current day, 'YYYY-MM-DD'. */
  readonly today: string
}

type ReadingContext = {
  readonly columns: ReportColumns
  readonly headers: readonly string[]
  readonly header: ReportHeader
  readonly platform: ReportPlatform | null
  readonly dates: DateContext
  readonly mark: DecimalMark
  readonly currency: 'USD' | 'CAD'
  /** Gift and match of a line were paid together. */
  readonly giftIsPaid: boolean
  readonly namesPayments: boolean
}

const moneyRoles = ['gift', 'match', 'paid', 'stated_gift'] as const

/** Independent of column names. A bad line does not affect the others. */
export function readPayoutReport(file: ReportFile): PayoutReport {
  const table = withoutTotalsRow(file.table)
  const columns = findColumns(table)
  const cellsOf = (role: ColumnRole): string[] =>
    table.rows.flatMap((row) => (columns.columnsByRole.get(role) ?? []).map((at) => row.cells[at] ?? ''))
  const dates: DateContext = {
    order: orderOf([...cellsOf('given_on'), ...cellsOf('paid_on')]),
    epoch: table.epoch,
    thisYear: Number(file.today.slice(0, 4)),
  }
  const header = readReportHeader(table.aside, dates)
  const platform = findPlatform(file.platforms, {
    headers: table.originalHeaders,
    names: [header.title, header.payer, ...new Set(cellsOf('platform'))],
    payers: [...new Set(cellsOf('payer'))],
    fileName: file.fileName,
  })
  const mark = findDecimalMark(moneyRoles.flatMap(cellsOf))
  const context: ReadingContext = {
    columns,
    headers: table.originalHeaders,
    header,
    platform,
    dates,
    mark,
    currency: file.currency,
    giftIsPaid: isGiftPaid(columns, header, table, mark),
    namesPayments: [...cellsOf('payout_id'), ...cellsOf('paid_on')].some((cell) => disclosedText(cell) !== ''),
  }
  return isListOfPayments(columns) ? readPayments(table, context) : readLines(table, context)
}

function orderOf(cells: readonly string[]): DateContext['order'] {
  const { order, suggested } = findDateOrder(cells)
  return order === 'mdy' || order === 'dmy' ? order : (suggested ?? 'mdy')
}

const isListOfPayments = ({ columnsByRole }: ReportColumns): boolean =>
  columnsByRole.has('payout_id') &&
  !(['donor_name', 'donor_first', 'donor_last', 'email', 'employee_email', 'on_behalf_of', 'company'] as const).some(
    (role) => columnsByRole.has(role),
  )

/** "Gift amount" was given elsewhere, unless totals or a column of gift plus match count it. */
function isGiftPaid(columns: ReportColumns, { totals }: ReportHeader, table: Table, mark: DecimalMark): boolean {
  const { columnsByRole, unassigned } = columns
  const giftRole = columnsByRole.has('stated_gift') ? 'stated_gift' : 'gift'
  if (!columnsByRole.has(giftRole) || !columnsByRole.has('match')) return false
  const getCents = (row: Row, column: number | undefined) => centsOf(row, column, mark) ?? 0
  const rows = table.rows.filter((row) =>
    ([giftRole, 'match'] as const).every((role) => !isUnreadable(row, columnsByRole.get(role)?.[0], mark)),
  )
  const centsOfRole = (role: ColumnRole) => rows.map((row) => getCents(row, columnsByRole.get(role)?.[0]))
  const [gifts, matches] = [centsOfRole(giftRole), centsOfRole('match')]
  const sumCents = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0)
  const totalCents = sumCents(gifts) + sumCents(matches)
  if (totals.some((amounts) => amounts.includes(totalCents) && !amounts.includes(sumCents(matches)))) return true
  const fees = rows.map((row) => sumCents((columnsByRole.get('fee') ?? []).map((column) => getCents(row, column))))
  const giftAndMatchCents = rows.map((_, n) => (gifts[n] ?? 0) + (matches[n] ?? 0))
  if (!giftAndMatchCents.some((total, n) => total !== matches[n])) return false
  return [...(columnsByRole.get('paid') ?? []), ...(columnsByRole.get('net') ?? []), ...unassigned].some((column) => {
    const columnCents = rows.map((row) => (isLoneDash(row.cells[column] ?? '') ? 0 : centsOf(row, column, mark)))
    return (
      columnCents.every((amount, n) => amount === giftAndMatchCents[n]) ||
      columnCents.every((amount, n) => amount === (giftAndMatchCents[n] ?? 0) - (fees[n] ?? 0))
    )
  })
}

const centsOf = (row: Row, at: number | undefined, mark: DecimalMark): number | null =>
  at === undefined ? null : (parseMoney(row.cells[at] ?? '', mark)?.cents ?? null)

const isUnreadable = (row: Row, at: number | undefined, mark: DecimalMark): boolean => {
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  return cell !== '' && !isLoneDash(cell) && parseMoney(cell, mark) === null
}

function getRowCells(row: Row, { columns, headers, dates, mark }: ReadingContext) {
  const columnsOfRole = (role: ColumnRole) => columns.columnsByRole.get(role) ?? []
  const text = (role: ColumnRole) => disclosedText(row.cells[columnsOfRole(role)[0] ?? -1] ?? '')
  return {
    text,
    texts: (role: ColumnRole) => columnsOfRole(role).map((at) => disclosedText(row.cells[at] ?? '')),
    free: columns.unassigned.map((at) => disclosedText(row.cells[at] ?? '')).filter(Boolean),
    day: (role: ColumnRole) => parseDate(text(role), dates)?.day ?? null,
    has: (role: ColumnRole) => columnsOfRole(role).length > 0,
    cents: (role: ColumnRole) => centsOf(row, columnsOfRole(role)[0], mark),
    whyUnreadable: (role: ColumnRole) => {
      const [at] = columnsOfRole(role)
      if (at === undefined || !isUnreadable(row, at, mark)) return null
      const cellText = (row.cells[at] ?? '').trim().slice(0, 40)
      return `Its ${quoted((headers[at] ?? '').trim().slice(0, 60))} says ${quoted(cellText)}, which is not an amount.`
    },
    sum: (role: ColumnRole) => columnsOfRole(role).reduce((cents, at) => cents + (centsOf(row, at, mark) ?? 0), 0),
  }
}
type Cells = ReturnType<typeof getRowCells>

const paidStatusPattern =
  /^(cleared|paid( out| in full)?|fully paid|complete|completed|settled|sent|deposited|processed|issued|success|successful|succeeded|received|disbursed|transferred|cashed|reconciled|payé|versé|complété)$/i
/** Requests are approved before they are paid, so these words alone mean that nothing was paid. */
const unpaidRequestPattern =
  /\b(pending|requested|submitted|applied|awaiting|waiting|review|hold|denied|declined|rejected|refused|ineligible|cancell?ed|void(ed)?|withdrawn|expired|not)\b/i
const notYetPaidPattern =
  /^(not\b|pending\b|awaiting\b|unpaid\b|scheduled\b|processing\b|in process\b|in transit\b|to be\b|tb[ad]$)/i

function getRefusalReason(row: Row, cells: Cells, currency: string | null, context: ReadingContext): string | null {
  if (row.damage) return 'This row is damaged: a quotation mark never closes, or it has more cells than columns.'
  const unpaidStatus = findUnpaidStatus(cells)
  if (unpaidStatus !== null)
    return `Its status is ${quoted(unpaidStatus.slice(0, 40))}: only money that was paid is counted.`
  if (isUnpaidRow(cells, context)) {
    return 'It has no payment number or date, as the other rows do: only money that was paid is counted.'
  }
  if (currency === null) return 'Its currency is neither US nor Canadian dollars.'
  return null
}

function findUnpaidStatus(cells: Cells): string | null {
  const statuses = cells.texts('status').filter(Boolean)
  const unpaidStatus = statuses.find((text) => !paidStatusPattern.test(text))
  if (unpaidStatus !== undefined) return unpaidStatus
  if (cells.texts('is_paid').some((text) => /^(no|n|false)$/i.test(text))) return 'not paid'
  const unpaidPayment = [...cells.texts('payout_id'), ...cells.texts('paid_on')].find((text) =>
    notYetPaidPattern.test(text),
  )
  if (unpaidPayment !== undefined) return unpaidPayment
  return statuses.length > 0
    ? null
    : (cells.texts('request_status').find((text) => unpaidRequestPattern.test(text)) ?? null)
}

/** Other rows name their payment. Typed lists omit repeated values. */
const isUnpaidRow = (cells: Cells, { platform, namesPayments }: ReadingContext): boolean =>
  platform !== null &&
  namesPayments &&
  [...cells.texts('payout_id'), ...cells.texts('paid_on')].every((text) => text === '')

/** A stated gift was paid elsewhere, possibly in another currency. */
const paidRoles = ['paid', 'match', 'gift'] as const

function currencyOf(cells: Cells, { header, currency, columns, headers }: ReadingContext): 'USD' | 'CAD' | null {
  const cellCurrency = paidRoles.map((role) => currencyIn(cells.text(role))).find(Boolean)
  const findHeaderCurrency = () =>
    paidRoles.map((role) => currencyIn(headers[columns.columnsByRole.get(role)?.[0] ?? -1] ?? '')).find(Boolean)
  const statedCurrency = cells.text('currency') || (cellCurrency ?? findHeaderCurrency() ?? header.currency)
  if (statedCurrency === '') return currency
  const code = currencyIn(statedCurrency.toUpperCase()) ?? statedCurrency.toUpperCase()
  return code === 'USD' || code === 'CAD' ? code : null
}

function payerOf(cells: Cells, { header, platform }: ReadingContext): string {
  const statedPayer = payerName(cells.text('payer'))
  if (platform) return statedPayer || (platform.payerNames[0] ?? platform.names[0] ?? '')
  return statedPayer || header.payer || payerName(header.title)
}

function readPayments(table: Table, context: ReadingContext): PayoutReport {
  const refused: RefusedLine[] = []
  const payments: PaymentWithPayout[] = []
  for (const row of table.rows) {
    const cells = getRowCells(row, context)
    const currency = currencyOf(cells, context)
    const gross = cells.cents('paid')
    const reason =
      getRefusalReason(row, cells, currency, context) ??
      cells.whyUnreadable('paid') ??
      (gross === null ? 'We could not read its amount.' : null)
    if (reason !== null || currency === null || gross === null) {
      refused.push({ row: row.row, sheetRow: row.sheetRow, why: reason ?? '' })
      continue
    }
    const net = cells.cents('net')
    payments.push({
      ...getPayoutHeader(cells, context, currency),
      grossCents: gross,
      feeCents: net === null ? cells.sum('fee') : gross - net,
    })
  }
  return { payouts: groupPayouts([], payments), refused, warnings: [], ...readPayees(table, context) }
}

const getPayoutHeader = (cells: Cells, context: ReadingContext, currency: 'USD' | 'CAD') => ({
  reference: cells.text('payout_id') || context.header.reference,
  platform: context.platform?.id ?? null,
  payer: payerOf(cells, context),
  paidOn: cells.day('paid_on') ?? context.header.paidOn,
  periodEnd: context.header.periodEnd,
  currency,
})

function readLines(table: Table, context: ReadingContext): PayoutReport {
  const refused: RefusedLine[] = []
  const payoutLines: LineWithPayout[] = []
  for (const row of table.rows) {
    const cells = getRowCells(row, context)
    const currency = currencyOf(cells, context)
    const money = moneyOf(cells, context)
    const reason =
      getRefusalReason(row, cells, currency, context) ??
      getUnreadableReason(cells, context) ??
      (money === null ? 'We could not read its amount.' : null) ??
      (money && money.giftCents === 0 && money.matchCents === 0 ? 'There is no money in this row.' : null)
    if (reason !== null || currency === null || money === null) {
      refused.push({ row: row.row, sheetRow: row.sheetRow, why: reason ?? '' })
      continue
    }
    payoutLines.push({
      ...getPayoutHeader(cells, context, currency),
      line: { ...readLine(row, cells, context), ...money },
    })
  }
  const payouts = groupPayouts(addDonorsOfGifts(payoutLines), [])
  return { payouts, refused, warnings: totalWarnings(payoutLines, context.header), ...readPayees(table, context) }
}

function addDonorsOfGifts(payoutLines: readonly LineWithPayout[]): LineWithPayout[] {
  const gifts = new Map(
    payoutLines.flatMap(({ line }) =>
      line.kind === 'gift' && line.lineId !== '' ? [[line.lineId, line] as const] : [],
    ),
  )
  return payoutLines.map((payoutLine) => {
    const { line } = payoutLine
    if (line.kind !== 'match' || line.donorName !== '' || line.donorEmail !== '') return payoutLine
    const gift = line.references.map((id) => gifts.get(id)).find((candidate) => candidate !== undefined)
    if (!gift) return payoutLine
    const { donorName, donorEmail, day } = gift
    const statedGiftCents = line.statedGiftCents ?? gift.giftCents
    return { ...payoutLine, line: { ...line, donorName, donorEmail, day, statedGiftCents } }
  })
}

function readPayees(table: Table, { header, headers }: ReadingContext): Pick<PayoutReport, 'isFor' | 'rowsFor'> {
  const normalizedHeaders = headers.map((header) => headerWords(header))
  const nameAt = normalizedHeaders.findIndex((header) => payeeColumns.name.test(header))
  // A column named just "ID" contains line ids.
  const einAt = normalizedHeaders.findIndex((header) => header !== 'id' && payeeColumns.ein.test(header))
  const rowsFor = table.rows.flatMap(({ sheetRow, cells }) => {
    const name = disclosedText(cells[nameAt] ?? '')
    const ein = parseEin(cells[einAt] ?? '')
    return name === '' && ein === '' ? [] : [{ sheetRow, name, ein }]
  })
  return { isFor: header.isFor, rowsFor }
}

/** No other cell replaces an unreadable one. */
function getUnreadableReason(cells: Cells, { giftIsPaid }: ReadingContext): string | null {
  const isPaid = !giftIsPaid && (cells.cents('paid') !== null || cells.whyUnreadable('paid') !== null)
  const roles: readonly ColumnRole[] = isPaid
    ? ['paid']
    : giftIsPaid
      ? ['gift', 'stated_gift', 'match']
      : ['gift', 'match']
  for (const role of roles) {
    const reason = cells.whyUnreadable(role)
    if (reason !== null) return reason
  }
  return null
}

function moneyOf(cells: Cells, context: ReadingContext) {
  const kind = getLineKind(cells, context)
  const stated = cells.cents('stated_gift')
  const paid = cells.cents('paid')
  const match = cells.cents('match')
  const commonFields = { feeCents: cells.sum('fee'), balanceCents: cells.cents('balance') }
  if (paid !== null && !context.giftIsPaid) {
    const isGift = kind === 'gift'
    return {
      ...commonFields,
      kind,
      giftCents: isGift ? paid : 0,
      matchCents: isGift ? 0 : paid,
      statedGiftCents: stated,
    }
  }
  const gift = cells.cents('gift') ?? (context.giftIsPaid ? stated : null)
  if (gift === null && match === null && !cells.has('match')) return null
  const giftCents = gift ?? 0
  const matchCents = match ?? 0
  const combinedKind: PayoutLineKind =
    giftCents !== 0 && matchCents !== 0 ? 'gift_and_match' : giftCents !== 0 ? 'gift' : 'match'
  return {
    ...commonFields,
    kind: combinedKind === 'match' && kind === 'reward' ? kind : combinedKind,
    giftCents,
    matchCents,
    statedGiftCents: context.giftIsPaid ? null : stated,
  }
}

/** Without telling words, money from an employer is a match. */
function getLineKind(cells: Cells, { header, platform }: ReadingContext): PayoutLineKind {
  const flag = cells.text('is_match')
  if (flag !== '') return /^(yes|true|y)$/i.test(flag) ? 'match' : 'gift'
  if (cells.free.some((text) => /^volunteer(ing)?$/i.test(text))) return 'reward'
  const statedKind = parseLineKind(cells.texts('kind'))
  if (statedKind !== null) return statedKind
  const donorType = cells.text('donor_type')
  if (donorType !== '') return companyTypePattern.test(donorType) ? 'match' : 'gift'
  if (employerInNote(cells.free.join(' ')) !== null || cells.has('approved') || cells.has('match')) return 'match'
  const isEmployerMoney =
    cells.text('company') !== '' || cells.text('payer') !== '' || (!platform && header.title !== '')
  return isEmployerMoney ? 'match' : 'gift'
}

function readLine(row: Row, cells: Cells, context: ReadingContext) {
  const { header, platform } = context
  const note = cells.free.join(' · ')
  const payer = payerOf(cells, context)
  const { name, email, employer } = readPerson(cells, getLineKind(cells, context) === 'match')
  return {
    row: row.row,
    sheetRow: row.sheetRow,
    lineId: cells.text('line_id').slice(0, 100),
    donorName: name,
    donorEmail: emailOf(email),
    company:
      cells.text('company') ||
      employer ||
      (employerInNote(note) ?? (platform ? '' : companyOfPayer(payer || header.payer))),
    project: cells.text('project'),
    day: cells.day('given_on') ?? cells.day('paid_on'),
    note: note.slice(0, 500),
    references: referencesIn(cells.free),
  }
}

/** The employee of a match row is the donor, even if the donor columns contain the company. */
function readPerson(cells: Cells, isMatch: boolean) {
  const getName = (prefix: 'donor' | 'employee') =>
    cells.text(`${prefix}_name`) || `${cells.text(`${prefix}_first`)} ${cells.text(`${prefix}_last`)}`.trim()
  const company = cells.text('company')
  const donorName = getName('donor')
  const employeeName = nameInOrder(getName('employee'))
  const isEmployer =
    donorName !== '' &&
    (companyKey(donorName) === companyKey(company) ||
      companyTypePattern.test(cells.text('donor_type')) ||
      (isMatch &&
        company === '' &&
        employeeName !== '' &&
        companyKey(employeeName) !== companyKey(nameInOrder(donorName))))
  const onBehalfOf = nameInOrder(cells.text('on_behalf_of'))
  const recognitionName = isEmployer || donorName === '' ? nameInOrder(cells.text('recognition')) : ''
  const otherName = employeeName || onBehalfOf
  const donorsEmail = isEmployer || onBehalfOf !== '' ? '' : cells.text('email')
  return {
    name: otherName || (isEmployer ? '' : nameInOrder(donorName)) || recognitionName,
    email: cells.text('employee_email') || donorsEmail,
    employer: isEmployer && company === '' ? donorName : '',
  }
}

const companyTypePattern = /^(company|corporat(e|ion)|business|employer|organi[sz]ation|foundation|matching company)$/i

const emailOf = (text: string): string => (/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) ? text : '')

/** None of the totals equals a sum of the lines. */
function totalWarnings(payoutLines: readonly LineWithPayout[], { totals }: ReportHeader): string[] {
  const sumLines = (getCents: (line: LineWithPayout['line']) => number) =>
    payoutLines.reduce((cents, { line }) => cents + getCents(line), 0)
  const gross = sumLines(({ giftCents, matchCents }) => giftCents + matchCents)
  const sums = new Set([gross, gross - sumLines(({ feeCents }) => feeCents), sumLines(({ matchCents }) => matchCents)])
  const statedTotals = totals.flat().filter((cents) => cents > 0)
  if (statedTotals.length === 0 || statedTotals.some((cents) => sums.has(cents))) return []
  const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  return [
    `The file’s own total is ${dollars(Math.max(...statedTotals))}, and its lines add up to ${dollars(gross)}. Please compare the file with the payer’s statement.`,
  ]
}
