import { companyKey, type PayoutLineKind, quoted, readGiftKind } from '@twofold/matching'
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
  donorInNotes,
  employerInNote,
  isLoneDash,
  nameInOrder,
  payerName,
  programInNotes,
  referencesIn,
} from './cells.ts'
import type { ColumnRole } from './column-roles.ts'
import { findColumns, type ReportColumns } from './columns.ts'
import { groupPayouts, type LineWithPayout, type PaymentWithPayout } from './group-payouts.ts'
import { parseLineKind } from './kind-words.ts'
import { isPaidStatus } from './payment-status.ts'
import type { PayoutReport, RefusedLine, ReportPlatform } from './report.ts'
import { findPlatform, parseEin, payeeColumns, type ReportHeader, readReportHeader } from './report-header.ts'
import { withoutTotalsRows } from './totals-row.ts'

export type ReportFile = {
  readonly table: Table
  readonly fileName: string
  readonly platforms: readonly ReportPlatform[]
  readonly currency: 'USD' | 'CAD'
  /** The organization's current day, 'YYYY-MM-DD'. */
  readonly today: string
}

type ReadingContext = {
  readonly fileName: string
  readonly columns: ReportColumns
  readonly headers: readonly string[]
  readonly header: ReportHeader
  readonly platform: ReportPlatform | null
  readonly dates: DateContext
  readonly mark: DecimalMark
  readonly currency: 'USD' | 'CAD'
  readonly fees: FeeColumns
  /** Gift and match of a line were paid together. */
  readonly giftIsPaid: boolean
  readonly namesPayments: boolean
}

/** Some reports state fees as negative amounts. */
type FeeColumns = { readonly columns: readonly number[]; readonly sign: 1 | -1 }

const moneyRoles = ['gift', 'match', 'paid', 'stated_gift'] as const

/** Independent of column names. A bad line does not affect the others. */
export function readPayoutReport(file: ReportFile): PayoutReport {
  const table = withoutTotalsRows(file.table)
  const columns = findColumns(table)
  const cellsOf = (role: ColumnRole): string[] =>
    table.rows.flatMap((row) => (columns.columnsByRole.get(role) ?? []).map((at) => row.cells[at] ?? ''))
  const dateColumns = (['given_on', 'paid_on'] as const).flatMap((role) => columns.columnsByRole.get(role) ?? [])
  const isDayFirst = dateColumns.some((at) => dayFirstHeaderPattern.test(headerWords(table.originalHeaders[at] ?? '')))
  const dates: DateContext = {
    order: orderOf([...cellsOf('given_on'), ...cellsOf('paid_on')], isDayFirst ? 'dmy' : 'mdy'),
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
  const fees = findFees(table, columns, mark)
  const context: ReadingContext = {
    fileName: file.fileName,
    columns,
    headers: table.originalHeaders,
    header,
    platform,
    dates,
    mark,
    currency: file.currency,
    fees,
    giftIsPaid: isGiftPaid({ columns, header, table, mark, fees }),
    namesPayments: [...cellsOf('payout_id'), ...cellsOf('paid_on')].some((cell) => disclosedText(cell) !== ''),
  }
  return isListOfPayments(columns) ? readPayments(table, context) : readLines(table, context)
}

/** Spanish and French write the day before the month. */
const dayFirstHeaderPattern = /\bfecha\b|^date (de|du)\b/

function orderOf(cells: readonly string[], usual: 'mdy' | 'dmy'): DateContext['order'] {
  const { order } = findDateOrder(cells)
  return order === 'mdy' || order === 'dmy' ? order : usual
}

const isListOfPayments = ({ columnsByRole }: ReportColumns): boolean =>
  columnsByRole.has('payout_id') &&
  !(['donor_name', 'donor_first', 'donor_last', 'email', 'employee_email', 'on_behalf_of', 'company'] as const).some(
    (role) => columnsByRole.has(role),
  )

/** "Gift amount" was given elsewhere, unless totals or a column of gift plus match count it. */
function isGiftPaid({
  columns: { columnsByRole, unassigned },
  header: { totals },
  table,
  mark,
  fees: feeColumns,
}: Pick<ReadingContext, 'columns' | 'header' | 'mark' | 'fees'> & { readonly table: Table }): boolean {
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
  const fees = rows.map((row) => sumFees(row, feeColumns, mark))
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

/** A column with the sum of the other fees is not another fee. */
function findFees(table: Table, { columnsByRole }: ReportColumns, mark: DecimalMark): FeeColumns {
  const all = columnsByRole.get('fee') ?? []
  const getCents = (row: Row, column: number) => centsOf(row, column, mark) ?? 0
  const sumOther = (row: Row, total: number) =>
    all.reduce((cents, column) => (column === total ? cents : cents + getCents(row, column)), 0)
  const total =
    all.length < 3
      ? undefined
      : all.find((column) => table.rows.every((row) => getCents(row, column) === sumOther(row, column)))
  const columns = all.filter((column) => column !== total)
  const cents = table.rows.flatMap((row) => columns.map((column) => getCents(row, column)))
  return { columns, sign: cents.some((fee) => fee < 0) && cents.every((fee) => fee <= 0) ? -1 : 1 }
}

const sumFees = (row: Row, { columns, sign }: FeeColumns, mark: DecimalMark): number =>
  columns.reduce((cents, column) => cents + sign * (centsOf(row, column, mark) ?? 0), 0)

const centsOf = (row: Row, at: number | undefined, mark: DecimalMark): number | null =>
  at === undefined ? null : (parseMoney(row.cells[at] ?? '', mark)?.cents ?? null)

const isUnreadable = (row: Row, at: number | undefined, mark: DecimalMark): boolean => {
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  return cell !== '' && !isLoneDash(cell) && parseMoney(cell, mark) === null
}

function getRowCells(row: Row, { columns, headers, dates, mark, fees }: ReadingContext) {
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
    heading: (role: ColumnRole) => headerWords(headers[columnsOfRole(role)[0] ?? -1] ?? ''),
    fees: fees.columns.length === 0 ? null : sumFees(row, fees, mark),
    currency: (role: ColumnRole) => currencyIn(text(role)) ?? currencyIn(headers[columnsOfRole(role)[0] ?? -1] ?? ''),
  }
}
type Cells = ReturnType<typeof getRowCells>

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
  const replacement = cells.text('replaced_by')
  if (!['', '0'].includes(replacement))
    return `It was sent again as payment ${quoted(replacement.slice(0, 40))}: only money that was paid is counted.`
  if (isUnpaidRow(cells, context)) {
    return 'It has no payment number or date, as the other rows do: only money that was paid is counted.'
  }
  if (currency === null) return 'Its currency is neither US nor Canadian dollars.'
  return null
}

function findUnpaidStatus(cells: Cells): string | null {
  const statuses = cells.texts('status').filter(Boolean)
  const unpaidStatus = statuses.find((text) => !isPaidStatus(text))
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

const isUndone = (cells: Cells): boolean =>
  /\b(void|cancel|stop|return|reject|fail|revers|replaced|annul|anulad)/i.test(findUnpaidStatus(cells) ?? '') ||
  !['', '0'].includes(cells.text('replaced_by'))

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
  const undone: PaymentWithPayout[] = []
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
      if (currency !== null && isUndone(cells))
        undone.push({ ...getPayoutHeader(cells, context, currency), grossCents: gross ?? 0, feeCents: 0 })
      continue
    }
    const net = cells.cents('net')
    payments.push({
      ...getPayoutHeader(cells, context, currency),
      grossCents: gross,
      feeCents: net === null ? (cells.fees ?? 0) : gross - net,
    })
  }
  return {
    payouts: groupPayouts([], payments),
    undone: groupPayouts([], undone),
    refused,
    warnings: [],
    mayListGifts: false,
    ...readPayees(table, context),
  }
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
  const undone: LineWithPayout[] = []
  for (const row of table.rows) {
    const cells = getRowCells(row, context)
    const currency = currencyOf(cells, context)
    const money = moneyOf(cells, context)
    const reason =
      getRefusalReason(row, cells, currency, context) ??
      getUnreadableReason(cells, context) ??
      (money === null ? getMissingAmountReason(cells) : null) ??
      (money && money.giftCents === 0 && money.matchCents === 0 ? 'There is no money in this row.' : null)
    if (reason !== null || currency === null || money === null) {
      refused.push({ row: row.row, sheetRow: row.sheetRow, why: reason ?? '' })
      if (currency !== null && money !== null && isUndone(cells))
        undone.push({
          ...getPayoutHeader(cells, context, currency),
          line: { ...readLine(row, cells, context), ...money },
        })
      continue
    }
    payoutLines.push({
      ...getPayoutHeader(cells, context, currency),
      line: { ...readLine(row, cells, context), ...money },
    })
  }
  const payouts = groupPayouts(addDonorsOfGifts(payoutLines), [])
  return {
    payouts,
    undone: groupPayouts(undone, []),
    refused,
    warnings: totalWarnings(payoutLines, context.header),
    mayListGifts: payoutLines.some(({ line }) => line.matchCents > 0) && !namesEmployerMoney(table, context),
    ...readPayees(table, context),
  }
}

const employerMoneyPattern =
  /\b(match\w*|employees?|associate|corporate|sponsor|disburse\w*|remittance|payouts?|voucher|distribution|grants?|jumel\w*|contrepartie|employes?|contrapartida|igualacion|empleados?)\b/i

/** A list of gifts also names employers and payments. */
function namesEmployerMoney(table: Table, { columns, header, headers, platform, fileName }: ReadingContext): boolean {
  const hasRole = (role: ColumnRole) => columns.columnsByRole.has(role)
  return (
    platform !== null ||
    header.payer !== '' ||
    header.reference !== '' ||
    (['payer', 'match', 'is_match', 'approved', 'donor_type', 'on_behalf_of'] as const).some(hasRole) ||
    [...table.aside.flat(), ...headers.map(headerWords), headerWords(fileName)].some((text) =>
      employerMoneyPattern.test(text),
    ) ||
    table.rows.some(({ cells }) => cells.some((cell) => /\bmatch(ing|ed)?\b/i.test(cell)))
  )
}

const getMissingAmountReason = (cells: Cells): string =>
  cells.has('expected_match') || cells.has('approved')
    ? 'It tells only what may be paid: only money that was paid is counted.'
    : 'We could not read its amount.'

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
  const stated = isOtherCurrency(cells.currency('stated_gift')) ? null : cells.cents('stated_gift')
  const paid = cells.cents('paid')
  const match = cells.cents('match')
  const net = cells.cents('net')
  const feeOf = (cents: number) => cells.fees ?? (net === null || net > cents ? 0 : cents - net)
  const commonFields = { balanceCents: cells.cents('balance') }
  if (paid !== null && !context.giftIsPaid) {
    const isGift = kind === 'gift'
    // "Matched: yes" in the row of a gift: the payment contains both.
    if (kind === 'match' && stated !== null && paid > stated && cells.heading('is_match').includes('matched'))
      return {
        ...commonFields,
        feeCents: feeOf(paid),
        kind: 'gift_and_match' as const,
        giftCents: stated,
        matchCents: paid - stated,
        statedGiftCents: null,
      }
    return {
      ...commonFields,
      feeCents: feeOf(paid),
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
    feeCents: feeOf(giftCents + matchCents),
    kind: combinedKind === 'match' && kind === 'reward' ? kind : combinedKind,
    giftCents,
    matchCents,
    statedGiftCents: context.giftIsPaid ? null : stated,
  }
}

const isOtherCurrency = (currency: string | null): boolean =>
  currency !== null && currency !== 'USD' && currency !== 'CAD'

/** Without telling words, money from an employer is a match. */
function getLineKind(cells: Cells, { header, platform }: ReadingContext): PayoutLineKind {
  const flag = cells.text('is_match')
  if (flag !== '') return /^(yes|true|y)$/i.test(flag) ? 'match' : 'gift'
  if (cells.free.some((text) => /^(volunteer|dollars for doers)\b.{0,30}$/i.test(text))) return 'reward'
  const statedKind = parseLineKind(cells.texts('kind'))
  if (statedKind !== null) return statedKind
  const donorType = cells.text('donor_type')
  if (donorType !== '') return companyTypePattern.test(donorType) ? 'match' : 'gift'
  if (
    employerInNote(cells.free.join(' ')) !== null ||
    cells.has('approved') ||
    cells.has('expected_match') ||
    cells.has('match')
  )
    return 'match'
  const payers = [cells.text('payer'), header.payer, header.title].filter(Boolean)
  if (payers.some((giver) => readGiftKind({ kind: null, paymentMethod: null, giver }) === 'donor_advised_fund'))
    return 'gift'
  if (isMatchInNotes(cells)) return 'match'
  const isEmployerMoney = cells.text('company') !== '' || (payers.length > 0 && !platform)
  return isEmployerMoney ? 'match' : 'gift'
}

const hasDonor = (cells: Cells): boolean =>
  (['donor_name', 'donor_first', 'donor_last', 'email'] as const).some((role) => cells.text(role) !== '')

const isMatchInNotes = (cells: Cells): boolean =>
  !hasDonor(cells) && (donorInNotes(cells.free) !== '' || programInNotes(cells.free) !== '')

function readLine(row: Row, cells: Cells, context: ReadingContext) {
  const { header, platform } = context
  const note = cells.free.join(' · ')
  const payer = payerOf(cells, context)
  const { name, email, employer } = readPerson(cells, getLineKind(cells, context) === 'match')
  return {
    row: row.row,
    sheetRow: row.sheetRow,
    lineId: cells.text('line_id').slice(0, 100),
    donorName: name || (email === '' ? donorInNotes(cells.free) : ''),
    donorEmail: emailOf(email),
    company:
      cells.text('company') ||
      employer ||
      (isMatchInNotes(cells) ? programInNotes(cells.free) : '') ||
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
