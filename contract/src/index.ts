export * as apiKeys from './api-keys.ts'
export * as audit from './audit.ts'
export * as auth from './auth.ts'
export * as campaigns from './campaigns.ts'
export { categories } from './categories.ts'
export * as chapterRequests from './chapter-requests.ts'
export * as chapters from './chapters.ts'
export * as companies from './companies.ts'
export * as contact from './contact.ts'
export * as digests from './digests.ts'
export * as documents from './documents.ts'
export * as donationChanges from './donation-changes.ts'
export * from './donation-columns.ts'
export * as donations from './donations.ts'
export * from './import-targets.ts'
export * as imports from './imports.ts'
export * as mails from './mails.ts'
export { buttonPlace, buttonsOf, type MatchButton } from './match-buttons.ts'
export * as matchNotes from './match-notes.ts'
export * as matchRequests from './match-requests.ts'
export * as members from './members.ts'
export * as notifees from './notifees.ts'
export { type OpenApi, type Operation, openApiOf } from './openapi.ts'
export * as organizations from './organizations.ts'
export * as publicMatch from './public-match.ts'
export * as registration from './registration.ts'
export * as review from './review.ts'
export * from './route.ts'
export { allRoutes } from './routes.ts'
export {
  companyPagePath,
  linkTo,
  operatorPages,
  portalPath,
  publicScreens,
  type ScreenPath,
  screens,
} from './screens.ts'
export * as setup from './setup.ts'
export * as statistics from './statistics.ts'
export { statusId } from './statuses.ts'
export * as support from './support.ts'
export * as webhooks from './webhooks.ts'
export * from './wire.ts'
