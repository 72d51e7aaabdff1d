import { outlook } from '@twofold/contract'

/** The first day of the month that was so many months ago. */
export const monthsBefore = (date: Date, months: number): string =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)).toISOString().slice(0, 10)

/** From which day on requests and payments count into how long it takes, and are listed behind it. */
export const waitsSince = (now: Date): string => monthsBefore(now, outlook.waitsCountedMonths)
