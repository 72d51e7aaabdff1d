/**
 * A row of `digests` is one email. One statement plans the week; the email is written from the summaries when due, or
 * skipped without content.
 */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { digestQueue } from './digest-queue.ts'
import { digestRoutes } from './digests.routes.ts'
import { fillDigests } from './plan-digests.ts'
import { serveDigestPages } from './serve-digest-pages.ts'

export { planDigests } from './plan-digests.ts'

export const digestsFeature = ({ platform }: { readonly platform: Platform }): Feature => ({
  routes: digestRoutes,
  pages: [serveDigestPages],
  mails: [{ ...digestQueue(platform), fill: fillDigests(platform) }],
})
