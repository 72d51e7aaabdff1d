import { formatDateTime, formatDay, formatDayInZone, memoize, userLanguage } from './format.ts'

const clock = { hour: 'numeric', minute: '2-digit' } as const
const day = { month: 'short', day: 'numeric' } as const

const inZone = (parts: Intl.DateTimeFormatOptions) =>
  memoize((language, timeZone) => new Intl.DateTimeFormat(language, { ...parts, ...(timeZone ? { timeZone } : {}) }))

const clocks = inZone(clock)
const days = inZone(day)
const moments = inZone({ ...day, ...clock })
const years = inZone({ year: 'numeric' })

export const isSameDay = (moment: string, timeZone: string, now: Date): boolean =>
  formatDayInZone(moment, timeZone) === formatDayInZone(now.toISOString(), timeZone)

/** `4:06 PM` on the server's current day, else `Nov 23, 8:00 AM`, with the year if it is another one. */
export function formatUpcoming(moment: string, timeZone: string, now: Date, language = userLanguage()): string {
  const at = new Date(moment)
  if (isSameDay(moment, timeZone, now)) return clocks(language, timeZone).format(at)
  const year = years(language, timeZone)
  return year.format(at) === year.format(now)
    ? moments(language, timeZone).format(at)
    : formatDateTime(moment, timeZone, language)
}

/** `Nov 23`, with the year if it is not the one of `today`. */
export function formatUpcomingDay(date: string, today: string, language = userLanguage()): string {
  return date.slice(0, 4) === today.slice(0, 4)
    ? days(language, 'UTC').format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
    : formatDay(date, language)
}
