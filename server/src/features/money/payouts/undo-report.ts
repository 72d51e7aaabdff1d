import { payouts } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../donations/donations/index.ts'
import { startUndo, type UndoContext, type UndoWork, undoInOneTransaction } from '../../donations/undos/index.ts'
import { cancelThanks } from '../../email/notifications/index.ts'
import { deleteMatches, type EvaluationContext, lockFamilyForEvaluation } from '../../matches/matches/index.ts'
import {
  deleteReportLines,
  insertReversalEntries,
  listLinkedLines,
  listReversalLines,
  restoreSamePayments,
  unlinkLine,
} from './lines.queries.ts'
import { sumReceived } from './received.queries.ts'
import { advanceReport, findReport, lockPayouts, type ReportRow } from './reports.queries.ts'
import { updateReceivedMoney } from './update-received-money.ts'
import { updatePayoutSums } from './write-payouts.queries.ts'

const takenBackAtOnce = 500

const work: UndoWork = {
  table: 'payout_reports',
  kind: 'payout report',
  notUndone: payouts.payoutMessages.notUndone,
  waitForTurn: lockPayouts,
  undo,
}
export const reportUndo = undoInOneTransaction(work)

export const startReportUndo = (call: WriteCall, reportId: number): Promise<ReportRow> =>
  startUndo(call, work, {
    id: reportId,
    find: (db) => findReport(db, call.tenant, reportId),
    refusal: () => new Refusal('conflict', payouts.payoutMessages.notDone),
    mayBegin: async (db) => refuseMoneyElsewhere(call.tenant, await listLinkedLines(db, call.tenant, reportId)),
  })

/** Its chapter left and keeps its matches. @throws Refusal conflict */
function refuseMoneyElsewhere({ family }: Tenant, tied: readonly { readonly match_organization_id: number }[]): void {
  if (tied.some((line) => !family.includes(line.match_organization_id)))
    throw new Refusal('conflict', payouts.payoutMessages.undoneElsewhere)
}

/** Restores the previous status of matches and removes those that the report added. */
async function undo(db: Db, context: UndoContext, reportId: number): Promise<null> {
  const { platform, tenant, actor } = context
  const lines = (await findReport(db, tenant, reportId))?.lines ?? 0
  await lockFamilyForEvaluation(db, tenant.family)
  const tied = await listLinkedLines(db, tenant, reportId)
  refuseMoneyElsewhere(tenant, tied)
  const by = { userId: actor.userId, why: 'The report was undone', now: platform.clock() }
  await insertReversalEntries(
    db,
    tenant,
    tied.map(({ id }) => id),
    by,
  )
  const restored = await restoreSamePayments(db, tenant, reportId, by)
  await deleteReportLines(db, tenant, reportId).then((touched) =>
    updatePayoutSums(db, tenant, [...new Set([...touched, ...restored.map(({ payout_id }) => payout_id)])]),
  )
  const added = new Set(tied.flatMap(({ donation_id, tied_by }) => (tied_by === 'new' ? [donation_id] : [])))
  await removeMatchesWithoutLines(db, context, [...added])
  // A separate transaction, visible before the commit. Its failure must not abort the undo.
  const tell = (done: number) =>
    inTenant(platform.database.auxiliary, tenant, (own) => advanceReport(own, tenant, reportId, { done, lines })).catch(
      (error: Error) => platform.log.warn({ problem: error.message }, 'progress of an undo was not told'),
    )
  const matches = [...new Set([...tied, ...restored].flatMap(({ donation_id }) => donation_id ?? []))]
  await loosenTakingBack(db, context, matches)
  for (let at = 0; at < matches.length; at += takenBackAtOnce) {
    await tell(at)
    await updateReceivedMoney(db, context, matches.slice(at, at + takenBackAtOnce))
  }
  await cancelThanks(db, tenant.family, reportId)
  return null
}

/** Lines of later reports that reclaim this money wait: received money cannot be negative. */
async function loosenTakingBack(db: Db, { tenant, platform, actor }: UndoContext, donationIds: readonly number[]) {
  const sums = await sumReceived(db, donationIds)
  const lines = await listReversalLines(
    db,
    tenant,
    donationIds.filter((id) => (sums.get(id)?.cents ?? 0) < 0),
  )
  if (lines.length === 0) return
  const ids = lines.map(({ id }) => id)
  const why = 'The report that brought what this line takes back was undone'
  await insertReversalEntries(db, tenant, ids, { userId: actor.userId, why, now: platform.clock() })
  for (const id of ids) await unlinkLine(db, tenant, id)
  await updatePayoutSums(db, tenant, [...new Set(lines.map(({ payout_id }) => payout_id))])
}

export async function removeMatchesWithoutLines(
  db: Db,
  context: EvaluationContext,
  donationIds: readonly number[],
): Promise<void> {
  const left = await sumReceived(db, donationIds)
  const gone = donationIds.filter((id) => !left.has(id))
  if (gone.length > 0) await deleteMatches(db, context, gone)
}
