/** Sums are updated in the transaction of each change, so reading does not slow down with the number of gifts. */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { runSummaryUpdates } from './update-summaries.ts'

export { newestNameOfCampaign, type PartRow, sumParts } from './breakdown.queries.ts'
export {
  type PrecomputedGrouping,
  type PrecomputedScope,
  precomputedGroupings,
  precomputedSums,
} from './precomputed-sums.queries.ts'
export { withSumDeltas } from './sum-deltas.queries.ts'
export {
  countInSummary,
  countOfCompanies,
  type GroupSum,
  locatePageInSummary,
  type StatusSum,
  sumByMonth,
  sumByMonthAndGroup,
  sumByStatus,
} from './summaries.queries.ts'
export { monthEnd } from './summary-ranges.ts'
export { requestsOf, waitsOf } from './update-summaries.queries.ts'
export { updateSummaries } from './update-summaries.ts'

export const sumsFeature = ({ platform }: { readonly platform: Platform }): Feature => ({
  workers: [() => runSummaryUpdates(platform)],
})
