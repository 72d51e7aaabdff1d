/** The match packet for an employer that takes a form: one PDF, generated on request and not stored. */
import type { Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { packetRoutes } from './packets.routes.ts'

export { contactOf, giftRows, receiptFile } from './receipt.ts'

export const packetsRoom = ({ doors }: { readonly doors: Doors }): Room => ({ routes: packetRoutes(doors) })
