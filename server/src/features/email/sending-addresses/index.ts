/**
 * Addresses of their own that organizations send emails to donors from. Each has a key of ours; it is used while the DNS lines of
 * its domain are found, and the product's address otherwise.
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
