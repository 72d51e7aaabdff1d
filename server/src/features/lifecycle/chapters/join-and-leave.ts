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
  type PreviewServices,
  previewEvaluation,
  setupQueue,
} from '../../core/organizations/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { maxChapters } from './chapters.queries.ts'
import {
  deleteDeliveriesAbout,
  type FamilyMember,
  findParentOf,
  lockFamily,
  makeChapter,
  makeIndependent,
  tryLockFamily,
} from './family.queries.ts'
import { deleteKeysKnownTo, disableWebhooksOf, type Separation } from './parent-access.queries.ts'
import { emailAdmins, lockRequest, markAccepted } from './requests.queries.ts'
import { separateGifts } from './separate-gifts.ts'

const messages = chapterRequests.joiningMessages
/** The parent's delivery log may be long. */
const leavingTimeoutMs = 30_000

const conflict = (message: string): Refusal => new Refusal('conflict', message)

type JoinCall = Pick<Call<typeof mails.reviewChapterRequest>, 'platform' | 'tenant' | 'params' | 'caller' | 'request'>

/** The admin must have accepted. @throws Refusal conflict with an explanation */
export async function joinFamily(db: Db, client: pg.PoolClient, call: JoinCall): Promise<void> {
  const { isMatched } = await becomeChapter(db, call)
  // A complete setup of the parent releases gifts that waited for the chapter's setup.
  if (isMatched) await call.platform.jobs.add(client, setupQueue, { organizationId: call.tenant.organizationId })
}

/** The caller evaluates the chapter's gifts afterwards. */
async function becomeChapter(db: Db, call: JoinCall): Promise<{ isMatched: boolean }> {
  const { platform, tenant, params, caller } = call
  const now = platform.clock()
  const id = tenant.organizationId
  const openRequest = await lockRequest(db, id, params.requestId, now)
  if (!openRequest) throw conflict(messages.over)
  const members = await lockFamily(db, [id, openRequest.parentId])
  const [chapter, parent] = [members.get(id), members.get(openRequest.parentId)]
  if (!chapter || !parent || chapter.parentId !== null) throw conflict(messages.over)
  await refuseImpossibleJoin(db, chapter, parent)
  await makeChapter(db, id, parent.id)
  await markAccepted(db, params.requestId, id, now)
  await writeFamilyAudit(db, call, { chapter, parent, action: 'joined' })
  const parameters = { chapter: chapter.name }
  await emailAdmins(db, [parent.id], { kind: 'chapter-joined', parameters, now, without: caller.user.id })
  return { isMatched: parent.complete }
}

/** The emails to donors that joining would start, in a transaction with `dryRun`. @throws Refusal conflict */
export async function previewJoining(db: Db, services: PreviewServices, call: JoinCall): Promise<mails.SendReview> {
  const { isMatched } = await becomeChapter(db, call)
  return previewEvaluation(db, services, { tenant: call.tenant, changes: isMatched ? ['setup'] : [] })
}

async function refuseImpossibleJoin(db: Db, chapter: FamilyMember, parent: FamilyMember): Promise<void> {
  if (chapter.chapters > 0) throw conflict(messages.hasChapters)
  // A closed parent cannot be billed, and its members could continue to work in the chapter.
  if (parent.closed) throw conflict(messages.over)
  if (parent.parentId !== null) throw conflict(messages.parentIsChapter)
  if (parent.chapters >= maxChapters) throw conflict(messages.parentIsFull)
  // Uploads identify a row's chapter by name.
  if (await hasChapterNamed(db, parent.id, { name: chapter.name, exceptId: null })) throw conflict(messages.nameTaken)
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
      const members = await lockFamily(db, [id, parentId])
      const [chapter, parent] = [members.get(id), members.get(parentId)]
      if (!chapter || !parent || chapter.parentId !== parentId) throw conflict(messages.noChapter)
      if (chapter.ownAdmins === 0) throw conflict(messages.noOwnAdmin)
      const family = await findFamilyIds(db, parentId)
      const evaluateBothSides = await separateGifts(db, { platform, directory, chapterId: id, family })
      await makeIndependent(db, id)
      await evaluateBothSides()
      await deleteDeliveriesAbout(db, parentId, id)
      await revokeParentCredentials(db, call, { parentId, chapterId: id, now: platform.clock() }, parent.name)
      await writeFamilyAudit(db, call, { chapter, parent, action: 'left' })
      const now = platform.clock()
      const exceptUserId = caller.user.id
      const mail = { kind: 'chapter-left', now, without: exceptUserId }
      await emailAdmins(db, [parentId], { ...mail, parameters: { other: chapter.name, isParent: true } })
      await emailAdmins(db, [id], {
        ...mail,
        parameters: { other: parent.name, isParent: false, needsSetup: !chapter.complete },
      })
    },
    { timeoutMs: leavingTimeoutMs },
  )
}

/** API keys and webhooks of the parent's members would still expose the chapter's gifts. */
async function revokeParentCredentials(
  db: Db,
  call: Call<typeof chapterRequests.leaveParent>,
  separation: Separation,
  parentName: string,
): Promise<void> {
  const organizationId = separation.chapterId
  for (const { id, name } of await deleteKeysKnownTo(db, separation)) {
    const before = { name }
    await writeAudit(db, call, { organizationId, action: 'removed', subject: 'api_key', subjectId: id, before })
  }
  const because = `Someone at ${parentName} set its address. If it’s yours, save it again.`
  for (const { id, url } of await disableWebhooksOf(db, separation, because)) {
    const change = { before: { url }, after: { switched_off: true } }
    await writeAudit(db, call, { organizationId, action: 'changed', subject: 'webhook', subjectId: id, ...change })
  }
}

type FamilyChange = {
  readonly chapter: FamilyMember
  readonly parent: FamilyMember
  readonly action: 'joined' | 'left'
}

/** The parent does not see the network address of a joining chapter's admin. */
async function writeFamilyAudit(
  db: Db,
  call: Pick<JoinCall, 'platform' | 'caller' | 'request'>,
  { chapter, parent, action }: FamilyChange,
): Promise<void> {
  const anonymousContext = { platform: call.platform, caller: call.caller, request: { ip: '', id: call.request.id } }
  await writeAudit(db, action === 'joined' ? anonymousContext : call, {
    organizationId: parent.id,
    action,
    subject: 'chapter',
    subjectId: chapter.id,
    after: { name: chapter.name },
  })
  await writeAudit(db, call, {
    organizationId: chapter.id,
    action,
    subject: 'parent',
    subjectId: parent.id,
    after: { name: parent.name },
  })
}
