/** What leaves the product: held after a start with OUTGOING=paused, and the state of the mail server, for super users. */
import type { Room } from '../../../platform/services/room.ts'
import { outgoingRoutes } from './outgoing.routes.ts'

export const outgoingRoom = (): Room => ({ routes: outgoingRoutes })
