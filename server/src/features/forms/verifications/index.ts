/** Matches that wait for the nonprofit. Authorized signers sign forms that donors signed online. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { runDeadlineAlerts } from './alert-deadlines.ts'
import { verificationRoutes } from './verifications.routes.ts'

export { alertDeadlines, verificationDueEmail } from './alert-deadlines.ts'

type VerificationsServices = { readonly platform: Platform; readonly directory: Directory }

export const verificationsFeature = ({ platform, directory }: VerificationsServices): Feature => ({
  routes: verificationRoutes(directory),
  workers: [() => runDeadlineAlerts(platform)],
})
