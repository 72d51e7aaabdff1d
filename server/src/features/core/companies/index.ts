/** All organizations share the directory. A policy is superseded, never edited, and has a source and a date. */
import type { Feature } from '../../../platform/services/feature.ts'
import { companyRoutes } from './companies.routes.ts'
import { serveCompanyPage } from './company-page.ts'
import type { Directory } from './directory.ts'
import { serveSitemap } from './serve-sitemap.ts'

export {
  findCompanyFacts,
  listPolicies,
  listPoliciesOn,
  listVersions,
  listVersionsOf,
  type PolicyColumns,
  type PolicyVersion,
  policyColumns,
} from './companies.queries.ts'
export { headingTexts } from './company-texts.ts'
export { createDirectory, type Directory, directoryInTransaction, type NewCompanyIdentifiers } from './directory.ts'
export {
  deleteRate,
  listDatedRates,
  listExchangeRates,
  scheduleExchangedReevaluation,
  upsertRate,
} from './exchange-rates.queries.ts'
export { compareVersions, factsOfPolicy, type PolicyDifference } from './facts-of-policy.ts'
export {
  isEvaluableAtCompanies,
  isReevaluationPending,
  lockDirectory,
  scheduleReevaluation,
} from './load-directory.queries.ts'
export { loadStarterDirectory } from './load-directory.ts'
export { presentCompany, programStatus } from './present-company.ts'
export { ownNameOf, presentSource, publisherOf } from './present-source.ts'

export const companiesFeature = ({ directory }: { readonly directory: Directory }): Feature => ({
  routes: companyRoutes(directory),
  pages: [serveCompanyPage, serveSitemap],
})
