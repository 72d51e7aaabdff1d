/** What our support may do in an organization: look, and change things for a while once it has said so. */
import type { Room } from '../../../platform/services/room.ts'
import { supportRoutes } from './support.routes.ts'

export { mayChange } from './support.queries.ts'

export const supportRoom = (): Room => ({ routes: supportRoutes })
