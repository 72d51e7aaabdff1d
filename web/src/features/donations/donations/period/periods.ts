import { addDays, type Day, dayInWords, startOfMonth, startOfQuarter, startOfYear } from './days.ts'

/** Days from `from` to `to`, both included; a missing end is open. */
export type Period = { readonly from?: Day | undefined; readonly to?: Day | undefined }
export type ClosedPeriod = { readonly from: Day; readonly to: Day }

/** The last `count` days, today being one of them. */
export const lastDays = (count: number, today: Day): ClosedPeriod => ({ from: addDays(today, 1 - count), to: today })

const before = (start: Day, startOf: (day: Day) => Day): ClosedPeriod => {
  const to = addDays(start, -1)
  return { from: startOf(to), to }
}

/** The ready-made choices, in the order of the menu. */
export const presets: readonly { readonly label: string; readonly period: (today: Day) => ClosedPeriod }[] = [
  { label: 'Last 7 days', period: (today) => lastDays(7, today) },
  { label: 'Last 90 days', period: (today) => lastDays(90, today) },
  { label: 'Last Month', period: (today) => before(startOfMonth(today), startOfMonth) },
  { label: 'Month to Date', period: (today) => ({ from: startOfMonth(today), to: today }) },
  { label: 'Last Quarter', period: (today) => before(startOfQuarter(today), startOfQuarter) },
  { label: 'Quarter to Date', period: (today) => ({ from: startOfQuarter(today), to: today }) },
  { label: 'Year to Date', period: (today) => ({ from: startOfYear(today), to: today }) },
]

/** What the list shows unless told: the last 90 days. */
export const defaultListPeriod = (today: Day): ClosedPeriod => lastDays(90, today)

/** What the dashboard shows unless told: January 1 to today. */
export const defaultOverviewPeriod = (today: Day): ClosedPeriod => ({ from: startOfYear(today), to: today })

export const isSamePeriod = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to

/** The name of the preset that covers exactly these days. The first one wins: in January several are the same. */
export const presetOf = (period: Period, today: Day): string | undefined =>
  presets.find((preset) => isSamePeriod(preset.period(today), period))?.label

/** From is taken only on or before To, To only on or after From; other picks leave the period as it is. */
export function pickDay(period: Period, end: 'from' | 'to', day: Day): Period {
  const next = { ...period, [end]: day }
  return next.from && next.to && next.from > next.to ? period : next
}

/** `Jan 01, 2026 - Nov 20, 2026`; the spec's words when nothing is chosen. */
export function periodInWords({ from, to }: Period): string {
  if (from && to) return `${dayInWords(from)} - ${dayInWords(to)}`
  if (from) return `From ${dayInWords(from)}`
  return to ? `Until ${dayInWords(to)}` : 'Select date range'
}
