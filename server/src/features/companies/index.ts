/**
 * Employers and their matching policies. The directory belongs to nobody's organization. A policy is never edited but
 * superseded, and always names where and when it was learned.
 */
import type { Room } from '../../platform/room.ts'
import { companyRoutes } from './companies.routes.ts'
import { serveCompanyPage } from './company-page.ts'
import type { Directory } from './directory.ts'

export { listCurrentPolicies } from './companies.queries.ts'
export { createDirectory, type Directory } from './directory.ts'
export { listRates } from './exchange-rates.queries.ts'
export { openAt } from './load-directory.queries.ts'
export { loadStarterDirectory } from './load-directory.ts'
export { programShown } from './present-company.ts'
export { presentSource } from './present-source.ts'

export const companiesRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: companyRoutes(directory),
  pages: [serveCompanyPage],
})
