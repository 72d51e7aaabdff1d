import { parsePeriod } from '../donations/index.ts'
import { type ClosedPeriod, type Day, defaultOverviewPeriod, isSamePeriod, type Period } from '../periods/index.ts'

/** `?from=2026-01-01&to=2026-03-31`; January 1 through today if missing or invalid. */
export function readOverviewPeriod(search: URLSearchParams, today: Day): ClosedPeriod {
  const period = parsePeriod(search)
  return period?.from && period.to ? { from: period.from, to: period.to } : defaultOverviewPeriod(today)
}

/** Omits the default, so that a saved link moves with the date. */
export function writeOverviewPeriod(period: Period, today: Day, previousParams: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(previousParams)
  search.delete('from')
  search.delete('to')
  if (!period.from || !period.to || isSamePeriod(period, defaultOverviewPeriod(today))) return search
  search.set('from', period.from)
  search.set('to', period.to)
  return search
}
