/** `from` is inclusive, `before` exclusive. A missing end is open. */
export type DayRange = { readonly from: string | null; readonly before: string | null }

/** Full months have one row each. */
export type SummaryRanges = { readonly months: DayRange | null; readonly days: readonly DayRange[] }

/** Both days are inclusive; null is open. */
export function splitRange(from: string | null, to: string | null): SummaryRanges {
  const before = to === null ? null : dayAfter(to)
  const firstFullMonth = from === null || from.endsWith('-01') ? from : monthAfter(from)
  const beforeMonth = before === null ? null : monthOf(before)
  if (firstFullMonth !== null && beforeMonth !== null && firstFullMonth >= beforeMonth) {
    return { months: null, days: [{ from, before }] }
  }
  const days: DayRange[] = []
  if (from !== firstFullMonth) days.push({ from, before: firstFullMonth })
  if (before !== beforeMonth) days.push({ from: beforeMonth, before })
  return { months: { from: firstFullMonth, before: beforeMonth }, days }
}

/** Full years have one row each. Both are inclusive; null is open. */
export function splitMonths(
  from: string | null,
  to: string | null,
): { years: DayRange | null; months: readonly DayRange[] } {
  const first = from === null ? null : `${from}-01`
  const before = to === null ? null : monthAfter(`${to}-01`)
  const firstFullMonth = first === null || first.endsWith('-01-01') ? first : yearAfter(first)
  const beforeYear = before === null ? null : `${before.slice(0, 5)}01-01`
  if (firstFullMonth !== null && beforeYear !== null && firstFullMonth >= beforeYear) {
    return { years: null, months: [{ from: first, before }] }
  }
  const months: DayRange[] = []
  if (first !== firstFullMonth) months.push({ from: first, before: firstFullMonth })
  if (before !== beforeYear) months.push({ from: beforeYear, before })
  return { years: { from: firstFullMonth, before: beforeYear }, months }
}

export function dayAfter(day: string): string {
  return isoDay(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000))
}

const monthOf = (day: string): string => `${day.slice(0, 8)}01`

export function monthAfter(day: string): string {
  return isoDay(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)))
}

/** Returns a month such as `2026-01`. */
export function monthBefore(day: string): string {
  return isoDay(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 2, 1))).slice(0, 7)
}

const yearAfter = (day: string): string => isoDay(new Date(Date.UTC(Number(day.slice(0, 4)) + 1, 0, 1)))

export function monthEnd(day: string): string {
  return isoDay(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)))
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
