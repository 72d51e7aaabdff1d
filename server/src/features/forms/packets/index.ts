import type { Feature } from '../../../platform/services/feature.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { packetRoutes } from './packets.routes.ts'

export { contactOf, giftRows, receiptFile } from './receipt.ts'

export const packetsFeature = ({ authenticators }: { readonly authenticators: Authenticators }): Feature => ({
  routes: packetRoutes(authenticators),
})
