/** Public registration: creates an incomplete organization with one administrator, who sets a password by mail. */
import type { Feature } from '../../../platform/services/feature.ts'
import { registrationRoutes } from './registration.routes.ts'

export const registrationFeature = (): Feature => ({ routes: registrationRoutes })
