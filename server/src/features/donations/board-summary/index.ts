import type { Feature } from '../../../platform/services/feature.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { boardSummaryRoutes } from './board-summary.routes.ts'

export const boardSummaryFeature = ({ authenticators }: { readonly authenticators: Authenticators }): Feature => ({
  routes: boardSummaryRoutes(authenticators),
})
