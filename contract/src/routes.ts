import * as apiKeys from './api-keys.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as bankLines from './bank-lines.ts'
import * as billing from './billing.ts'
import * as boardSummary from './board-summary.ts'
import * as bulkChanges from './bulk-changes.ts'
import * as campaignGroups from './campaign-groups.ts'
import * as campaigns from './campaigns.ts'
import * as chapterRequests from './chapter-requests.ts'
import * as chapters from './chapters.ts'
import * as closing from './closing.ts'
import * as companies from './companies.ts'
import * as companyForms from './company-forms.ts'
import * as contact from './contact.ts'
import * as digests from './digests.ts'
import * as directory from './directory.ts'
import * as directoryFiles from './directory-files.ts'
import * as documents from './documents.ts'
import * as donationChanges from './donation-changes.ts'
import * as donations from './donations.ts'
import * as donorData from './donor-data.ts'
import * as donorMerges from './donor-merges.ts'
import * as donors from './donors.ts'
import * as expectedMoney from './expected-money.ts'
import * as imports from './imports.ts'
import * as listLayouts from './list-layout.ts'
import * as mailSchedule from './mail-schedule.ts'
import * as mails from './mails.ts'
import * as matchNotes from './match-notes.ts'
import * as matchRequests from './match-requests.ts'
import * as members from './members.ts'
import * as notifees from './notifees.ts'
import * as organizations from './organizations.ts'
import * as outgoing from './outgoing.ts'
import * as outlook from './outlook.ts'
import * as packets from './packets.ts'
import * as payments from './payments.ts'
import * as payouts from './payouts.ts'
import * as policies from './policies.ts'
import * as publicMatch from './public-match.ts'
import * as registration from './registration.ts'
import * as reportFiles from './report-files.ts'
import * as reportMailings from './report-mailings.ts'
import * as reports from './reports.ts'
import * as review from './review.ts'
import type { RouteDefinition } from './route.ts'
import * as search from './search.ts'
import * as sendingAddress from './sending-address.ts'
import * as sentMails from './sent-mails.ts'
import * as signedForms from './signed-forms.ts'
import * as statistics from './statistics.ts'
import * as suggestions from './suggestions.ts'
import * as support from './support.ts'
import * as suppressions from './suppressions.ts'
import * as templates from './templates.ts'
import * as verifications from './verifications.ts'
import * as webhooks from './webhooks.ts'

const isRoute = (value: unknown): value is RouteDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value

/** Every route of the product, in the order of its features. */
export const allRoutes: readonly RouteDefinition[] = [
  auth,
  registration,
  organizations,
  documents,
  notifees,
  digests,
  mailSchedule,
  mails,
  suppressions,
  sendingAddress,
  sentMails,
  companies,
  policies,
  donations,
  donationChanges,
  boardSummary,
  bulkChanges,
  listLayouts,
  reportFiles,
  reportMailings,
  reports,
  matchNotes,
  campaigns,
  campaignGroups,
  verifications,
  signedForms,
  templates,
  donors,
  donorData,
  donorMerges,
  search,
  imports,
  payouts,
  expectedMoney,
  bankLines,
  billing,
  payments,
  statistics,
  outlook,
  closing,
  contact,
  apiKeys,
  webhooks,
  members,
  chapters,
  chapterRequests,
  audit,
  support,
  review,
  suggestions,
  directory,
  directoryFiles,
  companyForms,
  publicMatch,
  matchRequests,
  outgoing,
  packets,
].flatMap((feature) => Object.values(feature).filter(isRoute))
