import { dayAt } from '@twofold/matching'

/** Returns the first day of the current month in a time zone. */
export const monthAt = (now: Date, timeZone: string): string =>
  `${(dayAt(now, timeZone) ?? now.toISOString()).slice(0, 7)}-01`

/** Returns the first day of the month that is `months` later. */
export const monthsLater = (month: string, months: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)
