import { fromSerial, isDayOfCalendar, monthNamed } from './calendar.ts'
import type { DateOrder } from './gift.ts'

export type WallClock = { day: string; clock: string }

/** Characters; limits the work on other cells. */
const longestDate = 80

export type DateContext = {
  order: DateOrder
  epoch: 1900 | 1904
  /** Two-digit years are in the hundred years that end next year. */
  thisYear: number
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Returns the time as written, without conversion; null if the text is not a date. */
export function parseDate(text: string, context: DateContext): WallClock | null {
  if (text.length > longestDate) return null
  const plain = text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return null
  if (/^\d+([.,]\d+)?$/.test(plain)) return fromNumber(plain, context)
  const time = timeOf(plain)
  if (time === 'invalid') return null
  const rest = time
    ? plain
        .slice(0, time.at)
        .trimEnd()
        .replace(/([,T]|\bat|\bà|[-–])$/, '')
    : plain
  const day = dayOf(rest.trim(), context)
  return day ? { day, clock: time?.clock ?? '00:00:00' } : null
}

function dayOf(text: string, context: DateContext): string | null {
  const yearFirst = /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})(?:T|\s*[A-Z]{0,4}|Z)?$/.exec(text)
  if (yearFirst) return day(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  const numeric = numericParts(text)
  if (numeric) {
    const { first, second, year, sign } = numeric
    const order = readOrder(first, second) ?? (sign === '.' ? 'dmy' : context.order)
    return order === 'mdy' ? day(fullYear(year, context), first, second) : day(fullYear(year, context), second, first)
  }
  return namedDay(text, context)
}

/** The order of a date that only one order makes a date. */
const readOrder = (first: number, second: number): DateOrder | null =>
  first > 12 === second > 12 ? null : first > 12 ? 'dmy' : 'mdy'

function numericParts(text: string) {
  const parts = /^(?:\p{L}{2,9}\.?,?\s+)?(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2}|'\d{2})(?:\s*[A-Z]{2,4})?$/u.exec(
    text,
  )
  if (!parts) return null
  return {
    first: Number(parts[1]),
    second: Number(parts[3]),
    year: (parts[4] ?? '').replace("'", ''),
    sign: parts[2] ?? '/',
  }
}

/** `March 4, 2026`, `4-Mar-26`, `Wed, 4 March 2026`, `4 mars 2026`, `2026-Mar-04`. */
function namedDay(text: string, context: DateContext): string | null {
  const words = text
    .replace(/(\d)(st|nd|rd|th|er|º|°)\b/gi, '$1')
    .replace(/(\d)(?=\p{L})|(\p{L})(?=\d)/gu, '$1$2 ')
    .split(/[\s,./-]+|\bde\b|\bof\b/i)
    .filter(Boolean)
  const month = words.map(monthNamed).find((number, at) => number !== null && !isWeekday(words[at] ?? '')) ?? null
  const numbers = words.filter((word) => /^'?\d{1,4}$/.test(word)).map((word) => word.replace("'", ''))
  if (month === null || numbers.length !== 2 || words.length > 5) return null
  const [one = '', other = ''] = numbers
  const yearText = one.length === 4 ? one : other
  return day(fullYear(yearText, context), month, Number(one.length === 4 ? other : one))
}

const isWeekday = (word: string) =>
  /^(mon|tue|wed|thu|fri|sat|sun|lun|mardi|mer|jeu|ven|sam|dim|martes|mié|jue|vie|sáb|dom)/i.test(word)

function fullYear(text: string, { thisYear }: DateContext): number {
  const year = Number(text)
  if (text.length !== 2) return year
  const inThisCentury = Math.floor(thisYear / 100) * 100 + year
  return inThisCentury > thisYear + 1 ? inThisCentury - 100 : inThisCentury
}

/** A year before 1900 or after 2100 is a typo. */
const day = (year: number, month: number, date: number): string | null =>
  year >= 1900 && year <= 2100 && isDayOfCalendar(year, month, date)
    ? `${year}-${twoDigits(month)}-${twoDigits(date)}`
    : null

function timeOf(text: string): { at: number; clock: string } | 'invalid' | null {
  const found = /(?:^|[T\s,])(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?(m)\b)?/i.exec(text)
  if (!found) return /:/.test(text) ? 'invalid' : null
  const meridiem = found[4] && found[5] ? found[4].toLowerCase() : null
  const hour = Number(found[1])
  const hours = meridiem ? (hour % 12) + (meridiem === 'p' ? 12 : 0) : hour
  const minutes = Number(found[2])
  const seconds = Number(found[3] ?? 0)
  if (hours > 23 || minutes > 59 || seconds > 60 || (meridiem && (hour < 1 || hour > 12) && hour !== 0))
    return 'invalid'
  return { at: found.index, clock: `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(Math.min(seconds, 59))}` }
}

/** `20260304`, serial days of a workbook, and seconds or milliseconds since 1970. */
function fromNumber(text: string, { epoch }: DateContext): WallClock | null {
  const compact = /^(19|20|21)(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (compact) {
    const found = day(Number(`${compact[1]}${compact[2]}`), Number(compact[3]), Number(compact[4]))
    return found ? { day: found, clock: '00:00:00' } : null
  }
  const stamp = /^((?:19|20)\d{6})(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (stamp) {
    const [, written = '', ...time] = stamp
    const found = fromNumber(written, { epoch, order: 'mdy', thisYear: 0 })
    const clock = timeOf(time.join(':'))
    return found && clock && clock !== 'invalid' ? { ...found, clock: clock.clock } : null
  }
  const value = Number(text.replace(',', '.'))
  if (/^\d{10}$|^\d{13}$/.test(text)) {
    const iso = new Date(text.length === 10 ? value * 1000 : value).toISOString()
    return { day: iso.slice(0, 10), clock: iso.slice(11, 19) }
  }
  return value > 20_000 && value < 73_050 ? fromSerial(value, epoch) : null
}

const dayAndMonth = /^\d{1,2}([-/.])\d{1,2}\.?$/

/** `12/03`, `Dec 3`, `3-Dec`, `Wed, 3 Dec`: a day of an unknown year. */
export function isDayWithoutYear(text: string): boolean {
  if (text.length > 40) return false
  const { plain } = dayAndTime(text)
  const named = plain.replace(/^\p{L}{2,9}\.?(,\s+(?=\p{L}|\d)|\s+(?=\d{1,2}[-/.]\d))/u, '')
  const isShort = dayAndMonth.test(named) || /^\p{L}{3,10}\.?[ -]\d{1,2}(st|nd|rd|th)?$/iu.test(named)
  const isDayFirst = /^\d{1,2}(st|nd|rd|th|er|º|°|\.)?[ -]?(de |of )?\p{L}{3,10}\.?$/iu.test(named)
  if (!isShort && !isDayFirst) return false
  const context: DateContext = { order: 'mdy', epoch: 1900, thisYear: 2000 }
  const orders: readonly DateOrder[] = ['mdy', 'dmy']
  return orders.some((order) => parseDate(withYear(plain, '2000'), { ...context, order }) !== null)
}

/** @param text a day without a year */
export function withYear(text: string, year: string): string {
  const { plain, time } = dayAndTime(text)
  const mark = /\d{1,2}([-/.])\d{1,2}\.?$/.exec(plain)?.[1]
  return `${mark ? `${plain.replace(/\.$/, '')}${mark}${year}` : `${plain} ${year}`}${time}`
}

function dayAndTime(text: string): { readonly plain: string; readonly time: string } {
  const written = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const time = /,? (at )?\d{1,2}:\d{2}(:\d{2})?( ?[ap]\.?m\.?)?$/i.exec(written)?.[0] ?? ''
  return { plain: written.slice(0, written.length - time.length), time }
}

export type FoundOrder = { order: DateOrder | 'unneeded' | 'ambiguous'; suggested: DateOrder | null }

/**
 * A number above 12 decides. Without one, or with numbers above 12 in both places, dates that are different days in the
 * two orders are ambiguous.
 */
export function findDateOrder(cells: Iterable<string>): FoundOrder {
  let mdy = 0
  let dmy = 0
  let ambiguous = 0
  for (const cell of cells) {
    if (cell.length > longestDate) continue
    const plain = cell.normalize('NFKC').replace(/\s+/g, ' ').trim()
    const time = timeOf(plain)
    const rest =
      time && time !== 'invalid'
        ? plain
            .slice(0, time.at)
            .trimEnd()
            .replace(/([,T]|\bat)$/, '')
        : plain
    const parts = numericParts(rest.trim())
    if (!parts || parts.sign === '.') continue
    const order = readOrder(parts.first, parts.second)
    if (order === 'dmy') dmy++
    else if (order === 'mdy') mdy++
    else if (parts.first !== parts.second && parts.first <= 12) ambiguous++
  }
  const suggested = mdy >= dmy ? 'mdy' : 'dmy'
  if (mdy > 0 !== dmy > 0) return { order: suggested, suggested }
  return ambiguous > 0 ? { order: 'ambiguous', suggested } : { order: 'unneeded', suggested: null }
}
