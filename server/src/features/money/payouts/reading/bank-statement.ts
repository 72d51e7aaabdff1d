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

export type StatementLine = {
  readonly day: string
  readonly text: string
  readonly cents: number
  readonly currency: 'USD' | 'CAD'
}
export type Statement = { readonly lines: readonly StatementLine[]; readonly leftOut: number }
export type StatementDefaults = { readonly today: string; readonly currency: 'USD' | 'CAD' }

const dayHeaders = /\bdate\b|\bposted\b/
const textHeaders = /\b(description|details?|memo|payee|narrative|name|reference|text|transaction|libelle)\b/
const inHeaders = /\b(credit|credits|deposit|deposits|paid in|money in|depots?)\b/
const outHeaders = /\b(debits?|withdrawals?|paid out|money out|retraits?)\b/
const amountHeaders = /\b(amount|montant)\b/
const notMoney = /\b(date|type|id|no|numbers?|ref|reference|card|code|indicator)\b/
const directionHeaders = /\b(type|details?|indicator|direction|sens)\b/
const currencyHeaders = /^((account|transaction) )?(currency|ccy|devise|monnaie)( code)?$/
const statusHeaders = /\b(status|statut)\b/
const notBooked = /\b(pending|returned|reversed|failed|cancell?ed|declined|void|voided|rejected|en attente)\b/i
const wentOut = /\b(debits?|dr|withdrawals?|fees?|retraits?)\b|^d$/
const longestText = 300

type Columns = NonNullable<ReturnType<typeof findColumns>>

/** Null: columns for day, text, or amount are missing. */
function findColumns({ originalHeaders, rows }: Table) {
  const headers = originalHeaders.map((header) => headerWords(header))
  const dayAt = headers.findIndex((header) => dayHeaders.test(header))
  const inAt = headers.findIndex(
    (header, at) =>
      inHeaders.test(header) &&
      !outHeaders.test(header) &&
      !notMoney.test(header) &&
      mayBeMoney(rows.map(({ cells }) => cells[at] ?? '')),
  )
  const amountAt = inAt >= 0 ? inAt : headers.findIndex((header) => amountHeaders.test(header))
  const textAts = headers.flatMap((header, at) =>
    textHeaders.test(header) && at !== dayAt && at !== amountAt && !dayHeaders.test(header) ? [at] : [],
  )
  return dayAt < 0 || amountAt < 0 || textAts.length === 0 ? null : { headers, dayAt, inAt, amountAt, textAts }
}

/** Reads only incoming money. Null: a required column is missing. A bad row does not affect the others. */
export function readStatement(table: Table, { today, currency }: StatementDefaults): Statement | null {
  const columns = findColumns(table)
  if (!columns) return null
  const { headers, dayAt, inAt, amountAt, textAts } = columns
  const cellsAt = (at: number) => table.rows.map(({ cells }) => cells[at] ?? '')
  const dates = datesOf(cellsAt(dayAt), table.epoch, today)
  const mark = findDecimalMark(cellsAt(amountAt))
  const moneyOf = (row: Row) => readAmount(row.cells[amountAt] ?? '', mark)
  // If amounts have no sign, another column contains the direction.
  const saysWay = inAt < 0 && !table.rows.some((row) => (moneyOf(row)?.cents ?? 0) < 0)
  const wayAts = headers.flatMap((header, at) => (saysWay && at !== amountAt && isDirection(header) ? [at] : []))
  const statusAt = headers.findIndex((header) => statusHeaders.test(header))
  const currencyAt = headers.findIndex((header) => currencyHeaders.test(header))
  const saidOfAll = currencyIn(table.originalHeaders[amountAt] ?? '') ?? currency
  const lines = table.rows.flatMap((row): StatementLine[] => {
    const cell = (at: number) => (row.cells[at] ?? '').trim()
    const day = parseDate(cell(dayAt), dates)?.day ?? null
    const money = moneyOf(row)
    const cents = money?.cents ?? 0
    const code = cell(currencyAt).toUpperCase()
    const said = (currencyIn(code) ?? code) || (money?.currency ?? saidOfAll)
    const text = [...new Set(textAts.map(cell).filter(Boolean))].join(' ').slice(0, longestText)
    const isBooked = !row.damage && !notBooked.test(cell(statusAt))
    const isOut = wayAts.some((at) => isOutgoing(cell(at)))
    if (day === null || day > today || cents <= 0 || cents > mostCents || text === '' || !isBooked || isOut) return []
    return said === 'USD' || said === 'CAD' ? [{ day, text, cents, currency: said }] : []
  })
  return { lines, leftOut: table.rows.length - lines.length }
}

/** The month is first, unless that gives a future day: a statement only contains past days. */
function datesOf(cells: readonly string[], epoch: DateContext['epoch'], today: string): DateContext {
  const { order } = findDateOrder(cells)
  const ordered = (first: 'mdy' | 'dmy') => ({ order: first, epoch, thisYear: Number(today.slice(0, 4)) })
  if (order === 'mdy' || order === 'dmy') return ordered(order)
  const isAhead = (first: 'mdy' | 'dmy') => cells.some((cell) => (parseDate(cell, ordered(first))?.day ?? '') > today)
  return ordered(isAhead('mdy') && !isAhead('dmy') ? 'dmy' : 'mdy')
}

/** "Credit/Debit" may contain words, and some banks put a slip number in "Deposit". */
const mayBeMoney = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '') || cells.some((cell) => readAmount(cell, '.') !== null)

const isDirection = (header: string): boolean =>
  directionHeaders.test(header) ||
  (inHeaders.test(header) && outHeaders.test(header)) ||
  /^((cr|c) (dr|d)|(dr|d) (cr|c))$/.test(header)

const isOutgoing = (cell: string): boolean => wentOut.test(cell.replaceAll('_', ' ').toLowerCase())

function readAmount(cell: string, mark: DecimalMark): ReturnType<typeof parseMoney> {
  const text = cell.trim()
  if (!/[CD]R$/i.test(text)) return parseMoney(text, mark)
  const money = parseMoney(text.slice(0, -2), mark)
  return money && /DR$/i.test(text) ? { ...money, cents: -Math.abs(money.cents) } : money
}

const runningHeaders = /\b(running )?balance\b|\bdebits?\b|\bwithdrawals?\b|\bsolde\b|\bretraits?\b/
const bookingHeaders = /\b(description|narrative|libelle)\b/
const bothWays = /\b(debits?|credits?|dr|cr|withdrawals?|deposits?)\b/
const wordsOfGifts = /\b(donors?|employees?|gifts?|match|matched|matching)\b/
const wordsOfReports =
  /\b(donor|donors|employee|employees|company|employer|gift|match|matched|payout|disbursement|project|charity|nonprofit)\b/

/** Each of its transactions would become a match. */
export function isBankStatement(table: Table): boolean {
  const columns = findColumns(table)
  if (!columns || columns.headers.some((header) => wordsOfReports.test(header))) return false
  return columns.headers.some((header) => runningHeaders.test(header)) || tellsWhatWentOut(table, columns)
}

/** A payout report never contains outgoing money. */
function tellsWhatWentOut({ rows }: Table, { headers, amountAt }: Columns): boolean {
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at]?.trim() ?? '').filter(Boolean)
  const isWay = (cell: string) => bothWays.test(cell.replaceAll('_', ' ').toLowerCase())
  const ways = headers.map((header, at) => (isDirection(header) ? cellsAt(at) : []))
  if (ways.some((cells) => cells.every(isWay) && cells.some(isOutgoing))) return true
  const isNegative = (cell: string) => (readAmount(cell, '.')?.cents ?? 0) < 0
  return headers.some((header) => bookingHeaders.test(header)) && cellsAt(amountAt).some(isNegative)
}

/** Its lines are gifts, not bank transactions. */
export const isPayoutReport = ({ originalHeaders }: Table): boolean =>
  originalHeaders.some((header) => wordsOfGifts.test(headerWords(header)))

const mostCents = 100_000_000_000
