import { chapterRequests, mails } from '@twofold/contract'
import { acrossOrganizations, type Db, readOnly } from '../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { type PreviewServices, previewTimeoutMs } from '../../core/organizations/index.ts'
import { emailKey } from '../../core/users/index.ts'
import { lockParent } from './chapters.queries.ts'
import { joinFamily, leaveFamily, previewJoining } from './join-and-leave.ts'
import {
  countWaitingRequests,
  emailAdmins,
  findInvitedOrganizations,
  insertRequest,
  listBelowRequestLimit,
  listReceivedRequests,
  listSentRequests,
  lockRequest,
  markDeclined,
  withdrawRequest,
} from './requests.queries.ts'

const messages = chapterRequests.joiningMessages
const requestRate = { max: 30, seconds: 86_400 }
const maxWaitingRequests = 50

/** `forget` clears this node's cache of access levels. */
export function chapterRequestRoutes(
  forget: () => void,
  services: PreviewServices,
  directory: Directory,
): ServedRoute[] {
  return [
    serve(chapterRequests.listChapterRequests, ({ platform, tenant }) => present(platform, tenant.organizationId)),

    serve(chapterRequests.askToJoin, async (call) => {
      const { platform, tenant } = call
      await platform.rates.take('chapter-requests', requestRate, String(tenant.organizationId))
      await acrossOrganizations(platform.database, (db) => sendRequest(db, call))
      return present(platform, tenant.organizationId)
    }),

    serve(chapterRequests.withdrawRequest, async (call) => {
      const { platform, tenant, params } = call
      await acrossOrganizations(platform.database, async (db) => {
        const requestedName = await withdrawRequest(db, tenant.organizationId, params.requestId, platform.clock())
        if (requestedName === null) throw notFound()
        await writeAudit(db, call, {
          organizationId: tenant.organizationId,
          action: 'request withdrawn',
          subject: 'chapter',
          before: { asked_for: requestedName },
        })
      })
      return present(platform, tenant.organizationId)
    }),

    serve(chapterRequests.answerRequest, async (call) => {
      const { platform, tenant, body, level } = call
      if (level === 'super') throw new Refusal('forbidden', messages.onlyOwnAdmins)
      await acrossOrganizations(platform.database, (db, client) =>
        body.accept ? joinFamily(db, client, call) : decline(db, call),
      )
      forget()
      return present(platform, tenant.organizationId)
    }),

    serve(mails.reviewChapterRequest, async (call) => {
      if (call.level === 'super') throw new Refusal('forbidden', messages.onlyOwnAdmins)
      return acrossOrganizations(call.platform.database, (db) => previewJoining(db, services, call), {
        dryRun: true,
        timeoutMs: previewTimeoutMs,
      })
    }),

    serve(chapterRequests.leaveParent, async (call) => {
      await leaveFamily(call, directory)
      forget()
      return { left: true as const }
    }),
  ]
}

const present = (platform: Platform, organizationId: number) =>
  acrossOrganizations(readOnly(platform.database), async (db) => ({
    sent: await listSentRequests(db, organizationId, platform.clock()),
    received: await listReceivedRequests(db, organizationId, platform.clock()),
  }))

/** The same response whether the text matches or not, so that it does not reveal users of Twofold. */
async function sendRequest(db: Db, call: Call<typeof chapterRequests.askToJoin>): Promise<void> {
  const { platform, tenant, body, caller } = call
  const parentId = tenant.organizationId
  const now = platform.clock()
  const parent = await lockParent(db, parentId)
  if (parent.isChapter) throw new Refusal('conflict', messages.notOfChapters)
  const waiting = await countWaitingRequests(db, parentId, body.organization, now)
  if (waiting.same > 0) refuse(messages.askedAlready)
  if (waiting.all >= maxWaitingRequests) refuse(messages.tooManyWaiting)
  const invited = await findInvitedOrganizations(db, parentId, body.organization, emailKey(body.organization))
  const requestedIds = invited.map(({ id }) => id)
  await insertRequest(db, {
    parentId,
    requestedName: body.organization,
    requestedIds,
    userId: caller.user.id,
    now,
    expiresAt: new Date(now.getTime() + chapterRequests.requestDays * 86_400_000),
  })
  await writeAudit(db, call, {
    organizationId: parentId,
    action: 'asked',
    subject: 'chapter',
    after: { asked_for: body.organization },
  })
  const parameters = { parent: parent.name, askedBy: caller.user.name }
  // Chapters of other parents get no mail, because their parent must release them first.
  const mailedIds = invited.filter(({ is_chapter }) => !is_chapter).map(({ id }) => id)
  await emailAdmins(db, await listBelowRequestLimit(db, mailedIds, now), { kind: 'chapter-asked', parameters, now })
}

const refuse = (message: string): never => {
  throw new Refusal('conflict', message, { fields: { organization: message } })
}

async function decline(db: Db, call: Call<typeof chapterRequests.answerRequest>): Promise<void> {
  const { platform, tenant, params, request } = call
  const now = platform.clock()
  const openRequest = await lockRequest(db, tenant.organizationId, params.requestId, now)
  if (!openRequest) throw new Refusal('conflict', messages.over)
  await writeAudit(db, call, {
    organizationId: tenant.organizationId,
    action: 'declined',
    subject: 'parent',
    subjectId: openRequest.parentId,
  })
  if (!(await markDeclined(db, params.requestId, tenant.organizationId, now))) return
  // The requesting side must not see the person who declined, or their address.
  await writeAudit(
    db,
    { platform, request: { ip: '', id: request.id } },
    {
      organizationId: openRequest.parentId,
      action: 'declined',
      subject: 'chapter',
      before: { asked_for: openRequest.requestedName },
    },
  )
}
