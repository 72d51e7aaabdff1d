/** Global search for donors, matches and companies by name. */
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { searchRoutes } from './search.routes.ts'

export const searchRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: searchRoutes(directory),
})
