/** Outgoing traffic, for super users: release after a start with OUTGOING=paused, and the state of the mail server. */
import type { Feature } from '../../../platform/services/feature.ts'
import { outgoingRoutes } from './outgoing.routes.ts'

export const outgoingFeature = (): Feature => ({ routes: outgoingRoutes })
