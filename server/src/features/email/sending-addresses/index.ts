/** An own address has a signing key created here, and is used only while its DNS records are found. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { runDnsRechecks } from './recheck-dns.ts'
import { sendingAddressRoutes } from './sending-addresses.routes.ts'

export { findDkimKey } from './find-dkim-key.ts'
export { sendingDay, sendingDayNumber, sendingDayZone, startOfNextSendingDay } from './sending-day.ts'
export {
  beginWarmUp,
  lockWarmUpState,
  slotsTakenOn,
  type WarmUpState,
  type WarmUpSteps,
  warmUpStepOn,
} from './sending-domains.queries.ts'

export const sendingAddressesFeature = ({ platform }: { readonly platform: Platform }): Feature => ({
  routes: sendingAddressRoutes,
  workers: platform.config.ownSenders ? [() => runDnsRechecks(platform)] : [],
})
