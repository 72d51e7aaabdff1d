/** Support access is read-only, or with changes for a limited time after an explicit request. */
import type { Feature } from '../../../platform/services/feature.ts'
import { supportRoutes } from './support.routes.ts'

export { canChange } from './support.queries.ts'

export const supportFeature = (): Feature => ({ routes: supportRoutes })
