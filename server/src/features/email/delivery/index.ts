/** Bounces and complaints, reported by mail services over HTTP or to a mailbox. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { runMailboxReader } from './report-mailbox.ts'
import { serveMailReports } from './serve-reports.ts'

export { headersForReports } from './serve-reports.ts'

export function deliveryFeature({ platform }: { readonly platform: Platform }): Feature {
  const { bounceMailbox } = platform.config
  return {
    pages: [serveMailReports()],
    workers: bounceMailbox ? [() => runMailboxReader(platform, bounceMailbox)] : [],
  }
}
