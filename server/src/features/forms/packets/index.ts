/** The match packet for an employer that takes a form: one PDF, generated on request and not stored. */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Authenticators } from '../../accounts/auth/index.ts'
import { packetRoutes } from './packets.routes.ts'

export { contactOf, giftRows, receiptFile } from './receipt.ts'

export const packetsFeature = ({ authenticators }: { readonly authenticators: Authenticators }): Feature => ({
  routes: packetRoutes(authenticators),
})
