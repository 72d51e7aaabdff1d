import type { FastifyInstance } from 'fastify'
import { serveApiDocs } from './features/api-docs/index.ts'
import { apiKeyRoutes, createKeyReader, type KeyReader } from './features/api-keys/index.ts'
import {
  auditRoutes,
  createDenialRecorder,
  createVisitRecorder,
  type DenialRecorder,
  type VisitRecorder,
} from './features/audit/index.ts'
import {
  accountMailQueue,
  authRoutes,
  createSessionReader,
  type Doors,
  noteRefusal,
  type SessionReader,
} from './features/auth/index.ts'
import { chapterMails, chapterRequestRoutes, chapterRoutes } from './features/chapters/index.ts'
import { companyRoutes, createDirectory, type Directory } from './features/companies/index.ts'
import { contactMail, contactRoutes } from './features/contact/index.ts'
import { makeDemo } from './features/demo/index.ts'
import { digestQueue, digestRoutes, runPlanningDigests, serveDigestPages } from './features/digests/index.ts'
import { documentRoutes } from './features/documents/index.ts'
import {
  donationReadingRoutes,
  findOrganizationOfDonation,
  judgeAffected,
  runPassingTime,
} from './features/donations/index.ts'
import { serveDonorPages } from './features/donor-pages/index.ts'
import { createFileReader, importQueue, importRoutes, startImportWorker } from './features/imports/index.ts'
import { memberRoutes } from './features/members/index.ts'
import { notificationQueue, serveDevOutbox, serveMailLinks } from './features/notifications/index.ts'
import { serveOperatorPages } from './features/operator-pages/index.ts'
import {
  createAccessReader,
  isOrganizationClosed,
  organizationRoutes,
  setupQueue,
  startSetupWorker,
} from './features/organizations/index.ts'
import { publicMatchRoutes, serveMatchPage } from './features/public-match/index.ts'
import { registrationRoutes } from './features/registration/index.ts'
import { reviewQueue, reviewRoutes, startReviewWorker } from './features/review/index.ts'
import { runFolding, statisticsRoutes } from './features/statistics/index.ts'
import { mayChange, supportRoutes } from './features/support/index.ts'
import {
  findOrganizationOfWebhook,
  runDeliveries,
  webhookDisabledMail,
  webhookRoutes,
} from './features/webhooks/index.ts'
import { serveWidget } from './features/widget/index.ts'
import type { Gatekeeper } from './platform/http/admit.ts'
import { runCallSweeping } from './platform/http/idempotent-calls.ts'
import type { ServedRoute } from './platform/http/serve.ts'
import { runSweepingFiles } from './platform/kept-files.ts'
import type { MailQueue } from './platform/mail/outbox.ts'
import type { Platform } from './platform/platform.ts'

export type Worker = { readonly stop: () => Promise<void> }

/** Job queues of all features. */
export const queueNames: readonly string[] = [importQueue, setupQueue, reviewQueue]

export type Features = {
  readonly sessions: SessionReader
  readonly keys: KeyReader
  readonly access: ReturnType<typeof createAccessReader>
  readonly recordVisit: VisitRecorder
  readonly noteDenial: DenialRecorder
  readonly noteRefusal: Gatekeeper['noteRefusal']
  readonly mayChange: Gatekeeper['mayChange']
  readonly isClosed: Gatekeeper['isClosed']
  readonly directory: Directory
  readonly organizationOfDonation: (id: number) => Promise<number | null>
  readonly organizationOfWebhook: (id: number) => Promise<number | null>
  readonly routes: readonly ServedRoute[]
  /** Pages and links that a browser follows outside the contract. */
  readonly pages: readonly ((http: FastifyInstance, platform: Platform) => Promise<void>)[]
  readonly mailQueues: readonly MailQueue[]
  /** Run once at every start, after listening and before any worker. */
  readonly beforeWork: readonly ((platform: Platform) => Promise<void>)[]
  /** Started in processes whose ROLE includes the worker. */
  readonly workers: readonly ((platform: Platform) => Promise<Worker>)[]
}

/** The composition root of the features: what each is handed, in the order in which they know each other. */
export function createFeatures(platform: Platform): Features {
  const sessions = createSessionReader(platform)
  const keys = createKeyReader(platform)
  const access = createAccessReader(platform)
  const directory = createDirectory(platform)
  const reader = createFileReader()
  const doors: Doors = {
    sessions: withKeys(sessions, keys),
    access: {
      accessTo: async (caller, id) =>
        caller.apiKey ? keys.accessOfFormer(caller.apiKey, id) : access.accessTo(caller, id),
    },
  }
  return {
    sessions,
    keys,
    access,
    recordVisit: createVisitRecorder(platform),
    noteDenial: createDenialRecorder(platform),
    noteRefusal: ({ caller, route, request }) => {
      // A key is no person: what it was refused stands in the trail of its organization.
      if (caller.apiKey) return
      noteRefusal({ platform, request }, caller.user, { action: 'access_refused', detail: route.summary })
    },
    mayChange: (caller, tenant) => mayChange(platform, caller, tenant),
    isClosed: (tenant) => isOrganizationClosed(platform, tenant),
    directory,
    organizationOfDonation: (id) => findOrganizationOfDonation(platform.database, id),
    organizationOfWebhook: (id) => findOrganizationOfWebhook(platform, id),
    routes: [
      ...authRoutes(sessions),
      ...registrationRoutes,
      ...organizationRoutes,
      ...documentRoutes(doors),
      ...digestRoutes,
      ...companyRoutes(directory),
      ...donationReadingRoutes({ doors, directory }),
      ...importRoutes({ reader, directory }),
      ...statisticsRoutes,
      ...contactRoutes,
      ...apiKeyRoutes(keys),
      ...webhookRoutes,
      ...memberRoutes(access),
      ...chapterRoutes(access),
      ...chapterRequestRoutes(() => {
        access.forget()
        keys.forget()
      }),
      ...auditRoutes,
      ...supportRoutes,
      ...reviewRoutes(directory),
      ...publicMatchRoutes(directory),
    ],
    pages: [
      serveMatchPage,
      serveApiDocs,
      serveMailLinks,
      serveDonorPages(directory),
      serveDigestPages,
      serveDevOutbox,
      serveWidget(),
      serveOperatorPages,
    ],
    mailQueues: [
      accountMailQueue(platform, { contact: contactMail, 'webhook-disabled': webhookDisabledMail, ...chapterMails }),
      notificationQueue(platform),
      digestQueue(platform),
    ],
    beforeWork: platform.config.demo ? [(given) => makeDemo(given, directory)] : [],
    workers: [
      async () => runFolding(platform),
      async () => runPassingTime(platform, directory),
      async () => runDeliveries(platform),
      async () => runPlanningDigests(platform),
      async () => runCallSweeping(platform),
      async () => runSweepingFiles(platform),
      () => startImportWorker({ platform, reader, directory }),
      () => startReviewWorker({ platform, directory }),
      () =>
        startSetupWorker({
          platform,
          judgeAffected: (db, tenant, change, after) =>
            judgeAffected(db, { platform, tenant, directory, actor: { kind: 'system', userId: null } }, change, after),
        }),
    ],
  }
}

/** For the routes that look at a bearer token themselves. */
const withKeys = (sessions: SessionReader, keys: KeyReader): SessionReader => ({
  ...sessions,
  callerOf: (token) => (keys.isKey(token) ? keys.callerOf(token, null) : sessions.callerOf(token)),
})
