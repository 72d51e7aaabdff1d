/** Outgoing traffic, for super users: release after a start with OUTGOING=paused, and the state of the mail server. */
import type { Room } from '../../../platform/services/room.ts'
import { outgoingRoutes } from './outgoing.routes.ts'

export const outgoingRoom = (): Room => ({ routes: outgoingRoutes })
