/**
 * Employers and their matching policies. The directory belongs to nobody's organization. A policy is never edited but
 * superseded, and always names where and when it was learned.
 */
export { listCurrentPolicies } from './companies.queries.ts'
export { companyRoutes } from './companies.routes.ts'
export { createDirectory, type Directory } from './directory.ts'
export { listRates } from './exchange-rates.queries.ts'
export { loadStarterDirectory } from './load-directory.ts'
