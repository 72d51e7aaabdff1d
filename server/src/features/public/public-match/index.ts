/**
 * Public features for donors without an account: find an organization's page, read an employer's policy and request a
 * match. Addresses are not verified there, so a request stays unconfirmed until the donor, a file, an integration or
 * staff confirm it.
 */
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { serveMatchPage } from './match-page.ts'
import { publicMatchRoutes } from './public-match.routes.ts'

export { type FoundNow, findGivenNow, type GivenNow, readGivingToken } from './given-now.ts'

export const publicMatchRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: publicMatchRoutes(directory),
  pages: [serveMatchPage],
})
