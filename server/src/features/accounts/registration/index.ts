/** Public registration: creates an incomplete organization with one administrator, who sets a password by mail. */
import type { Room } from '../../../platform/services/room.ts'
import { registrationRoutes } from './registration.routes.ts'

export const registrationRoom = (): Room => ({ routes: registrationRoutes })
