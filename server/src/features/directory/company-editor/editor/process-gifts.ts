import { z } from 'zod'
import { acrossOrganizations, type Db, grantTenant, inTenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { holdWaiting } from '../../../email/notifications/index.ts'
import { lockFamilyForEvaluation } from '../../../matches/family/index.ts'
import { closeJournalRows, findOrganizationInJournal } from '../../../matches/journal/index.ts'
import {
  changeCompanyOfDonations,
  clearCompany,
  type EvaluationContext,
  evaluateAgain,
  listDonationsAwaitingCompany,
  revertDirectoryChange,
  revertJournaledDirectoryChange,
} from '../../../matches/matches/index.ts'
import {
  deleteMoved,
  enqueueGifts,
  enqueueGiftsOfCompany,
  findChange,
  findMergeActor,
  giftsQueue,
  isChangeUndone,
  listMovedGiftsOfDonors,
  listNextGifts,
  markMoved,
  updateMovingCount,
} from '../../changes/index.ts'

/** Gifts per transaction, to limit the wait of the organization's other writers. */
const giftsAtOnce = 200
/** Further gifts find their company when they are evaluated for another reason. */
const foundAtMost = 100_000
/** An upload that started earlier may still add gifts to the merged company. */
const recheckAfterSeconds = 900
const timeoutMs = 60_000

const jobData = z.object({
  changeId: z.int(),
  /** Gifts that wait for an employer may find these. Missing after an undo, whose gifts are already recorded. */
  gained: z.object({ names: z.array(z.string()), domains: z.array(z.string()) }).optional(),
  swept: z.boolean().default(false),
})
type Worker = { readonly platform: Platform; readonly directory: Directory }

/**
 * Moves the gifts of a merged company, or evaluates gifts that waited for a new name or domain. Reverses both after an
 * undo. The emails are held. Interrupted and concurrent runs are safe.
 */
export async function processGifts(worker: Worker, data: unknown, signal: AbortSignal): Promise<void> {
  const { platform } = worker
  const { changeId, gained, swept } = jobData.parse(data)
  const isMerge = await acrossOrganizations(
    platform.database,
    async (db) => {
      const change = await findChange(db, changeId)
      const merge = change?.undo.merge
      if (change?.undone_by !== null) return Boolean(merge)
      if (merge) await enqueueGiftsOfCompany(db, changeId, merge.merged_id)
      if (gained) {
        await enqueueGifts(db, changeId, await listDonationsAwaitingCompany(db, gained, foundAtMost))
        await updateMovingCount(db, changeId)
      }
      return Boolean(merge)
    },
    { timeoutMs },
  )
  for (;;) {
    signal.throwIfAborted()
    const step = await acrossOrganizations(platform.database, (db) => findNextStep(db, changeId))
    if (!step) break
    await processSome(worker, step)
  }
  if (!isMerge || swept) return
  await acrossOrganizations(platform.database, (_db, client) =>
    platform.jobs.add(client, giftsQueue, { changeId, swept: true }, recheckAfterSeconds),
  )
}

type Step = NonNullable<Awaited<ReturnType<typeof findNextStep>>>

/** Without gifts, a merge is undone, and the journal still contains matches that it changed. */
async function findNextStep(db: Db, changeId: number) {
  const change = await findChange(db, changeId)
  if (!change) return null
  const isBack = change.undone_by !== null
  const gifts = await listNextGifts(db, changeId, { done: isBack, limit: giftsAtOnce })
  const isInJournal = gifts.length === 0 && isBack && change.undo.merge
  const organizationId =
    isInJournal && change.undo_id ? await findOrganizationInJournal(db, change.undo_id) : gifts[0]?.organization_id
  return organizationId ? { change, isBack, gifts, organizationId } : null
}

async function processSome({ platform, directory }: Worker, step: Step): Promise<void> {
  const { change, isBack, gifts, organizationId } = step
  const tenant = grantTenant(organizationId, [organizationId])
  const context = { platform, tenant, directory, actor: { kind: 'system', userId: null } } as const
  await inTenant(
    platform.database,
    tenant,
    async (db) => {
      if ((await isChangeUndone(db, change.id)) !== isBack) return
      if (gifts.length === 0) await revertJournaledDirectoryChange(db, context, undoneOf(step), giftsAtOnce)
      else if (change.undo.merge) await moveSome(db, context, step, change.undo.merge.merged_id)
      else await evaluateSome(db, context, step)
      await holdWaiting(db, tenant, 'of this transaction', { because: 'directory', now: platform.clock() })
    },
    { timeoutMs },
  )
}

const undoneOf = ({ change }: Step) => ({
  undoId: change.undo_id ?? '',
  changedAt: change.at,
  needsReevaluation: change.undo.looks_again,
})

const idsOf = (gifts: Step['gifts']): number[] => gifts.map(({ donation_id }) => donation_id)

async function evaluateSome(db: Db, context: EvaluationContext, { change, isBack, gifts, organizationId }: Step) {
  if (isBack) {
    for (const [companyId, found] of Map.groupBy(gifts, ({ company_id }) => company_id)) {
      if (companyId !== null) await clearCompany(db, context, { donationIds: idsOf(found), companyId })
    }
  }
  await evaluateAgain(db, context, idsOf(gifts))
  await (isBack ? deleteMoved : markMoved)(db, change.id, organizationId, idsOf(gifts))
}

/** The merge also changed matches of donors without gifts at the other company. */
async function moveSome(db: Db, context: EvaluationContext, step: Step, mergedId: number): Promise<void> {
  const { platform, tenant } = context
  const { change, isBack, organizationId } = step
  const undoId = change.undo_id
  const keptId = change.company_id ?? 0
  const [from, to] = isBack ? [keptId, mergedId] : [mergedId, keptId]
  const donorIds = [...new Set(step.gifts.map(({ donor_id }) => donor_id))]
  await lockFamilyForEvaluation(db, tenant.family)
  const gifts = isBack ? await listMovedGiftsOfDonors(db, change.id, organizationId, donorIds) : step.gifts
  const ids = idsOf(gifts)
  // all gifts of a person are restored, or those that moved are moved back and evaluated again
  if (isBack && undoId) await revertDirectoryChange(db, context, undoneOf(step), ids)
  const operation = { id: undoId ?? '', kind: 'directory', at: change.at } as const
  const keeping = undoId && !isBack ? { ...context, operation } : context
  const changed = await changeCompanyOfDonations(db, keeping, { donorIds, from, to, onlyIds: isBack ? ids : null })
  if (isBack && undoId) await closeJournalRows(db, tenant.family, undoId, ids, platform.clock())
  const movedIds = isBack ? idsOf(gifts.filter(({ company_id }) => company_id === from || company_id === to)) : changed
  await (isBack
    ? deleteMoved(db, change.id, organizationId, ids)
    : markMoved(db, change.id, organizationId, [...new Set([...movedIds, ...ids])]))
  const mergeActor = movedIds.length > 0 ? await findMergeActor(db, change.id) : null
  if (!mergeActor) return
  const user = { id: mergeActor.id, globalPermission: 'super' as const }
  await writeAudit(
    db,
    { platform, request: { ip: mergeActor.address, id: mergeActor.request_id }, caller: { user } },
    {
      organizationId,
      action: isBack ? 'merge undone' : 'merged',
      subject: 'employer',
      subjectId: keptId,
      before: { employer: isBack ? mergeActor.kept_name : mergeActor.merged_name },
      after: { employer: isBack ? mergeActor.merged_name : mergeActor.kept_name, gifts: movedIds.length },
    },
  )
}
