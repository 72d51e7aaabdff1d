import type { Currency } from '@twofold/contract'

/** Amounts are decimal units as in the API; days are `2026-11-20` without a time zone. */

export const userLanguage = () => (typeof navigator === 'undefined' ? 'en-US' : navigator.language)

/** Creating an Intl format costs more than using it a thousand times. */
export function memoize<F>(make: (...key: readonly string[]) => F): (...key: readonly string[]) => F {
  const cache = new Map<string, F>()
  return (...key) => {
    const name = key.join(' ')
    const value = cache.get(name) ?? make(...key)
    cache.set(name, value)
    return value
  }
}

const money = memoize(
  (language, currency) => new Intl.NumberFormat(language, { style: 'currency', currency: currency ?? 'USD' }),
)
const counts = memoize((language) => new Intl.NumberFormat(language))
const shares = memoize((language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }))
const days = memoize(
  (language) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' }),
)
const moments = memoize(
  (language, timeZone) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone ? { timeZone } : {}) }),
)

/** `$1,234.50`; a Canadian reader of French gets `1 234,50 $`. */
export const formatMoney = (amount: number, currency: Currency = 'USD', language = userLanguage()): string =>
  money(language, currency).format(amount)

export const formatCount = (count: number, language = userLanguage()): string => counts(language).format(count)

/** `10,000`, or `10,000+` if there may be more. */
export const formatApproximateCount = (count: number, isExact: boolean): string =>
  `${formatCount(count)}${isExact ? '' : '+'}`

/** `38%`. Division by zero returns a dash, never NaN. */
export const formatShare = (part: number, whole: number, language = userLanguage()): string =>
  whole ? shares(language).format(part / whole) : '–'

/** `Nov 20, 2026` for a day or a gift's local time (`2026-11-20T09:30:00`), independent of the time zone. */
export function formatDay(day: string, language = userLanguage()): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  if (!year || !month || !date) return '–'
  return days(language).format(Date.UTC(year, month - 1, date))
}

/** `Nov 20, 2026, 9:30 AM` for a UTC moment, in the organization's time zone if given. */
export function formatDateTime(moment: string, timeZone = '', language = userLanguage()): string {
  const at = new Date(moment)
  return Number.isNaN(at.getTime()) ? '–' : moments(language, timeZone).format(at)
}

const times = memoize((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))

/** `9:30 AM` in the reader's time zone. */
export const formatTime = (moment: string, language = userLanguage()): string =>
  times(language).format(new Date(moment))

const dates = memoize(
  (language, timeZone) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...(timeZone ? { timeZone } : {}) }),
)

/** `Jul 5, 2026` in the organization's time zone. */
export const formatDayInZone = (moment: string, timeZone: string, language = userLanguage()): string =>
  dates(language, timeZone).format(new Date(moment))

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`
}

/** `1 gift`, `2 gifts`. English only: donor texts use the message catalogue. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
