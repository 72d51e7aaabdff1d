/**
 * The nonprofit's weekly mail, to its notification e-mails and its primary contact. A row of `digests` is one mail and its place
 * in the queue: planned for the week in one statement, written from the summaries when it is due, not sent if there is nothing
 * to tell.
 */
export { digestQueue } from './digest-queue.ts'
export { digestRoutes } from './digests.routes.ts'
export { planDigests, runPlanningDigests } from './plan-digests.ts'
export { serveDigestPages } from './serve-digest-pages.ts'
