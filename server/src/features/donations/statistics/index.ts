/**
 * Counts and sums of gifts by day and by month. Triggers on `donations` update them in the transaction of each change,
 * so reading them does not slow down with the number of gifts. The list reads its totals here.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import { runFolding } from './fold-summaries.ts'
import { outlookRoutes } from './outlook.routes.ts'
import { statisticsRoutes } from './statistics.routes.ts'

export { newestNameOfCampaign, sumParts } from './breakdown.queries.ts'
export { foldSummaries } from './fold-summaries.ts'
export { type KeptGrouping, type KeptScope, keptGroupings, keptSums } from './kept-sums.queries.ts'
export { listNextDeadlines } from './next-deadlines.queries.ts'
export { matchBucketOf, moneyOf } from './present-sums.ts'
export {
  countInSummary,
  countOfCompanies,
  landInSummary,
  type StatusSum,
  sumByMonth,
  sumByStatus,
} from './summaries.queries.ts'
export { monthEnd } from './summary-ranges.ts'

export const statisticsRoom = ({ platform }: { readonly platform: Platform }): Room => ({
  routes: [...statisticsRoutes, ...outlookRoutes],
  workers: [() => runFolding(platform)],
})
