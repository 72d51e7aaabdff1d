/** OUTGOING=paused holds all outgoing traffic until a super user releases it. */
import type { Feature } from '../../../platform/services/feature.ts'
import { outgoingRoutes } from './outgoing.routes.ts'

export const outgoingFeature = (): Feature => ({ routes: outgoingRoutes })
