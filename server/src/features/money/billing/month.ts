import { dayAt } from '@twofold/matching'

export const monthAt = (now: Date, timeZone: string): string =>
  `${(dayAt(now, timeZone) ?? now.toISOString()).slice(0, 7)}-01`

export const monthsLater = (month: string, months: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)
