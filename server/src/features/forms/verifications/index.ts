/**
 * Worklist of matches that wait for the nonprofit, with the request, the requester and the deadline. Authorized
 * signers of the organization sign forms that donors signed online.
 */

import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { runAlertingDeadlines } from './alert-deadlines.ts'
import { verificationRoutes } from './verifications.routes.ts'

export { alertDeadlines, verificationLetter } from './alert-deadlines.ts'

type Given = { readonly platform: Platform; readonly directory: Directory }

export const verificationsRoom = ({ platform, directory }: Given): Room => ({
  routes: verificationRoutes(directory),
  workers: [() => runAlertingDeadlines(platform)],
})
