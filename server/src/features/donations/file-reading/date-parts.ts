import { monthNamed } from './calendar.ts'
import { headerWords } from './headers.ts'
import type { Table } from './table.ts'

/** English, French, Spanish, and German. */
const parts = {
  year: /^(.*?) ?\b(year|yyyy|yr|annee|ano|jahr)$/,
  month: /^(.*?) ?\b(month|mm|mois|mes|monat)$/,
  day: /^(.*?) ?\b(day|dd|jour|dia|tag)$/,
}
const dateHeader = /\b(date|fecha|datum|time ?stamp)\b/
/** Dates that are not the gift's. */
const otherDate = /\b(birth|dob|expir\w*|exp|card|start|end|next|last|fiscal)\b/

/** `Date (MM)` has the part in parentheses. */
const wordsOf = (header: string): string => headerWords(header.replace(/[()[\]]/g, ' '))

/** Adds a date column to a table with a year, a month and a day column instead. */
export function withJoinedDate(table: Table): Table {
  const words = table.originalHeaders.map(wordsOf)
  const years = words.flatMap((text, at) => {
    const prefix = parts.year.exec(text)?.[1]
    return prefix === undefined || otherDate.test(prefix) ? [] : [{ at, prefix }]
  })
  const [year] = years
  if (!year) return table
  const columnOf = (part: RegExp) => words.findIndex((text) => part.exec(text)?.[1] === year.prefix)
  const [yearAt, monthAt, dayAt] = [year.at, columnOf(parts.month), columnOf(parts.day)]
  const places = [yearAt, monthAt, dayAt]
  if (monthAt < 0 || dayAt < 0 || words.some((text, at) => !places.includes(at) && dateHeader.test(text))) return table
  const joined = table.rows.map((row) => {
    const [yearText = '', month = '', day = ''] = places.map((at) => row.cells[at]?.trim() ?? '')
    return { ...row, cells: [...row.cells, dateText(yearText, month, day)] }
  })
  const header = table.headers.includes('gift_date') ? `gift_date_${table.headers.length + 1}` : 'gift_date'
  return {
    ...table,
    headers: [...table.headers, header],
    originalHeaders: [...table.originalHeaders, 'Gift date'],
    rows: joined,
  }
}

/** The texts themselves if they are no date, so that the row comes back with them. */
function dateText(year: string, month: string, day: string): string {
  const number = /^\d{1,2}$/.test(month) ? Number(month) : monthNamed(month.replace(/\.$/, ''))
  if (number === null || !/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day))
    return [year, month, day].filter(Boolean).join(' ')
  const century = year.length === 2 ? '20' : ''
  return `${century}${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

const yearName =
  /^((fy|cy|total|gifts?|giving|donations?|amount) ?)?(19|20)\d{2}( (total|gifts?|giving|donations?|amount))?$/

/** Names of the columns that hold the gifts of a year or a month: `2025`, `Jan`, `Feb 2026`. */
export const periodColumns = ({ originalHeaders }: Pick<Table, 'originalHeaders'>): string[] =>
  originalHeaders.filter((header) => {
    const [first = '', ...others] = headerWords(header).split(' ')
    const isMonth = monthNamed(first) !== null && others.every((word) => /^\d{2,4}$/.test(word))
    return isMonth || yearName.test(headerWords(header))
  })

const planColumn = /^(next|upcoming) (payment|gift|donation|charge|installment|billing|transaction)( (date|on))?$/

/** Why a table without a date column has none. */
export function missingDateText(table: Pick<Table, 'originalHeaders'>): string | null {
  const periods = periodColumns(table)
  if (periods.length >= 2) {
    const names = periods.length > 3 ? `${periods.slice(0, 3).join(', ')}, …` : periods.join(', ')
    return `Each row has totals for several periods (${names}), not single gifts. Upload a list with one row per gift, with its date and amount.`
  }
  const words = table.originalHeaders.map(headerWords)
  if (words.some((text) => planColumn.test(text)))
    return 'The file seems to list recurring plans, not their payments. Upload the list of payments with their dates.'
  return words.some((text) => parts.month.test(text)) && words.some((text) => parts.year.test(text))
    ? 'The file has the month and the year of each gift, but not the day. Add a column with the date, like 2026-03-04.'
    : null
}
