import {
  type DateContext,
  findDateOrder,
  findDecimalMark,
  headerWords,
  parseDate,
  parseMoney,
  type Table,
} from '../../imports/index.ts'

export type StatementLine = { readonly day: string; readonly text: string; readonly cents: number }
export type Statement = { readonly lines: readonly StatementLine[]; readonly leftOut: number }

const dayHeaders = /\bdate\b|\bposted\b/
const textHeaders = /\b(description|details?|memo|payee|narrative|name|reference|text|transaction)\b/
const inHeaders = /\b(credit|credits|deposit|deposits|paid in|money in)\b/
const amountHeaders = /\bamount\b/
const longestText = 300

/** What came in by a bank's statement; null: it has no columns for day, text and amount. A bad row never stops the good ones. */
export function readStatement(table: Table, today: string): Statement | null {
  const headers = table.originalHeaders.map((header) => headerWords(header))
  const first = (pattern: RegExp, not?: RegExp) =>
    headers.findIndex((header) => pattern.test(header) && !(not?.test(header) ?? false))
  const dayAt = first(dayHeaders)
  const amountAt = first(inHeaders) >= 0 ? first(inHeaders) : first(amountHeaders)
  const textAts = headers.flatMap((header, at) =>
    textHeaders.test(header) && at !== dayAt && at !== amountAt && !dayHeaders.test(header) ? [at] : [],
  )
  if (dayAt < 0 || amountAt < 0 || textAts.length === 0) return null
  const cellsAt = (at: number) => table.rows.map(({ cells }) => cells[at] ?? '')
  const { order, suggested } = findDateOrder(cellsAt(dayAt))
  const dates: DateContext = {
    order: order === 'mdy' || order === 'dmy' ? order : (suggested ?? 'mdy'),
    epoch: table.epoch,
    thisYear: Number(today.slice(0, 4)),
  }
  const mark = findDecimalMark(cellsAt(amountAt))
  const lines = table.rows.flatMap(({ cells }): StatementLine[] => {
    const day = parseDate(cells[dayAt] ?? '', dates)?.day ?? null
    const cents = parseMoney(cells[amountAt] ?? '', mark)?.cents ?? 0
    const texts = textAts.map((at) => (cells[at] ?? '').trim()).filter(Boolean)
    const text = [...new Set(texts)].join(' ').slice(0, longestText)
    return day !== null && cents > 0 && cents <= mostCents && text !== '' ? [{ day, text, cents }] : []
  })
  return { lines, leftOut: table.rows.length - lines.length }
}

const runningHeaders = /\b(running )?balance\b|\bdebits?\b|\bwithdrawals?\b/
const wordsOfReports =
  /\b(donor|donors|employee|employees|company|employer|gift|match|matched|payout|disbursement|project|charity|nonprofit)\b/

/** A bank's own statement where a report of money paid is asked for: its bookings would each become a match. */
export function isStatement(table: Table, today: string): boolean {
  const headers = table.originalHeaders.map((header) => headerWords(header))
  return (
    headers.some((header) => runningHeaders.test(header)) &&
    !headers.some((header) => wordsOfReports.test(header)) &&
    readStatement(table, today) !== null
  )
}

const mostCents = 100_000_000_000
