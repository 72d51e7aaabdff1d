import { chapterRequests, type mails } from '@twofold/contract'
import type pg from 'pg'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import type { Call } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import {
  findFamilyIds,
  hasChapterNamed,
  type RehearsalServices,
  rehearseEvaluation,
  setupQueue,
} from '../../core/organizations/index.ts'
import { lockFamilyForEvaluation } from '../../matches/matches/index.ts'
import { chaptersAtMost } from './chapters.queries.ts'
import {
  deleteDeliveriesAbout,
  type FamilyMember,
  findParentOf,
  lockFamily,
  makeChapter,
  makeIndependent,
  tryLockFamily,
} from './family.queries.ts'
import { deleteKeysKnownTo, disableWebhooksOf, type Leaving } from './parent-access.queries.ts'
import { emailAdmins, lockRequest, markAccepted } from './requests.queries.ts'
import { separateGifts } from './separate-gifts.ts'

const messages = chapterRequests.joiningMessages
/** The parent's delivery log may be long. */
const leavingTimeoutMs = 30_000

const conflict = (message: string): Refusal => new Refusal('conflict', message)

type Joining = Pick<Call<typeof mails.reviewChapterRequest>, 'platform' | 'tenant' | 'params' | 'caller' | 'request'>

/** The admin must have accepted. @throws Refusal conflict with an explanation */
export async function joinFamily(db: Db, client: pg.PoolClient, call: Joining): Promise<void> {
  const { isMatched } = await becomeChapter(db, call)
  // A complete setup of the parent releases gifts that waited for the chapter's setup.
  if (isMatched) await call.platform.jobs.add(client, setupQueue, { organizationId: call.tenant.organizationId })
}

/** The caller evaluates the chapter's gifts afterwards. */
async function becomeChapter(db: Db, call: Joining): Promise<{ isMatched: boolean }> {
  const { platform, tenant, params, caller } = call
  const now = platform.clock()
  const id = tenant.organizationId
  const open = await lockRequest(db, id, params.requestId, now)
  if (!open) throw conflict(messages.over)
  const both = await lockFamily(db, [id, open.parentId])
  const [own, parent] = [both.get(id), both.get(open.parentId)]
  if (!own || !parent || own.parentId !== null) throw conflict(messages.over)
  await refuseUnfit(db, own, parent)
  await makeChapter(db, id, parent.id)
  await markAccepted(db, params.requestId, id, now)
  await tellBoth(db, call, { own, parent, action: 'joined' })
  const parameters = { chapter: own.name }
  await emailAdmins(db, [parent.id], { kind: 'chapter-joined', parameters, now, without: caller.user.id })
  return { isMatched: parent.complete }
}

/** The mails to donors that joining would start, in a transaction with `rehearsal`. @throws Refusal conflict */
export async function rehearseJoining(db: Db, rehearsing: RehearsalServices, call: Joining): Promise<mails.SendReview> {
  const { isMatched } = await becomeChapter(db, call)
  return rehearseEvaluation(db, rehearsing, { tenant: call.tenant, changes: isMatched ? ['setup'] : [] })
}

async function refuseUnfit(db: Db, own: FamilyMember, parent: FamilyMember): Promise<void> {
  if (own.chapters > 0) throw conflict(messages.hasChapters)
  // A closed parent cannot be billed, and its members could continue to work in the chapter.
  if (parent.closed) throw conflict(messages.over)
  if (parent.parentId !== null) throw conflict(messages.parentIsChapter)
  if (parent.chapters >= chaptersAtMost) throw conflict(messages.parentIsFull)
  // Uploads identify a row's chapter by name.
  if (await hasChapterNamed(db, parent.id, { name: own.name, besides: null })) throw conflict(messages.nameTaken)
}

/** An admin of either side may call it. The parent loses access within a second on every node. */
export async function leaveFamily(call: Call<typeof chapterRequests.leaveParent>, directory: Directory): Promise<void> {
  const { platform, tenant, caller } = call
  const id = tenant.organizationId
  await acrossOrganizations(
    platform.database,
    async (db) => {
      const parentId = await findParentOf(db, id)
      if (parentId === null) throw conflict(messages.noChapter)
      if (!(await tryLockFamily(db, parentId))) throw conflict(messages.uploadRuns)
      // Before the organizations' rows: evaluations hold this lock when they write gifts, which reference those rows.
      await lockFamilyForEvaluation(db, [id])
      const both = await lockFamily(db, [id, parentId])
      const [own, parent] = [both.get(id), both.get(parentId)]
      if (!own || !parent || own.parentId !== parentId) throw conflict(messages.noChapter)
      if (own.ownAdmins === 0) throw conflict(messages.nobodyLeft)
      const family = await findFamilyIds(db, parentId)
      const judgeBothSides = await separateGifts(db, { platform, directory, chapterId: id, family })
      await makeIndependent(db, id)
      await judgeBothSides()
      await deleteDeliveriesAbout(db, parentId, id)
      await shutDoors(db, call, { parentId, chapterId: id, now: platform.clock() }, parent.name)
      await tellBoth(db, call, { own, parent, action: 'left' })
      const now = platform.clock()
      const without = caller.user.id
      const mail = { kind: 'chapter-left', now, without }
      await emailAdmins(db, [parentId], { ...mail, parameters: { other: own.name, isParent: true } })
      await emailAdmins(db, [id], {
        ...mail,
        parameters: { other: parent.name, isParent: false, needsSetup: !own.complete },
      })
    },
    { timeoutMs: leavingTimeoutMs },
  )
}

/** API keys and webhooks of the parent's members would still expose the chapter's gifts. */
async function shutDoors(
  db: Db,
  call: Call<typeof chapterRequests.leaveParent>,
  leaving: Leaving,
  parentName: string,
): Promise<void> {
  const organizationId = leaving.chapterId
  for (const { id, name } of await deleteKeysKnownTo(db, leaving)) {
    const before = { name }
    await writeAudit(db, call, { organizationId, action: 'removed', subject: 'api_key', subjectId: id, before })
  }
  const because = `Someone at ${parentName} set its address. If it’s yours, save it again.`
  for (const { id, url } of await disableWebhooksOf(db, leaving, because)) {
    const change = { before: { url }, after: { switched_off: true } }
    await writeAudit(db, call, { organizationId, action: 'changed', subject: 'webhook', subjectId: id, ...change })
  }
}

type Told = { readonly own: FamilyMember; readonly parent: FamilyMember; readonly action: 'joined' | 'left' }

/** The parent does not see the network address of a joining chapter's admin. */
async function tellBoth(
  db: Db,
  call: Pick<Joining, 'platform' | 'caller' | 'request'>,
  { own, parent, action }: Told,
): Promise<void> {
  const elsewhere = { platform: call.platform, caller: call.caller, request: { ip: '', id: call.request.id } }
  await writeAudit(db, action === 'joined' ? elsewhere : call, {
    organizationId: parent.id,
    action,
    subject: 'chapter',
    subjectId: own.id,
    after: { name: own.name },
  })
  await writeAudit(db, call, {
    organizationId: own.id,
    action,
    subject: 'parent',
    subjectId: parent.id,
    after: { name: parent.name },
  })
}
