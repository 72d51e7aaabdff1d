/**
 * Counts and sums of gifts by day and by month, kept in the same transaction as every change of a donation (triggers on
 * `donations`), so that the cost of an answer does not grow with the number of gifts. The list takes its totals from here.
 */

export { foldSummaries, runFolding } from './fold-summaries.ts'
export { listNextDeadlines } from './next-deadlines.ts'
export { matchBucketOf } from './present-sums.ts'
export { statisticsRoutes } from './statistics.routes.ts'
export { countInSummary, type Landing, landInSummary, type SummaryScope, sumByStatus } from './summaries.queries.ts'
export { monthEnd } from './summary-ranges.ts'
