/** The figures of the dashboard and of the outlook. */
import type { Feature } from '../../../platform/services/feature.ts'
import { outlookRoutes } from './outlook.routes.ts'
import { statisticsRoutes } from './statistics.routes.ts'

export { listNextDeadlines } from './next-deadlines.queries.ts'
export { presentMatchBucket, presentMoneyReceived } from './present-sums.ts'

export const statisticsFeature = (): Feature => ({ routes: [...statisticsRoutes, ...outlookRoutes] })
