import {
  currencyIn,
  type DateContext,
  type DecimalMark,
  findDateOrder,
  findDecimalMark,
  findYearFirst,
  headerWords,
  parseDate,
  parseMoney,
  type Row,
  type Table,
  withCentury,
} from '../../../donations/file-reading/index.ts'

export type StatementLine = {
  readonly day: string
  readonly text: string
  readonly cents: number
  readonly currency: 'USD' | 'CAD'
}
export type Statement = { readonly lines: readonly StatementLine[]; readonly leftOut: number }
export type StatementDefaults = { readonly today: string; readonly currency: 'USD' | 'CAD' }

const dayHeaderPattern = /\bdate\b|\bposted\b/
const textHeaderPattern = /\b(description|details?|memo|payee|narrative|name|reference|text|transaction|libelle)\b/
const incomingHeaderPattern = /\b(credit|credits|deposit|deposits|paid in|money in|depots?)\b/
const outgoingHeaderPattern = /\b(debits?|withdrawals?|paid out|money out|retraits?)\b/
const amountHeaderPattern = /\b(amount|montant)\b/
const nonMoneyHeaderPattern = /\b(date|type|id|no|numbers?|ref|reference|card|code|indicator)\b/
const directionHeaderPattern = /\b(type|details?|indicator|direction|sens)\b/
const currencyHeaderPattern = /^((account|transaction) )?(currency|ccy|devise|monnaie)( code)?$/
const statusHeaderPattern = /\b(status|statut)\b/
const notBookedPattern = /\b(pending|returned|reversed|failed|cancell?ed|declined|void|voided|rejected|en attente)\b/i
const outgoingCellPattern = /\b(debits?|dr|withdrawals?|fees?|retraits?)\b|^d$/
const maxTextLength = 300

type Columns = NonNullable<ReturnType<typeof findColumns>>

/** Null: columns for day, text, or amount are missing. */
function findColumns({ originalHeaders, rows }: Table) {
  const headers = originalHeaders.map((header) => headerWords(header))
  const dayAt = headers.findIndex((header) => dayHeaderPattern.test(header))
  const incomingAt = headers.findIndex(
    (header, at) =>
      incomingHeaderPattern.test(header) &&
      !outgoingHeaderPattern.test(header) &&
      !nonMoneyHeaderPattern.test(header) &&
      couldBeMoney(rows.map(({ cells }) => cells[at] ?? '')),
  )
  const amountAt = incomingAt >= 0 ? incomingAt : headers.findIndex((header) => amountHeaderPattern.test(header))
  const textColumns = headers.flatMap((header, at) =>
    textHeaderPattern.test(header) && at !== dayAt && at !== amountAt && !dayHeaderPattern.test(header) ? [at] : [],
  )
  return dayAt < 0 || amountAt < 0 || textColumns.length === 0
    ? null
    : { headers, dayAt, inAt: incomingAt, amountAt, textAts: textColumns }
}

/** Reads only incoming money. Null: a required column is missing. A bad row does not affect the others. */
export function readStatement(table: Table, { today, currency }: StatementDefaults): Statement | null {
  const columns = findColumns(table)
  if (!columns) return null
  const { headers, dayAt, inAt, amountAt, textAts } = columns
  const cellsAt = (at: number) => table.rows.map(({ cells }) => cells[at] ?? '')
  const yearFirst = findYearFirst(cellsAt(dayAt), {
    header: table.originalHeaders[dayAt] ?? '',
    thisYear: Number(today.slice(0, 4)),
  })
  const dayText = (cell: string) => (yearFirst === 'yes' ? withCentury(cell) : cell)
  const dates = datesOf(cellsAt(dayAt).map(dayText), table.epoch, today)
  const mark = findDecimalMark(cellsAt(amountAt))
  const moneyOf = (row: Row) => readAmount(row.cells[amountAt] ?? '', mark)
  // If amounts have no sign, another column contains the direction.
  const hasDirectionColumn = inAt < 0 && !table.rows.some((row) => (moneyOf(row)?.cents ?? 0) < 0)
  const directionColumns = headers.flatMap((header, at) =>
    hasDirectionColumn && at !== amountAt && isDirection(header) ? [at] : [],
  )
  const statusAt = headers.findIndex((header) => statusHeaderPattern.test(header))
  const currencyAt = headers.findIndex((header) => currencyHeaderPattern.test(header))
  const defaultCurrency = currencyIn(table.originalHeaders[amountAt] ?? '') ?? currency
  const lines = table.rows.flatMap((row): StatementLine[] => {
    const cell = (at: number) => (row.cells[at] ?? '').trim()
    const day = parseDate(dayText(cell(dayAt)), dates)?.day ?? null
    const money = moneyOf(row)
    const cents = money?.cents ?? 0
    const code = cell(currencyAt).toUpperCase()
    const lineCurrency = (currencyIn(code) ?? code) || (money?.currency ?? defaultCurrency)
    const text = [...new Set(textAts.map(cell).filter(Boolean))].join(' ').slice(0, maxTextLength)
    const isBooked = !row.damage && !notBookedPattern.test(cell(statusAt))
    const isOut = directionColumns.some((at) => isOutgoing(cell(at)))
    if (day === null || day > today || cents <= 0 || cents > maxCents || text === '' || !isBooked || isOut) return []
    return lineCurrency === 'USD' || lineCurrency === 'CAD' ? [{ day, text, cents, currency: lineCurrency }] : []
  })
  return { lines, leftOut: table.rows.length - lines.length }
}

/** The month is first, unless that gives a future day: a statement only contains past days. */
function datesOf(cells: readonly string[], epoch: DateContext['epoch'], today: string): DateContext {
  const { order, suggested } = findDateOrder(cells)
  const datesInOrder = (first: 'mdy' | 'dmy') => ({ order: first, epoch, thisYear: Number(today.slice(0, 4)) })
  if (order === 'mdy' || order === 'dmy') return datesInOrder(order)
  const hasFutureDay = (first: 'mdy' | 'dmy') =>
    cells.some((cell) => (parseDate(cell, datesInOrder(first))?.day ?? '') > today)
  return datesInOrder(hasFutureDay('mdy') && !hasFutureDay('dmy') ? 'dmy' : (suggested ?? 'mdy'))
}

/** "Credit/Debit" may contain words, and some banks put a slip number in "Deposit". */
const couldBeMoney = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '') || cells.some((cell) => readAmount(cell, '.') !== null)

const isDirection = (header: string): boolean =>
  directionHeaderPattern.test(header) ||
  (incomingHeaderPattern.test(header) && outgoingHeaderPattern.test(header)) ||
  /^((cr|c) (dr|d)|(dr|d) (cr|c))$/.test(header)

const isOutgoing = (cell: string): boolean => outgoingCellPattern.test(cell.replaceAll('_', ' ').toLowerCase())

function readAmount(cell: string, mark: DecimalMark): ReturnType<typeof parseMoney> {
  const text = cell.trim()
  if (!/[CD]R$/i.test(text)) return parseMoney(text, mark)
  const money = parseMoney(text.slice(0, -2), mark)
  return money && /DR$/i.test(text) ? { ...money, cents: -Math.abs(money.cents) } : money
}

const runningHeaderPattern = /\b(running )?balance\b|\bdebits?\b|\bwithdrawals?\b|\bsolde\b|\bretraits?\b/
const bookingHeaderPattern = /\b(description|narrative|libelle)\b/
const directionCellPattern = /\b(debits?|credits?|dr|cr|withdrawals?|deposits?)\b/
const giftHeaderPattern = /\b(donors?|employees?|gifts?|match|matched|matching)\b/
const reportHeaderPattern =
  /\b(donor|donors|employee|employees|company|employer|gift|match|matched|payout|disbursement|project|charity|nonprofit)\b/

/** Each of its transactions would become a match. */
export function isBankStatement(table: Table): boolean {
  const columns = findColumns(table)
  if (!columns || columns.headers.some((header) => reportHeaderPattern.test(header))) return false
  return columns.headers.some((header) => runningHeaderPattern.test(header)) || containsOutgoingMoney(table, columns)
}

/** A payout report never contains outgoing money. */
function containsOutgoingMoney({ rows }: Table, { headers, amountAt }: Columns): boolean {
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at]?.trim() ?? '').filter(Boolean)
  const isDirectionCell = (cell: string) => directionCellPattern.test(cell.replaceAll('_', ' ').toLowerCase())
  const directionCells = headers.map((header, at) => (isDirection(header) ? cellsAt(at) : []))
  if (directionCells.some((cells) => cells.every(isDirectionCell) && cells.some(isOutgoing))) return true
  const isNegative = (cell: string) => (readAmount(cell, '.')?.cents ?? 0) < 0
  return headers.some((header) => bookingHeaderPattern.test(header)) && cellsAt(amountAt).some(isNegative)
}

/** Its lines are gifts, not bank transactions. */
export const isPayoutReport = ({ originalHeaders }: Table): boolean =>
  originalHeaders.some((header) => giftHeaderPattern.test(headerWords(header)))

const maxCents = 100_000_000_000
