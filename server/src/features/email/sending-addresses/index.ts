/**
 * Organizations' own sender addresses for donor mails. Each has a signing key created here. An address is used only
 * while its domain's DNS records are found; otherwise the product's address is used.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import { runLookingAgain } from './look-again.ts'
import { sendingAddressRoutes } from './sending-addresses.routes.ts'

export { findSignature } from './find-signature.ts'
export { nextDayAfter, placesDay, placesDayNumber, placesZone } from './places-day.ts'
export { beginWarmUp, type Ladder, lockStanding, type Standing, stepOn, takenOn } from './sending-domains.queries.ts'

export const sendingAddressesRoom = ({ platform }: { readonly platform: Platform }): Room => ({
  routes: sendingAddressRoutes,
  workers: platform.config.ownSenders ? [() => runLookingAgain(platform)] : [],
})
