import type { Feature } from '../../../platform/services/feature.ts'
import { registrationRoutes } from './registration.routes.ts'

export const registrationFeature = (): Feature => ({ routes: registrationRoutes })
