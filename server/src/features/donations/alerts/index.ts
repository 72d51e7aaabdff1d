import type { Feature } from '../../../platform/services/feature.ts'
import { alertRoutes } from './alerts.routes.ts'

export const alertsFeature = (): Feature => ({ routes: alertRoutes })
