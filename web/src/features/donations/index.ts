import { paths } from '../../shell/paths.ts'
import { initialListState, writeListState } from './list-state.ts'
import type { Period } from './period/periods.ts'

export { periodIn } from './list-state.ts'
export { type Day, dayInWords, monthInWords } from './period/days.ts'
export { PeriodPicker } from './period/period-picker.tsx'
export { type ClosedPeriod, defaultOverviewPeriod, isSamePeriod, type Period } from './period/periods.ts'
export { familyLooks, StatusBadge } from './status-badge.tsx'

/**
 * Where the gifts behind a number are listed: the same filter, the same days, so the same count. The status is a quick
 * filter or ids divided by commas; without one the list shows all, and the period `{}` is any date.
 */
export const donationsAddress = (status: string | undefined, period: Period): string => {
  const search = writeListState({ ...initialListState, status, period }).toString()
  return `${paths.donations}?${search}`
}

/** The same list with one match open in front of it. */
export const matchAddress = (id: number): string => `${donationsAddress(undefined, {})}&match=${id}`
