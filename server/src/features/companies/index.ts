/**
 * Employers and their matching policies. The directory belongs to nobody's organization. A policy is never edited but
 * superseded, and always names where and when it was learned.
 */
import type { Room } from '../../platform/room.ts'
import { companyRoutes } from './companies.routes.ts'
import { serveCompanyPage } from './company-page.ts'
import type { Directory } from './directory.ts'
import { serveSitemap } from './serve-sitemap.ts'

export { listPolicies, listPoliciesOn, listVersions, listVersionsOf, type PolicyVersion } from './companies.queries.ts'
export { type CompanyFacts, findCompanyFacts } from './company-facts.queries.ts'
export { headingWords } from './company-words.ts'
export { compareVersions, type PolicyDifference } from './compare-versions.ts'
export { createDirectory, type Directory, directoryWithin } from './directory.ts'
export { keepRate, listKeptRates, listRates, lookAgainAtExchanged, removeRate } from './exchange-rates.queries.ts'
export { factsOfPolicy } from './facts-of-policy.ts'
export { isWaitingAt, lockDirectory, lookAgain, openAt } from './load-directory.queries.ts'
export { loadStarterDirectory } from './load-directory.ts'
export { presentCompany, programShown } from './present-company.ts'
export { presentSource, publisherOf } from './present-source.ts'

export const companiesRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: companyRoutes(directory),
  pages: [serveCompanyPage, serveSitemap],
})
