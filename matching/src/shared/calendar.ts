/** Days since 1970-01-01: gifts, deadlines, and policy years are days, not instants. */

const msPerDay = 86_400_000
const firstYear = 1900
const lastYear = 2999

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Returns the number of days; months are 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 31)
}

/** Returns the day, at most the month's last one: February 29 is the 28th in a common year. Months are 1 to 12. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, Math.min(day, daysInMonth(year, month))) / msPerDay
}

/** Returns the day of 'YYYY-MM-DD' or a longer timestamp, or null if it does not exist. */
export function readDay(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < firstYear || year > lastYear || month < 1 || month > 12) return null
  if (day < 1 || day > daysInMonth(year, month)) return null
  return dayOf(year, month, day)
}

/** Returns year, month (1 to 12), and day of a day number. */
export function datePartsOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * msPerDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Returns 'YYYY-MM-DD'. */
export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10)

const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** Returns a day for sentences, such as 'January 31, 2027'. */
export function formatDay(day: number): string {
  const { year, month, day: dayOfMonth } = datePartsOf(day)
  return `${monthNames[month - 1]} ${dayOfMonth}, ${year}`
}

/** Returns the valid day 'YYYY-MM-DD' for sentences. */
export const formatIsoDay = (text: string): string => formatDay(readDay(text) ?? 0)

/** Returns the same day N months later, or the last day of a shorter month. */
export function addMonths(day: number, months: number): number {
  const parts = datePartsOf(day)
  const count = parts.year * 12 + parts.month - 1 + months
  return dayOf(Math.floor(count / 12), (count % 12) + 1, parts.day)
}

/** Returns the month and day of 'MM-DD', including 02-29, or null. */
export function readMonthDay(text: string): { month: number; day: number } | null {
  const match = /^(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const [month, day] = [Number(match[1]), Number(match[2])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(2000, month)) return null
  return { month, day }
}

export type PolicyYear = { readonly firstDay: string; readonly lastDay: string }

/** Returns the company's year that contains the day, or null for an invalid day. An invalid start means January 1. */
export function policyYearOf(dayOrStamp: string, policyYearStart: string): PolicyYear | null {
  const day = readDay(dayOrStamp)
  if (day === null) return null
  const start = readMonthDay(policyYearStart) ?? { month: 1, day: 1 }
  const { year } = datePartsOf(day)
  const startThisYear = dayOf(year, start.month, start.day)
  const startYear = day >= startThisYear ? year : year - 1
  const first = dayOf(startYear, start.month, start.day)
  const next = dayOf(startYear + 1, start.month, start.day)
  return { firstDay: dayText(first), lastDay: dayText(next - 1) }
}

const defaultTimeZone = 'America/New_York'
const formats = new Map<string, Intl.DateTimeFormat>()
const dayEnds = new Map<string, number>()
/** Ten years in a few zones. */
const maxDayEnds = 20_000

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const created = makeFormat(timeZone) ?? formatOf(defaultTimeZone)
  if (formats.size < 1_000) formats.set(timeZone, created)
  return created
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // Unknown zone: the caller falls back to the default.
    return null
  }
}

/** Returns milliseconds; the instant is a whole second. */
function offsetAt(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

/** Returns the last millisecond of the day in the zone. An unknown zone counts as New York. */
export function endOfDay(day: number, timeZone: string): Date {
  const key = `${day} ${timeZone}`
  const cached = dayEnds.get(key)
  if (cached !== undefined) return new Date(cached)
  const lastSecond = (day + 1) * msPerDay - 1_000
  // A second pass, because the first guess may be on the other side of a clock change.
  const guess = lastSecond - offsetAt(lastSecond, timeZone)
  const end = lastSecond - offsetAt(guess, timeZone) + 999
  if (dayEnds.size >= maxDayEnds) dayEnds.clear()
  dayEnds.set(key, end)
  return new Date(end)
}

/** Returns `YYYY-MM-DD` and `HH:MM:SS`, or null outside the range of dates. */
export function wallClockAt(instant: Date, timeZone: string): { readonly day: string; readonly clock: string } | null {
  const ms = instant.getTime()
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15 - msPerDay) return null
  const wholeSecond = Math.floor(ms / 1_000) * 1_000
  const wallClock = new Date(wholeSecond + offsetAt(wholeSecond, timeZone)).toISOString()
  return { day: wallClock.slice(0, 10), clock: wallClock.slice(11, 19) }
}

/** Returns the calendar day of an instant in the zone, or null outside the range of dates. */
export const dayAt = (instant: Date, timeZone: string): string | null => wallClockAt(instant, timeZone)?.day ?? null
