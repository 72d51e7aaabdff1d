import { z } from 'zod'
import { acrossOrganizations, grantTenant, inTenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { holdWaiting } from '../../../email/notifications/index.ts'
import {
  changeCompanyOfDonations,
  closeJournalRows,
  findOrganizationInJournal,
  lockFamilyForEvaluation,
  revertDirectoryChange,
  revertJournaledDirectoryChange,
  type UndoneDirectoryChange,
} from '../../../matches/matches/index.ts'
import { type ChangeRow, findChange, findMergeActor } from './changes.queries.ts'
import {
  deleteMoved,
  enqueueGiftsOfCompany,
  isChangeUndone,
  listMovedGiftsOfDonors,
  listNextGifts,
  markMoved,
} from './gift-moves.queries.ts'
import { moveGiftsQueue } from './record-change.ts'

/** An upload that started earlier may still add gifts to the merged company. */
const sweptAfterSeconds = 900

/** Gifts per transaction, to limit the wait of the organization's other writers. */
const atOnce = 200
const evaluatingTimeoutMs = 60_000

const jobData = z.object({ changeId: z.int(), swept: z.boolean().default(false) })
type Worker = { readonly platform: Platform; readonly directory: Directory }

/** Moves back after an undo, too, some people at a time. Interrupted and concurrent runs are safe. */
export async function moveGifts({ platform, directory }: Worker, data: unknown, signal: AbortSignal): Promise<void> {
  const { changeId, swept } = jobData.parse(data)
  await acrossOrganizations(platform.database, async (db) => {
    const change = await findChange(db, changeId)
    if (change?.undo.merge && change.undone_by === null)
      await enqueueGiftsOfCompany(db, changeId, change.undo.merge.merged_id)
  })
  for (;;) {
    signal.throwIfAborted()
    const found = await acrossOrganizations(platform.database, async (db) => {
      const change = await findChange(db, changeId)
      if (!change?.undo.merge || change.company_id === null) return null
      const gifts = await listNextGifts(db, changeId, { done: change.undone_by !== null, limit: atOnce })
      return { change, gifts, who: await findMergeActor(db, changeId) }
    })
    if (!found?.who) return
    const [first] = found.gifts
    if (!first) break
    await moveSome({ platform, directory }, { ...found, who: found.who, organizationId: first.organization_id })
  }
  for (;;) {
    signal.throwIfAborted()
    const found = await acrossOrganizations(platform.database, async (db) => {
      const change = await findChange(db, changeId)
      if (!change?.undo_id || change.undone_by === null) return null
      return { change, organizationId: await findOrganizationInJournal(db, change.undo_id) }
    })
    if (!found?.organizationId) break
    await giveBackSome({ platform, directory }, { change: found.change, organizationId: found.organizationId })
  }
  if (swept) return
  await acrossOrganizations(platform.database, (_db, client) =>
    platform.jobs.add(client, moveGiftsQueue, { changeId, swept: true }, sweptAfterSeconds),
  )
}

type Step = {
  readonly change: ChangeRow
  readonly gifts: Awaited<ReturnType<typeof listNextGifts>>
  readonly who: NonNullable<Awaited<ReturnType<typeof findMergeActor>>>
  readonly organizationId: number
}

/** The merge also changed matches of donors without gifts at the other company. */
async function giveBackSome(
  { platform, directory }: Worker,
  { change, organizationId }: Pick<Step, 'change' | 'organizationId'>,
): Promise<void> {
  const tenant = grantTenant(organizationId, [organizationId])
  await inTenant(
    platform.database,
    tenant,
    async (db) => {
      if (!change.undo_id || !(await isChangeUndone(db, change.id))) return
      const context = { platform, tenant, directory, actor: { kind: 'system', userId: null } } as const
      await revertJournaledDirectoryChange(db, context, undoneOf(change, change.undo_id), atOnce)
      await holdWaiting(db, tenant, 'of this transaction', { because: 'directory', now: platform.clock() })
    },
    { timeoutMs: evaluatingTimeoutMs },
  )
}

const undoneOf = (change: ChangeRow, undoId: string): UndoneDirectoryChange => ({
  undoId,
  changedAt: change.at,
  needsReevaluation: change.undo.looks_again,
})

async function moveSome(
  { platform, directory }: Worker,
  { change, gifts: next, who, organizationId }: Step,
): Promise<void> {
  const keptId = change.company_id ?? 0
  const mergedId = change.undo.merge?.merged_id ?? 0
  const isBack = change.undone_by !== null
  const tenant = grantTenant(organizationId, [organizationId])
  const donorIds = [...new Set(next.map(({ donor_id }) => donor_id))]
  await inTenant(
    platform.database,
    tenant,
    async (db) => {
      if ((await isChangeUndone(db, change.id)) !== isBack) return
      const context = { platform, tenant, directory, actor: { kind: 'system', userId: null } } as const
      const [from, to] = isBack ? [keptId, mergedId] : [mergedId, keptId]
      await lockFamilyForEvaluation(db, tenant.family)
      const gifts = isBack ? await listMovedGiftsOfDonors(db, change.id, organizationId, donorIds) : next
      const ids = gifts.map(({ donation_id }) => donation_id)
      // all gifts of a person are restored, or those that moved are moved back and evaluated again
      if (isBack && change.undo_id) {
        await revertDirectoryChange(db, context, undoneOf(change, change.undo_id), ids)
      }
      const operation = { id: change.undo_id ?? '', kind: 'directory', at: change.at } as const
      const keeping = change.undo_id && !isBack ? { ...context, operation } : context
      const changed = await changeCompanyOfDonations(db, keeping, { donorIds, from, to, onlyIds: isBack ? ids : null })
      if (isBack && change.undo_id) await closeJournalRows(db, tenant.family, change.undo_id, ids, platform.clock())
      const there = gifts.filter(({ company_id }) => company_id === from || company_id === to)
      const moved = isBack ? there.map(({ donation_id }) => donation_id) : changed
      await (isBack
        ? deleteMoved(db, change.id, organizationId, ids)
        : markMoved(db, change.id, organizationId, [...new Set([...moved, ...ids])]))
      await holdWaiting(db, tenant, 'of this transaction', { because: 'directory', now: platform.clock() })
      if (moved.length === 0) return
      const user = { id: who.id, globalPermission: 'super' as const }
      const request = { ip: who.address, id: who.request_id }
      const [goes, stays] = [who.merged_name, who.kept_name]
      await writeAudit(
        db,
        { platform, request, caller: { user } },
        {
          organizationId,
          action: isBack ? 'merge undone' : 'merged',
          subject: 'employer',
          subjectId: keptId,
          before: { employer: isBack ? stays : goes },
          after: { employer: isBack ? goes : stays, gifts: moved.length },
        },
      )
    },
    { timeoutMs: evaluatingTimeoutMs },
  )
}
