import type { reportMailings } from '@twofold/contract'

export type MailingSchedule = { readonly frequency: reportMailings.MailingFrequency; readonly day: number }

const msPerDay = 86_400_000
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** Days are `YYYY-MM-DD`; negative numbers mean before. */
export const daysAfter = (day: string, days: number): string => dayOf(instantOf(day) + days * msPerDay)

export function nextDayOf({ frequency, day }: MailingSchedule, after: string): string {
  if (frequency === 'weekly') return daysAfter(after, ((day - weekdayOf(after) + 6) % 7) + 1)
  const next = inMonth(day, after, 0)
  return next > after ? next : inMonth(day, after, 1)
}

export function dayBefore({ frequency, day }: MailingSchedule, date: string): string {
  if (frequency === 'weekly') return daysAfter(date, -(((weekdayOf(date) - day + 6) % 7) + 1))
  const before = inMonth(day, date, 0)
  return before < date ? before : inMonth(day, date, -1)
}

/** Monday is 1. */
const weekdayOf = (day: string): number => new Date(instantOf(day)).getUTCDay() || 7

/** Shorter months use their last day. */
function inMonth(day: number, date: string, months: number): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(day, last)))
}
