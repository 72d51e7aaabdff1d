import * as auth from './accounts/auth.ts'
import * as contact from './accounts/contact.ts'
import * as members from './accounts/members.ts'
import * as registration from './accounts/registration.ts'
import * as webhooks from './accounts/webhooks.ts'
import * as apiKeys from './core/api-keys.ts'
import * as audit from './core/audit.ts'
import * as companies from './core/companies.ts'
import * as organizations from './core/organizations.ts'
import * as support from './core/support.ts'
import * as directory from './directory/directory.ts'
import * as directoryFiles from './directory/directory-files.ts'
import * as policies from './directory/policies.ts'
import * as review from './directory/review.ts'
import * as suggestions from './directory/suggestions.ts'
import * as alerts from './donations/alerts.ts'
import * as bulkChanges from './donations/bulk-changes.ts'
import * as campaignGroups from './donations/campaign-groups.ts'
import * as campaigns from './donations/campaigns.ts'
import * as digests from './donations/digests.ts'
import * as donationChanges from './donations/donation-changes.ts'
import * as donations from './donations/donations.ts'
import * as donorMerges from './donations/donor-merges.ts'
import * as donors from './donations/donors.ts'
import * as imports from './donations/imports/imports.ts'
import * as listLayouts from './donations/list-layout.ts'
import * as matchNotes from './donations/match-notes.ts'
import * as notifees from './donations/notifees.ts'
import * as donorData from './donations/privacy-requests.ts'
import * as boardSummary from './donations/reports/board-summary.ts'
import * as outlook from './donations/reports/forecasts.ts'
import * as reportFiles from './donations/reports/report-files.ts'
import * as reportMailings from './donations/reports/report-mailings.ts'
import * as reports from './donations/reports/reports.ts'
import * as statistics from './donations/reports/statistics.ts'
import * as search from './donations/search.ts'
import * as staffMessages from './donations/staff-messages.ts'
import * as mailSchedule from './email/mail-schedule.ts'
import * as mails from './email/mails.ts'
import * as outgoing from './email/outgoing.ts'
import * as sendingAddress from './email/sending-address.ts'
import * as sentMails from './email/sent-mails.ts'
import * as suppressions from './email/suppressions.ts'
import * as templates from './email/templates.ts'
import * as companyForms from './forms/company-forms.ts'
import * as documents from './forms/documents.ts'
import * as packets from './forms/packets.ts'
import * as signedForms from './forms/signed-forms.ts'
import * as verifications from './forms/verifications.ts'
import * as chapterRequests from './lifecycle/chapter-requests.ts'
import * as chapters from './lifecycle/chapters.ts'
import * as closing from './lifecycle/closing.ts'
import * as bankLines from './money/bank-lines.ts'
import * as billing from './money/billing.ts'
import * as expectedMoney from './money/expected-money.ts'
import * as payments from './money/payments.ts'
import * as payouts from './money/payouts.ts'
import * as matchRequests from './public/match-requests.ts'
import * as publicMatch from './public/public-match.ts'
import type { RouteDefinition } from './shared/route.ts'

const isRoute = (value: unknown): value is RouteDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

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
  alerts,
  bulkChanges,
  staffMessages,
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
