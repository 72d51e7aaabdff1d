import { addDays, type Day, formatDay, startOfMonth, startOfQuarter, startOfYear } from './days.ts'

/** Inclusive. A missing end is open. */
export type Period = { readonly from?: Day | undefined; readonly to?: Day | undefined }
export type ClosedPeriod = { readonly from: Day; readonly to: Day }

/** Includes today. */
export const lastDays = (count: number, today: Day): ClosedPeriod => ({ from: addDays(today, 1 - count), to: today })

const before = (start: Day, startOf: (day: Day) => Day): ClosedPeriod => {
  const to = addDays(start, -1)
  return { from: startOf(to), to }
}

export const presets: readonly { readonly label: string; readonly period: (today: Day) => ClosedPeriod }[] = [
  { label: 'Last 7 days', period: (today) => lastDays(7, today) },
  { label: 'Last 90 days', period: (today) => lastDays(90, today) },
  { label: 'Last Month', period: (today) => before(startOfMonth(today), startOfMonth) },
  { label: 'Month to Date', period: (today) => ({ from: startOfMonth(today), to: today }) },
  { label: 'Last Quarter', period: (today) => before(startOfQuarter(today), startOfQuarter) },
  { label: 'Quarter to Date', period: (today) => ({ from: startOfQuarter(today), to: today }) },
  { label: 'Year to Date', period: (today) => ({ from: startOfYear(today), to: today }) },
]

export const defaultListPeriod = (today: Day): ClosedPeriod => lastDays(90, today)

export const defaultOverviewPeriod = (today: Day): ClosedPeriod => ({ from: startOfYear(today), to: today })

export const isSamePeriod = (a: Period, b: Period): boolean => a.from === b.from && a.to === b.to

/** In January several presets are equal; the first one wins. */
export const presetOf = (period: Period, today: Day): string | undefined =>
  presets.find((preset) => isSamePeriod(preset.period(today), period))?.label

/** A From after To, or a To before From, leaves the period unchanged. */
export function pickDay(period: Period, end: 'from' | 'to', day: Day): Period {
  const next = { ...period, [end]: day }
  return next.from && next.to && next.from > next.to ? period : next
}

/** `Jan 01, 2026 - Nov 20, 2026`, or the spec's text for an empty period. */
export function formatPeriod({ from, to }: Period): string {
  if (from && to) return `${formatDay(from)} - ${formatDay(to)}`
  if (from) return `From ${formatDay(from)}`
  return to ? `Through ${formatDay(to)}` : 'Select date range'
}
