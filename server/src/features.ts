import type { mails } from '@twofold/contract'
import {
  accountLetters,
  authRoom,
  createSessionReader,
  type Doors,
  knownBrowsers,
  noteRefusal,
  type SessionReader,
} from './features/accounts/auth/index.ts'
import { contactLetter, contactRoom } from './features/accounts/contact/index.ts'
import { membersRoom } from './features/accounts/members/index.ts'
import { registrationRoom } from './features/accounts/registration/index.ts'
import { webhookDisabledLetter, webhooksRoom } from './features/accounts/webhooks/index.ts'
import { apiKeysRoom, createKeyReader, type KeyReader } from './features/core/api-keys/index.ts'
import {
  auditRoom,
  createDenialRecorder,
  createVisitRecorder,
  type DenialRecorder,
  type VisitRecorder,
} from './features/core/audit/index.ts'
import { companiesRoom, createDirectory, type Directory } from './features/core/companies/index.ts'
import { operatorPagesRoom } from './features/core/operator-pages/index.ts'
import {
  type AccessReader,
  createAccessReader,
  findWhoGivesLevels,
  isOrganizationClosed,
  organizationsRoom,
  type Rehearsing,
} from './features/core/organizations/index.ts'
import { outgoingRoom } from './features/core/outgoing/index.ts'
import { mayChange, supportRoom } from './features/core/support/index.ts'
import { demoRoom } from './features/demo/demo/index.ts'
import { directoryRoom, suggestionLetter, undoOfResolution } from './features/directory/company-editor/index.ts'
import { boardSummaryRoom } from './features/donations/board-summary/index.ts'
import { campaignsRoom, groupLetter } from './features/donations/campaigns/index.ts'
import { digestsRoom } from './features/donations/digests/index.ts'
import { donationsRoom, fileLetter, fillReportLetters, reportLetter } from './features/donations/donations/index.ts'
import { donorsRoom } from './features/donations/donors/index.ts'
import { createFileReader, type FileReader, importsRoom, undoOfImport } from './features/donations/imports/index.ts'
import { searchRoom } from './features/donations/search/index.ts'
import { sentMailsRoom } from './features/donations/sent-mails/index.ts'
import { statisticsRoom } from './features/donations/statistics/index.ts'
import { undosRoom } from './features/donations/undos/index.ts'
import { type LetterKinds, letterQueue, notificationsRoom, reviewMails } from './features/email/notifications/index.ts'
import { sendingAddressesRoom } from './features/email/sending-addresses/index.ts'
import { templatesRoom } from './features/email/templates/index.ts'
import { companyFormsRoom } from './features/forms/company-forms/index.ts'
import { documentsRoom } from './features/forms/documents/index.ts'
import { packetsRoom } from './features/forms/packets/index.ts'
import { signaturesRoom } from './features/forms/signatures/index.ts'
import { verificationLetter, verificationsRoom } from './features/forms/verifications/index.ts'
import { chapterLetters, chaptersRoom } from './features/lifecycle/chapters/index.ts'
import { closingRoom, erasureLetter } from './features/lifecycle/closing/index.ts'
import {
  evaluateAffected,
  type Gained,
  matchesRoom,
  rehearseDirectoryChange,
} from './features/matches/matches/index.ts'
import { billingRoom, isBillingShown } from './features/money/billing/index.ts'
import { payoutsRoom, undoOfReport } from './features/money/payouts/index.ts'
import { apiDocsRoom } from './features/public/api-docs/index.ts'
import { donorLetters, donorPagesRoom } from './features/public/donor-pages/index.ts'
import { publicMatchRoom } from './features/public/public-match/index.ts'
import { widgetRoom } from './features/public/widget/index.ts'
import { type Db, inTenant } from './platform/database/database.ts'
import { runSweepingFiles } from './platform/files/kept-files.ts'
import type { Gatekeeper } from './platform/http/admit.ts'
import { runCallSweeping } from './platform/http/idempotent-calls.ts'
import type { ServedRoute } from './platform/http/serve.ts'
import { runForgettingLinks } from './platform/links/forget-links.ts'
import type { Platform } from './platform/services/platform.ts'
import type { Room } from './platform/services/room.ts'

/** Services that features receive from each other; each feature takes the ones it needs. */
type House = {
  readonly platform: Platform
  readonly sessions: SessionReader
  readonly keys: KeyReader
  readonly access: AccessReader
  readonly doors: Doors
  readonly directory: Directory
  readonly reader: FileReader
  readonly evaluateAffected: Rehearsing['evaluateAffected']
  readonly reviewMails: Rehearsing['reviewMails']
  /** Reviews a change of the directory: the number of affected gifts, matches and mails. */
  readonly reviewDirectoryChange: (
    companyIds: readonly number[],
    change: (db: Db) => Promise<unknown>,
    gained?: Gained,
  ) => Promise<mails.ChangeReview>
  readonly forgetAccess: () => void
}

/** All features, in order of their dependencies. */
const rooms: readonly ((house: House) => Room)[] = [
  authRoom,
  registrationRoom,
  organizationsRoom,
  documentsRoom,
  digestsRoom,
  companiesRoom,
  matchesRoom,
  donationsRoom,
  campaignsRoom,
  templatesRoom,
  donorsRoom,
  searchRoom,
  importsRoom,
  payoutsRoom,
  statisticsRoom,
  billingRoom,
  contactRoom,
  apiKeysRoom,
  webhooksRoom,
  membersRoom,
  chaptersRoom,
  closingRoom,
  auditRoom,
  supportRoom,
  outgoingRoom,
  directoryRoom,
  companyFormsRoom,
  (house) => undosRoom(house, [undoOfImport, undoOfReport, undoOfResolution]),
  signaturesRoom,
  verificationsRoom,
  publicMatchRoom,
  apiDocsRoom,
  sendingAddressesRoom,
  notificationsRoom,
  sentMailsRoom,
  donorPagesRoom,
  packetsRoom,
  boardSummaryRoom,
  widgetRoom,
  operatorPagesRoom,
  demoRoom,
]

/** All letters by name. A letter without a sender or without texts in the catalogue fails to compile. */
const lettersOf = ({ directory }: House): LetterKinds => ({
  ...accountLetters,
  ...chapterLetters,
  ...donorLetters,
  contact: contactLetter,
  'erasure-soon': erasureLetter,
  'group-list': groupLetter,
  report: reportLetter(directory),
  'report-file': fileLetter,
  'suggestion-answered': suggestionLetter,
  'verification-due': verificationLetter,
  'webhook-disabled': webhookDisabledLetter,
})

/** The combined features, with the functions that only the gatekeeper uses. */
export type Features = Pick<House, 'sessions' | 'keys' | 'access' | 'directory'> & {
  readonly recordVisit: VisitRecorder
  readonly noteDenial: DenialRecorder
  readonly noteRefusal: Gatekeeper['noteRefusal']
  readonly accountOfBrowser: Gatekeeper['accountOfBrowser']
  readonly mayChange: Gatekeeper['mayChange']
  readonly isRuleOn: Gatekeeper['isRuleOn']
  readonly isClosed: Gatekeeper['isClosed']
  readonly whoGivesLevels: Gatekeeper['whoGivesLevels']
  readonly organizationOf: Gatekeeper['organizationOf']
  readonly routes: readonly ServedRoute[]
  readonly pages: NonNullable<Room['pages']>
  readonly mails: NonNullable<Room['mails']>
  readonly jobs: NonNullable<Room['jobs']>
  readonly workers: NonNullable<Room['workers']>
  readonly beforeWork: readonly NonNullable<Room['beforeWork']>[]
  /** Called after the last request has been served. */
  readonly close: () => Promise<void>
}

/** The composition root of the features. */
export function createFeatures(platform: Platform): Features {
  const house = furnish(platform)
  const open = rooms.map((room) => room(house))
  const owners = new Map(open.flatMap((room) => Object.entries(room.owners ?? {})))
  return {
    ...house,
    recordVisit: createVisitRecorder(platform),
    noteDenial: createDenialRecorder(platform),
    noteRefusal: ({ caller, route, request }) => {
      // Refusals of an API key go to the audit trail of its organization, because a key has no account.
      if (caller.apiKey) return
      noteRefusal({ platform, request }, caller.user, { action: 'access_refused', detail: route.summary })
    },
    accountOfBrowser: (request) => knownBrowsers(platform, request)[0]?.userId ?? null,
    mayChange: (caller, tenant) => mayChange(platform, caller, tenant),
    isRuleOn: (_, tenant) => isBillingShown(platform, tenant),
    isClosed: (tenant) => isOrganizationClosed(platform, tenant),
    whoGivesLevels: (tenant) =>
      inTenant(platform.database, tenant, (db) => findWhoGivesLevels(db, tenant), { readOnly: true }),
    organizationOf: async (owned, ids, seesItself) => {
      const find = owners.get(owned)
      if (!find) throw new Error(`no room says whose a ${owned} is`)
      return find(ids, seesItself)
    },
    routes: open.flatMap((room) => room.routes ?? []),
    pages: open.flatMap((room) => room.pages ?? []),
    mails: [
      { ...letterQueue(platform, lettersOf(house)), fill: fillReportLetters(platform) },
      ...open.flatMap((room) => room.mails ?? []),
    ],
    jobs: Object.fromEntries(open.flatMap((room) => Object.entries(room.jobs ?? {}))),
    workers: [
      ...open.flatMap((room) => room.workers ?? []),
      () => runCallSweeping(platform),
      () => runSweepingFiles(platform),
      () => runForgettingLinks(platform),
    ],
    beforeWork: open.flatMap((room) => room.beforeWork ?? []),
    close: () => house.reader.close(),
  }
}

function furnish(platform: Platform): House {
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
    doors: {
      sessions: withKeys(sessions, keys),
      access: {
        accessTo: async (caller, id) =>
          caller.apiKey ? keys.accessOfFormer(caller.apiKey, id) : access.accessTo(caller, id),
      },
    },
    evaluateAffected: (db, tenant, change, after) =>
      evaluateAffected(db, { platform, tenant, directory, actor: { kind: 'system', userId: null } }, change, after),
    reviewMails,
    reviewDirectoryChange: (companyIds, change, gained) =>
      rehearseDirectoryChange({ platform, directory }, companyIds, change, gained),
    forgetAccess: () => {
      access.forget()
      keys.forget()
    },
  }
}

/** For routes that check a bearer token themselves. */
const withKeys = (sessions: SessionReader, keys: KeyReader): SessionReader => ({
  ...sessions,
  callerOf: (token) => (keys.isKey(token) ? keys.callerOf(token, null) : sessions.callerOf(token)),
})
