import {
  type ClosedPeriod,
  type Day,
  defaultOverviewPeriod,
  isSamePeriod,
  type Period,
  periodIn,
} from '../donations/index.ts'

/** The days in the address, `?from=2026-01-01&to=2026-03-31`; January 1 to today when there are none or they make no sense. */
export function readOverviewPeriod(search: URLSearchParams, today: Day): ClosedPeriod {
  const period = periodIn(search)
  return period?.from && period.to ? { from: period.from, to: period.to } : defaultOverviewPeriod(today)
}

/** The address of a period; the default is not said, so that it moves on with the days. */
export function writeOverviewPeriod(period: Period, today: Day, others: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(others)
  search.delete('from')
  search.delete('to')
  if (!period.from || !period.to || isSamePeriod(period, defaultOverviewPeriod(today))) return search
  search.set('from', period.from)
  search.set('to', period.to)
  return search
}
