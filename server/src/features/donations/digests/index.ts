/**
 * The nonprofit's weekly mail, to its notification e-mails and its primary contact. A row of `digests` is one mail and its place
 * in the queue: planned for the week in one statement, written from the summaries when it is due, not sent if there is nothing
 * to tell.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import { digestQueue } from './digest-queue.ts'
import { digestRoutes } from './digests.routes.ts'
import { fillDigests } from './plan-digests.ts'
import { serveDigestPages } from './serve-digest-pages.ts'

export { recipientsOf } from './plan-digests.queries.ts'
export { planDigests } from './plan-digests.ts'

export const digestsRoom = ({ platform }: { readonly platform: Platform }): Room => ({
  routes: digestRoutes,
  pages: [serveDigestPages],
  mails: [{ ...digestQueue(platform), fill: fillDigests(platform) }],
})
