import type { Feature } from '../../../platform/services/feature.ts'
import type { Directory } from '../../core/companies/index.ts'
import { searchRoutes } from './search.routes.ts'

export const searchFeature = ({ directory }: { readonly directory: Directory }): Feature => ({
  routes: searchRoutes(directory),
})
