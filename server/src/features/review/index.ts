/**
 * Employers that nobody could tell (status 2), across organizations, for super users. Saying which company is meant is kept
 * at once; a job then has the rules look at every gift that waits for it, organization by organization.
 */
import type { Room } from '../../platform/room.ts'
import { reviewRoutes } from './review.routes.ts'
import { reviewQueue, runReviewJob } from './review-jobs.ts'
import type { ReviewWorker } from './run-resolution.ts'

export const reviewRoom = ({ platform, directory }: ReviewWorker): Room => ({
  routes: reviewRoutes(directory),
  jobs: { [reviewQueue]: (data, signal) => runReviewJob({ platform, directory }, data, signal) },
})
