import type { QuickFilter } from '@twofold/matching'
import { paths } from '../../portal/paths.ts'
import { initialListState, writeListState } from './list-state.ts'
import type { ClosedPeriod } from './period/periods.ts'

export { periodIn } from './list-state.ts'
export { type Day, todayIn } from './period/days.ts'
export { PeriodPicker } from './period/period-picker.tsx'
export { type ClosedPeriod, defaultOverviewPeriod, isSamePeriod, type Period } from './period/periods.ts'
export { familyLooks, StatusBadge } from './status-badge.tsx'

/** Where the gifts behind a number are listed: the same filter, the same days, so the same count. */
export const donationsAddress = (status: QuickFilter, period: ClosedPeriod): string =>
  `${paths.donations}?${writeListState({ ...initialListState, status, period })}`
