/** What an employer that takes a form is sent, as one PDF: made when it is asked for, kept nowhere. */
import type { Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { packetRoutes } from './packets.routes.ts'

export { contactOf, giftRows, receiptFile } from './receipt.ts'

export const packetsRoom = ({ doors }: { readonly doors: Doors }): Room => ({ routes: packetRoutes(doors) })
