/**
 * Employers that nobody could tell (status 2), across organizations, for super users. Saying which company is meant is kept
 * at once; a job then has the rules look at every gift that waits for it, organization by organization.
 */

export { reviewRoutes } from './review.routes.ts'
export { reviewQueue, startReviewWorker } from './review-jobs.ts'
