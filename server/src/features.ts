import {
  accountEmails,
  authFeature,
  createSessionReader,
  knownBrowsers,
  recordRefusal,
  type SessionReader,
} from './features/accounts/auth/index.ts'
import { contactFeature, contactFormEmail } from './features/accounts/contact/index.ts'
import { membersFeature } from './features/accounts/members/index.ts'
import { registrationFeature } from './features/accounts/registration/index.ts'
import { webhookDisabledEmail, webhooksFeature } from './features/accounts/webhooks/index.ts'
import { apiKeysFeature, createKeyReader, type KeyReader } from './features/core/api-keys/index.ts'
import {
  auditFeature,
  createDenialRecorder,
  createVisitRecorder,
  type DenialRecorder,
  type VisitRecorder,
} from './features/core/audit/index.ts'
import { companiesFeature, createDirectory, type Directory } from './features/core/companies/index.ts'
import { operatorPagesFeature } from './features/core/operator-pages/index.ts'
import {
  type AccessReader,
  createAccessReader,
  describeAdministrators,
  isOrganizationClosed,
  organizationsFeature,
  type PreviewServices,
} from './features/core/organizations/index.ts'
import { outgoingFeature } from './features/core/outgoing/index.ts'
import { canChange, supportFeature } from './features/core/support/index.ts'
import type { Authenticators } from './features/core/users/index.ts'
import { demoFeature } from './features/demo/demo/index.ts'
import { directoryFeature, resolutionUndo, suggestionEmail } from './features/directory/company-editor/index.ts'
import { alertsFeature } from './features/donations/alerts/index.ts'
import { boardSummaryFeature } from './features/donations/board-summary/index.ts'
import { campaignsFeature, groupListEmail } from './features/donations/campaigns/index.ts'
import { digestsFeature } from './features/donations/digests/index.ts'
import { donationsFeature } from './features/donations/donations/index.ts'
import { donorsFeature } from './features/donations/donors/index.ts'
import { createFileReader, type FileReader } from './features/donations/file-reading/index.ts'
import { importsFeature, importUndo } from './features/donations/imports/index.ts'
import {
  fileReadyEmail,
  fillReportEmailQueue,
  reportEmail,
  reportsFeature,
} from './features/donations/reports/index.ts'
import { searchFeature } from './features/donations/search/index.ts'
import { sentMailsFeature } from './features/donations/sent-mails/index.ts'
import { statisticsFeature } from './features/donations/statistics/index.ts'
import { undosFeature } from './features/donations/undos/index.ts'
import { deliveryFeature } from './features/email/delivery/index.ts'
import { notificationsFeature, reviewMails, senderOfOrganization } from './features/email/notifications/index.ts'
import { sendingAddressesFeature } from './features/email/sending-addresses/index.ts'
import { type SystemEmailKinds, systemEmailQueue } from './features/email/system-emails/index.ts'
import { templatesFeature } from './features/email/templates/index.ts'
import { companyFormsFeature } from './features/forms/company-forms/index.ts'
import { documentsFeature } from './features/forms/documents/index.ts'
import { packetsFeature } from './features/forms/packets/index.ts'
import { signaturesFeature } from './features/forms/signatures/index.ts'
import { verificationDueEmail, verificationsFeature } from './features/forms/verifications/index.ts'
import { chapterEmails, chaptersFeature } from './features/lifecycle/chapters/index.ts'
import { closingFeature, erasureWarningEmail } from './features/lifecycle/closing/index.ts'
import { journalFeature } from './features/matches/journal/index.ts'
import { evaluateAffected, matchesFeature } from './features/matches/matches/index.ts'
import { sumsFeature } from './features/matches/sums/index.ts'
import { billingFeature, isBillingShown } from './features/money/billing/index.ts'
import { payoutsFeature, reportUndo } from './features/money/payouts/index.ts'
import { apiDocsFeature } from './features/public/api-docs/index.ts'
import { donorPagesFeature, donorSystemEmails } from './features/public/donor-pages/index.ts'
import { publicMatchFeature } from './features/public/public-match/index.ts'
import { widgetFeature } from './features/public/widget/index.ts'
import { inTenant, readOnly } from './platform/database/database.ts'
import { runFileSweeper } from './platform/files/stored-files.ts'
import type { Authorizer } from './platform/http/authorize-request.ts'
import { runIdempotencySweeper } from './platform/http/idempotent-calls.ts'
import type { ServedRoute } from './platform/http/serve.ts'
import { runLinkSweeper } from './platform/links/delete-expired-links.ts'
import type { Feature } from './platform/services/feature.ts'
import type { Platform } from './platform/services/platform.ts'

type FeatureServices = {
  readonly platform: Platform
  readonly sessions: SessionReader
  readonly keys: KeyReader
  readonly access: AccessReader
  readonly authenticators: Authenticators
  readonly directory: Directory
  readonly reader: FileReader
  readonly evaluateAffected: PreviewServices['evaluateAffected']
  readonly reviewMails: PreviewServices['reviewMails']
  readonly forgetAccess: () => void
}

const features: readonly ((services: FeatureServices) => Feature)[] = [
  authFeature,
  registrationFeature,
  organizationsFeature,
  documentsFeature,
  digestsFeature,
  companiesFeature,
  matchesFeature,
  journalFeature,
  donationsFeature,
  reportsFeature,
  campaignsFeature,
  templatesFeature,
  donorsFeature,
  searchFeature,
  importsFeature,
  payoutsFeature,
  sumsFeature,
  statisticsFeature,
  billingFeature,
  contactFeature,
  apiKeysFeature,
  webhooksFeature,
  membersFeature,
  chaptersFeature,
  closingFeature,
  auditFeature,
  supportFeature,
  outgoingFeature,
  directoryFeature,
  companyFormsFeature,
  (services) => undosFeature(services, [importUndo, reportUndo, resolutionUndo]),
  signaturesFeature,
  verificationsFeature,
  publicMatchFeature,
  apiDocsFeature,
  sendingAddressesFeature,
  notificationsFeature,
  deliveryFeature,
  sentMailsFeature,
  donorPagesFeature,
  packetsFeature,
  boardSummaryFeature,
  alertsFeature,
  widgetFeature,
  operatorPagesFeature,
  demoFeature,
]

/** A system email without an entry or a text fails to compile. */
const systemEmailsOf = ({ directory }: FeatureServices): SystemEmailKinds => ({
  ...accountEmails,
  ...chapterEmails,
  ...donorSystemEmails,
  contact: contactFormEmail,
  'erasure-soon': erasureWarningEmail,
  'group-list': groupListEmail,
  report: reportEmail(directory),
  'report-file': fileReadyEmail,
  'suggestion-answered': suggestionEmail,
  'verification-due': verificationDueEmail,
  'webhook-disabled': webhookDisabledEmail,
})

export type Features = Pick<FeatureServices, 'sessions' | 'keys' | 'access' | 'directory'> & {
  readonly recordVisit: VisitRecorder
  readonly recordDenial: DenialRecorder
  readonly recordRefusal: Authorizer['recordRefusal']
  readonly accountOfBrowser: Authorizer['accountOfBrowser']
  readonly canChange: Authorizer['canChange']
  readonly isRuleOn: Authorizer['isRuleOn']
  readonly isClosed: Authorizer['isClosed']
  readonly describeAdministrators: Authorizer['describeAdministrators']
  readonly organizationOf: Authorizer['organizationOf']
  readonly routes: readonly ServedRoute[]
  readonly pages: NonNullable<Feature['pages']>
  readonly mails: NonNullable<Feature['mails']>
  readonly jobs: NonNullable<Feature['jobs']>
  readonly workers: NonNullable<Feature['workers']>
  readonly beforeWork: readonly NonNullable<Feature['beforeWork']>[]
  readonly close: () => Promise<void>
}

export function createFeatures(platform: Platform): Features {
  const services = createServices(platform)
  const enabled = features.map((feature) => feature(services))
  const owners = new Map(enabled.flatMap((feature) => Object.entries(feature.owners ?? {})))
  return {
    ...services,
    recordVisit: createVisitRecorder(platform),
    recordDenial: createDenialRecorder(platform),
    recordRefusal: ({ caller, route, request }) => {
      // An API key has no account, so its refusals go to its organization's audit trail.
      if (caller.apiKey) return
      recordRefusal({ platform, request }, caller.user, { action: 'access_refused', detail: route.summary })
    },
    accountOfBrowser: (request) => knownBrowsers(platform, request)[0]?.userId ?? null,
    canChange: (caller, tenant) => canChange(platform, caller, tenant),
    isRuleOn: (_, tenant) => isBillingShown(platform, tenant),
    isClosed: (tenant) => isOrganizationClosed(platform, tenant),
    describeAdministrators: (tenant) =>
      inTenant(readOnly(platform.database), tenant, (db) => describeAdministrators(db, tenant)),
    organizationOf: async (owned, ids, canCache) => {
      const find = owners.get(owned)
      if (!find) throw new Error(`no feature finds the owner of a ${owned}`)
      return find(ids, canCache)
    },
    routes: enabled.flatMap((feature) => feature.routes ?? []),
    pages: enabled.flatMap((feature) => feature.pages ?? []),
    mails: [
      {
        ...systemEmailQueue(platform, { kinds: systemEmailsOf(services), senderOfOrganization }),
        fill: fillReportEmailQueue(platform),
      },
      ...enabled.flatMap((feature) => feature.mails ?? []),
    ],
    jobs: Object.fromEntries(enabled.flatMap((feature) => Object.entries(feature.jobs ?? {}))),
    workers: [
      ...enabled.flatMap((feature) => feature.workers ?? []),
      () => runIdempotencySweeper(platform),
      () => runFileSweeper(platform),
      () => runLinkSweeper(platform),
    ],
    beforeWork: enabled.flatMap((feature) => feature.beforeWork ?? []),
    close: () => services.reader.close(),
  }
}

function createServices(platform: Platform): FeatureServices {
  const sessions = createSessionReader(platform)
  const keys = createKeyReader(platform)
  const access = createAccessReader(platform)
  const directory = createDirectory(platform)
  return {
    platform,
    sessions,
    keys,
    access,
    directory,
    reader: createFileReader(),
    authenticators: {
      sessions: withKeys(sessions, keys),
      access: {
        accessTo: async (caller, id) =>
          caller.apiKey ? keys.accessForKey(caller.apiKey, id) : access.accessTo(caller, id),
      },
    },
    evaluateAffected: (db, tenant, change, after) =>
      evaluateAffected(db, { platform, tenant, directory, actor: { kind: 'system', userId: null } }, change, after),
    reviewMails,
    forgetAccess: () => {
      access.forget()
      keys.forget()
    },
  }
}

const withKeys = (sessions: SessionReader, keys: KeyReader): SessionReader => ({
  ...sessions,
  callerOf: (token) => (keys.isKey(token) ? keys.callerOf(token, null) : sessions.callerOf(token)),
})
