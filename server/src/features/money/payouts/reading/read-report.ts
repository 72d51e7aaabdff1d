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

type Reading = {
  readonly columns: ReportColumns
  readonly headers: readonly string[]
  readonly around: ReportHeader
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
    table.rows.flatMap((row) => (columns.at.get(role) ?? []).map((at) => row.cells[at] ?? ''))
  const dates: DateContext = {
    order: orderOf([...cellsOf('given_on'), ...cellsOf('paid_on')]),
    epoch: table.epoch,
    thisYear: Number(file.today.slice(0, 4)),
  }
  const around = readReportHeader(table.aside, dates)
  const platform = findPlatform(file.platforms, {
    headers: table.originalHeaders,
    names: [around.title, around.payer, ...new Set(cellsOf('platform'))],
    payers: [...new Set(cellsOf('payer'))],
    fileName: file.fileName,
  })
  const mark = findDecimalMark(moneyRoles.flatMap(cellsOf))
  const reading: Reading = {
    columns,
    headers: table.originalHeaders,
    around,
    platform,
    dates,
    mark,
    currency: file.currency,
    giftIsPaid: isGiftPaid(columns, around, table, mark),
    namesPayments: [...cellsOf('payout_id'), ...cellsOf('paid_on')].some((cell) => disclosedText(cell) !== ''),
  }
  return isListOfPayments(columns) ? readPayments(table, reading) : readLines(table, reading)
}

function orderOf(cells: readonly string[]): DateContext['order'] {
  const { order, suggested } = findDateOrder(cells)
  return order === 'mdy' || order === 'dmy' ? order : (suggested ?? 'mdy')
}

const isListOfPayments = ({ at }: ReportColumns): boolean =>
  at.has('payout_id') &&
  !(['donor_name', 'donor_first', 'donor_last', 'email', 'employee_email', 'on_behalf_of', 'company'] as const).some(
    (role) => at.has(role),
  )

/** "Gift amount" was given elsewhere, unless totals or a column of gift plus match count it. */
function isGiftPaid(columns: ReportColumns, { totals }: ReportHeader, table: Table, mark: DecimalMark): boolean {
  const { at, free } = columns
  const giftRole = at.has('stated_gift') ? 'stated_gift' : 'gift'
  if (!at.has(giftRole) || !at.has('match')) return false
  const cents = (row: Row, column: number | undefined) => centsOf(row, column, mark) ?? 0
  const rows = table.rows.filter((row) =>
    ([giftRole, 'match'] as const).every((role) => !isUnreadable(row, at.get(role)?.[0], mark)),
  )
  const of = (role: ColumnRole) => rows.map((row) => cents(row, at.get(role)?.[0]))
  const [gifts, matches] = [of(giftRole), of('match')]
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
  const both = sum(gifts) + sum(matches)
  if (totals.some((amounts) => amounts.includes(both) && !amounts.includes(sum(matches)))) return true
  const fees = rows.map((row) => sum((at.get('fee') ?? []).map((column) => cents(row, column))))
  const wholes = rows.map((_, n) => (gifts[n] ?? 0) + (matches[n] ?? 0))
  if (!wholes.some((whole, n) => whole !== matches[n])) return false
  return [...(at.get('paid') ?? []), ...(at.get('net') ?? []), ...free].some((column) => {
    const said = rows.map((row) => (isLoneDash(row.cells[column] ?? '') ? 0 : centsOf(row, column, mark)))
    return (
      said.every((amount, n) => amount === wholes[n]) ||
      said.every((amount, n) => amount === (wholes[n] ?? 0) - (fees[n] ?? 0))
    )
  })
}

const centsOf = (row: Row, at: number | undefined, mark: DecimalMark): number | null =>
  at === undefined ? null : (parseMoney(row.cells[at] ?? '', mark)?.cents ?? null)

const isUnreadable = (row: Row, at: number | undefined, mark: DecimalMark): boolean => {
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  return cell !== '' && !isLoneDash(cell) && parseMoney(cell, mark) === null
}

function cellsOfRow(row: Row, { columns, headers, dates, mark }: Reading) {
  const ats = (role: ColumnRole) => columns.at.get(role) ?? []
  const text = (role: ColumnRole) => disclosedText(row.cells[ats(role)[0] ?? -1] ?? '')
  return {
    text,
    texts: (role: ColumnRole) => ats(role).map((at) => disclosedText(row.cells[at] ?? '')),
    free: columns.free.map((at) => disclosedText(row.cells[at] ?? '')).filter(Boolean),
    day: (role: ColumnRole) => parseDate(text(role), dates)?.day ?? null,
    has: (role: ColumnRole) => ats(role).length > 0,
    cents: (role: ColumnRole) => centsOf(row, ats(role)[0], mark),
    whyUnreadable: (role: ColumnRole) => {
      const [at] = ats(role)
      if (at === undefined || !isUnreadable(row, at, mark)) return null
      const said = (row.cells[at] ?? '').trim().slice(0, 40)
      return `Its ${quoted((headers[at] ?? '').trim().slice(0, 60))} says ${quoted(said)}, which is not an amount.`
    },
    sum: (role: ColumnRole) => ats(role).reduce((cents, at) => cents + (centsOf(row, at, mark) ?? 0), 0),
  }
}
type Cells = ReturnType<typeof cellsOfRow>

const paidStatus =
  /^(cleared|paid( out| in full)?|fully paid|complete|completed|settled|sent|deposited|processed|issued|success|successful|succeeded|received|disbursed|transferred|cashed|reconciled|payé|versé|complété)$/i
/** Requests are approved before they are paid, so these words alone mean that nothing was paid. */
const unpaidRequest =
  /\b(pending|requested|submitted|applied|awaiting|waiting|review|hold|denied|declined|rejected|refused|ineligible|cancell?ed|void(ed)?|withdrawn|expired|not)\b/i
const notYet =
  /^(not\b|pending\b|awaiting\b|unpaid\b|scheduled\b|processing\b|in process\b|in transit\b|to be\b|tb[ad]$)/i

function whyNoMoney(row: Row, cells: Cells, currency: string | null, reading: Reading): string | null {
  if (row.damage) return 'This row is damaged: a quotation mark never closes, or it has more cells than columns.'
  const unpaid = unpaidWords(cells)
  if (unpaid !== null) return `Its status is ${quoted(unpaid.slice(0, 40))}: only money that was paid is counted.`
  if (isLeftOut(cells, reading)) {
    return 'It has no payment number or date, as the other rows do: only money that was paid is counted.'
  }
  if (currency === null) return 'Its currency is neither US nor Canadian dollars.'
  return null
}

function unpaidWords(cells: Cells): string | null {
  const said = cells.texts('status').filter(Boolean)
  const unpaid = said.find((text) => !paidStatus.test(text))
  if (unpaid !== undefined) return unpaid
  if (cells.texts('is_paid').some((text) => /^(no|n|false)$/i.test(text))) return 'not paid'
  const place = [...cells.texts('payout_id'), ...cells.texts('paid_on')].find((text) => notYet.test(text))
  if (place !== undefined) return place
  return said.length > 0 ? null : (cells.texts('request_status').find((text) => unpaidRequest.test(text)) ?? null)
}

/** Other rows name their payment. Typed lists omit repeated values. */
const isLeftOut = (cells: Cells, { platform, namesPayments }: Reading): boolean =>
  platform !== null &&
  namesPayments &&
  [...cells.texts('payout_id'), ...cells.texts('paid_on')].every((text) => text === '')

/** A stated gift was paid elsewhere, possibly in another currency. */
const paidRoles = ['paid', 'match', 'gift'] as const

function currencyOf(cells: Cells, { around, currency, columns, headers }: Reading): 'USD' | 'CAD' | null {
  const inCell = paidRoles.map((role) => currencyIn(cells.text(role))).find(Boolean)
  const inHeader = () =>
    paidRoles.map((role) => currencyIn(headers[columns.at.get(role)?.[0] ?? -1] ?? '')).find(Boolean)
  const said = cells.text('currency') || (inCell ?? inHeader() ?? around.currency)
  if (said === '') return currency
  const code = currencyIn(said.toUpperCase()) ?? said.toUpperCase()
  return code === 'USD' || code === 'CAD' ? code : null
}

function payerOf(cells: Cells, { around, platform }: Reading): string {
  const said = payerName(cells.text('payer'))
  if (platform) return said || (platform.payerNames[0] ?? platform.names[0] ?? '')
  return said || around.payer || payerName(around.title)
}

function readPayments(table: Table, reading: Reading): PayoutReport {
  const refused: RefusedLine[] = []
  const payments: PaymentWithPayout[] = []
  for (const row of table.rows) {
    const cells = cellsOfRow(row, reading)
    const currency = currencyOf(cells, reading)
    const gross = cells.cents('paid')
    const why =
      whyNoMoney(row, cells, currency, reading) ??
      cells.whyUnreadable('paid') ??
      (gross === null ? 'We could not read its amount.' : null)
    if (why !== null || currency === null || gross === null) {
      refused.push({ row: row.row, sheetRow: row.sheetRow, why: why ?? '' })
      continue
    }
    const net = cells.cents('net')
    payments.push({
      ...placeOf(cells, reading, currency),
      grossCents: gross,
      feeCents: net === null ? cells.sum('fee') : gross - net,
    })
  }
  return { payouts: groupPayouts([], payments), refused, warnings: [], ...whose(table, reading) }
}

const placeOf = (cells: Cells, reading: Reading, currency: 'USD' | 'CAD') => ({
  reference: cells.text('payout_id') || reading.around.reference,
  platform: reading.platform?.id ?? null,
  payer: payerOf(cells, reading),
  paidOn: cells.day('paid_on') ?? reading.around.paidOn,
  periodEnd: reading.around.periodEnd,
  currency,
})

function readLines(table: Table, reading: Reading): PayoutReport {
  const refused: RefusedLine[] = []
  const placed: LineWithPayout[] = []
  for (const row of table.rows) {
    const cells = cellsOfRow(row, reading)
    const currency = currencyOf(cells, reading)
    const money = moneyOf(cells, reading)
    const why =
      whyNoMoney(row, cells, currency, reading) ??
      whyUnreadable(cells, reading) ??
      (money === null ? 'We could not read its amount.' : null) ??
      (money && money.giftCents === 0 && money.matchCents === 0 ? 'There is no money in this row.' : null)
    if (why !== null || currency === null || money === null) {
      refused.push({ row: row.row, sheetRow: row.sheetRow, why: why ?? '' })
      continue
    }
    placed.push({ ...placeOf(cells, reading, currency), line: { ...lineOf(row, cells, reading), ...money } })
  }
  const payouts = groupPayouts(withDonorsOfGifts(placed), [])
  return { payouts, refused, warnings: totalWarnings(placed, reading.around), ...whose(table, reading) }
}

function withDonorsOfGifts(placed: readonly LineWithPayout[]): LineWithPayout[] {
  const gifts = new Map(
    placed.flatMap(({ line }) => (line.kind === 'gift' && line.lineId !== '' ? [[line.lineId, line] as const] : [])),
  )
  return placed.map((one) => {
    const { line } = one
    if (line.kind !== 'match' || line.donorName !== '' || line.donorEmail !== '') return one
    const gift = line.references.map((id) => gifts.get(id)).find((found) => found !== undefined)
    if (!gift) return one
    const { donorName, donorEmail, day } = gift
    const statedGiftCents = line.statedGiftCents ?? gift.giftCents
    return { ...one, line: { ...line, donorName, donorEmail, day, statedGiftCents } }
  })
}

function whose(table: Table, { around, headers }: Reading): Pick<PayoutReport, 'isFor' | 'rowsFor'> {
  const words = headers.map((header) => headerWords(header))
  const nameAt = words.findIndex((header) => payeeColumns.name.test(header))
  // A column named just "ID" contains line ids.
  const einAt = words.findIndex((header) => header !== 'id' && payeeColumns.ein.test(header))
  const rowsFor = table.rows.flatMap(({ sheetRow, cells }) => {
    const name = disclosedText(cells[nameAt] ?? '')
    const ein = parseEin(cells[einAt] ?? '')
    return name === '' && ein === '' ? [] : [{ sheetRow, name, ein }]
  })
  return { isFor: around.isFor, rowsFor }
}

/** No other cell replaces an unreadable one. */
function whyUnreadable(cells: Cells, { giftIsPaid }: Reading): string | null {
  const isPaid = !giftIsPaid && (cells.cents('paid') !== null || cells.whyUnreadable('paid') !== null)
  const roles: readonly ColumnRole[] = isPaid
    ? ['paid']
    : giftIsPaid
      ? ['gift', 'stated_gift', 'match']
      : ['gift', 'match']
  for (const role of roles) {
    const why = cells.whyUnreadable(role)
    if (why !== null) return why
  }
  return null
}

function moneyOf(cells: Cells, reading: Reading) {
  const kind = kindOf(cells, reading)
  const stated = cells.cents('stated_gift')
  const paid = cells.cents('paid')
  const match = cells.cents('match')
  const common = { feeCents: cells.sum('fee'), balanceCents: cells.cents('balance') }
  if (paid !== null && !reading.giftIsPaid) {
    const isGift = kind === 'gift'
    return { ...common, kind, giftCents: isGift ? paid : 0, matchCents: isGift ? 0 : paid, statedGiftCents: stated }
  }
  const gift = cells.cents('gift') ?? (reading.giftIsPaid ? stated : null)
  if (gift === null && match === null && !cells.has('match')) return null
  const giftCents = gift ?? 0
  const matchCents = match ?? 0
  const both: PayoutLineKind =
    giftCents !== 0 && matchCents !== 0 ? 'gift_and_match' : giftCents !== 0 ? 'gift' : 'match'
  return {
    ...common,
    kind: both === 'match' && kind === 'reward' ? kind : both,
    giftCents,
    matchCents,
    statedGiftCents: reading.giftIsPaid ? null : stated,
  }
}

/** Without telling words, money from an employer is a match. */
function kindOf(cells: Cells, { around, platform }: Reading): PayoutLineKind {
  const flag = cells.text('is_match')
  if (flag !== '') return /^(yes|true|y)$/i.test(flag) ? 'match' : 'gift'
  if (cells.free.some((text) => /^volunteer(ing)?$/i.test(text))) return 'reward'
  const said = parseLineKind(cells.texts('kind'))
  if (said !== null) return said
  const giver = cells.text('donor_type')
  if (giver !== '') return companyTypes.test(giver) ? 'match' : 'gift'
  if (employerInNote(cells.free.join(' ')) !== null || cells.has('approved') || cells.has('match')) return 'match'
  const isEmployers = cells.text('company') !== '' || cells.text('payer') !== '' || (!platform && around.title !== '')
  return isEmployers ? 'match' : 'gift'
}

function lineOf(row: Row, cells: Cells, reading: Reading) {
  const { around, platform } = reading
  const note = cells.free.join(' · ')
  const payer = payerOf(cells, reading)
  const { name, email, employer } = personOf(cells, kindOf(cells, reading) === 'match')
  return {
    row: row.row,
    sheetRow: row.sheetRow,
    lineId: cells.text('line_id').slice(0, 100),
    donorName: name,
    donorEmail: emailOf(email),
    company:
      cells.text('company') ||
      employer ||
      (employerInNote(note) ?? (platform ? '' : companyOfPayer(payer || around.payer))),
    project: cells.text('project'),
    day: cells.day('given_on') ?? cells.day('paid_on'),
    note: note.slice(0, 500),
    references: referencesIn(cells.free),
  }
}

/** The employee of a match row is the donor, even if the donor columns contain the company. */
function personOf(cells: Cells, isMatch: boolean) {
  const named = (of: 'donor' | 'employee') =>
    cells.text(`${of}_name`) || `${cells.text(`${of}_first`)} ${cells.text(`${of}_last`)}`.trim()
  const company = cells.text('company')
  const own = named('donor')
  const employee = nameInOrder(named('employee'))
  const isEmployer =
    own !== '' &&
    (companyKey(own) === companyKey(company) ||
      companyTypes.test(cells.text('donor_type')) ||
      (isMatch && company === '' && employee !== '' && companyKey(employee) !== companyKey(nameInOrder(own))))
  const behalf = nameInOrder(cells.text('on_behalf_of'))
  const recognized = isEmployer || own === '' ? nameInOrder(cells.text('recognition')) : ''
  const other = employee || behalf
  const donorsEmail = isEmployer || behalf !== '' ? '' : cells.text('email')
  return {
    name: other || (isEmployer ? '' : nameInOrder(own)) || recognized,
    email: cells.text('employee_email') || donorsEmail,
    employer: isEmployer && company === '' ? own : '',
  }
}

const companyTypes = /^(company|corporat(e|ion)|business|employer|organi[sz]ation|foundation|matching company)$/i

const emailOf = (text: string): string => (/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) ? text : '')

/** None of the totals equals a sum of the lines. */
function totalWarnings(placed: readonly LineWithPayout[], { totals }: ReportHeader): string[] {
  const sum = (of: (line: LineWithPayout['line']) => number) => placed.reduce((cents, { line }) => cents + of(line), 0)
  const gross = sum(({ giftCents, matchCents }) => giftCents + matchCents)
  const sums = new Set([gross, gross - sum(({ feeCents }) => feeCents), sum(({ matchCents }) => matchCents)])
  const said = totals.flat().filter((cents) => cents > 0)
  if (said.length === 0 || said.some((cents) => sums.has(cents))) return []
  const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  return [
    `The file’s own total is ${dollars(Math.max(...said))}, and its lines add up to ${dollars(gross)}. Please compare the file with the payer’s statement.`,
  ]
}
