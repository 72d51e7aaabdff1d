/**
 * Access of our support team to an organization: read-only, or with changes for a limited time after an explicit
 * request.
 */
import type { Room } from '../../../platform/services/room.ts'
import { supportRoutes } from './support.routes.ts'

export { mayChange } from './support.queries.ts'

export const supportRoom = (): Room => ({ routes: supportRoutes })
