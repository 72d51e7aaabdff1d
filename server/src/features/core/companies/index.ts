/**
 * Employers and their matching policies. The directory is shared by all organizations. A policy is never edited but
 * superseded, and always has a source and a date.
 */
import type { Room } from '../../../platform/services/room.ts'
import { companyRoutes } from './companies.routes.ts'
import { serveCompanyPage } from './company-page.ts'
import type { Directory } from './directory.ts'
import { serveSitemap } from './serve-sitemap.ts'

export {
  type CompanyFacts,
  findCompanyFacts,
  listPolicies,
  listPoliciesOn,
  listVersions,
  listVersionsOf,
  type PolicyVersion,
} from './companies.queries.ts'
export { headingWords } from './company-words.ts'
export { createDirectory, type Directory, directoryWithin } from './directory.ts'
export { keepRate, listKeptRates, listRates, lookAgainAtExchanged, removeRate } from './exchange-rates.queries.ts'
export { compareVersions, factsOfPolicy, type PolicyDifference } from './facts-of-policy.ts'
export { isWaitingAt, lockDirectory, lookAgain, openAt } from './load-directory.queries.ts'
export { loadStarterDirectory } from './load-directory.ts'
export { presentCompany, programShown } from './present-company.ts'
export { presentSource, publisherOf } from './present-source.ts'

export const companiesRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: companyRoutes(directory),
  pages: [serveCompanyPage, serveSitemap],
})
