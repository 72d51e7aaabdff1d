/** Sums are updated in the transaction of each change, so reading does not slow down with the number of gifts. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { outlookRoutes } from './outlook.routes.ts'
import { statisticsRoutes } from './statistics.routes.ts'
import { runSummaryUpdates } from './update-summaries.ts'

export { newestNameOfCampaign, sumParts } from './breakdown.queries.ts'
export { listNextDeadlines } from './next-deadlines.queries.ts'
export {
  type PrecomputedGrouping,
  type PrecomputedScope,
  precomputedGroupings,
  precomputedSums,
} from './precomputed-sums.queries.ts'
export { presentMatchBucket, presentMoneyReceived } from './present-sums.ts'
export {
  countInSummary,
  countOfCompanies,
  locatePageInSummary,
  type StatusSum,
  sumByMonth,
  sumByStatus,
} from './summaries.queries.ts'
export { monthEnd } from './summary-ranges.ts'
export { updateSummaries } from './update-summaries.ts'

export const statisticsFeature = ({ platform }: { readonly platform: Platform }): Feature => ({
  routes: [...statisticsRoutes, ...outlookRoutes],
  workers: [() => runSummaryUpdates(platform)],
})
