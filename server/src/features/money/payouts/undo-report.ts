import { payouts } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { startUndo, type UndoContext, type UndoWork, undoInOneTransaction } from '../../donations/undos/index.ts'
import { cancelThanks } from '../../email/notifications/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import {
  deleteReportLines,
  insertReversalEntries,
  listLinkedLines,
  listReversalLines,
  restoreSamePayments,
  unlinkLine,
} from './lines.queries.ts'
import { getPayoutContext } from './payout-context.ts'
import { sumReceived } from './received.queries.ts'
import {
  advanceReport,
  findReport,
  lockPayouts,
  type ReportRow,
  saveVoidedLines,
  voidPayouts,
} from './reports.queries.ts'
import { createRecordingContext } from './run-report.ts'
import { removeMatchesWithoutLines, updateReceivedMoney } from './update-received-money.ts'
import { restorePayments } from './void-payments.ts'
import { updatePayoutSums } from './write-payouts.queries.ts'

const reversalBatchSize = 500

const undoWork: UndoWork = {
  table: 'payout_reports',
  kind: 'payout report',
  notUndone: payouts.payoutMessages.notUndone,
  acquireLock: lockPayouts,
  undo,
}
export const reportUndo = undoInOneTransaction(undoWork)

export const startReportUndo = (call: WriteCall, reportId: number): Promise<ReportRow> =>
  startUndo(call, undoWork, {
    id: reportId,
    find: (db) => findReport(db, call.tenant, reportId),
    refusal: () => new Refusal('conflict', payouts.payoutMessages.notDone),
    canBegin: async (db) => refuseMoneyElsewhere(call.tenant, await listLinkedLines(db, call.tenant, reportId)),
  })

/** Its chapter left and keeps its matches. @throws Refusal conflict */
function refuseMoneyElsewhere(
  { family }: Tenant,
  linkedLines: readonly { readonly match_organization_id: number }[],
): void {
  if (linkedLines.some((line) => !family.includes(line.match_organization_id)))
    throw new Refusal('conflict', payouts.payoutMessages.undoneElsewhere)
}

/** Restores the previous status of matches and removes those that the report added. */
async function undo(db: Db, context: UndoContext, reportId: number): Promise<null> {
  const { platform, tenant, actor } = context
  const report = await findReport(db, tenant, reportId)
  const lines = report?.lines ?? 0
  await lockFamilyForEvaluation(db, tenant.family)
  if (report) await voidPayouts(db, tenant, report.payouts_to_void, false)
  if (report && report.voided_lines.length > 0) await restoreVoidedPayments(db, context, report)
  const linkedLines = await listLinkedLines(db, tenant, reportId)
  refuseMoneyElsewhere(tenant, linkedLines)
  const by = { userId: actor.userId, why: 'The report was undone', now: platform.clock() }
  await insertReversalEntries(
    db,
    tenant,
    linkedLines.map(({ id }) => id),
    by,
  )
  const restored = await restoreSamePayments(db, tenant, reportId, by)
  await deleteReportLines(db, tenant, reportId).then((touchedPayoutIds) =>
    updatePayoutSums(db, tenant, [...new Set([...touchedPayoutIds, ...restored.map(({ payout_id }) => payout_id)])]),
  )
  const addedMatchIds = new Set(
    linkedLines.flatMap(({ donation_id, tied_by }) => (tied_by === 'new' ? [donation_id] : [])),
  )
  await removeMatchesWithoutLines(db, context, [...addedMatchIds])
  // A separate transaction, visible before the commit. Its failure must not abort the undo.
  const reportProgress = (done: number) =>
    inTenant(platform.database.auxiliary, tenant, (auxiliaryDb) =>
      advanceReport(auxiliaryDb, tenant, reportId, { done, lines }),
    ).catch((error: Error) => platform.log.warn({ problem: error.message }, 'progress of an undo was not sent'))
  const matches = [...new Set([...linkedLines, ...restored].flatMap(({ donation_id }) => donation_id ?? []))]
  await unlinkReversals(db, context, matches)
  for (let at = 0; at < matches.length; at += reversalBatchSize) {
    await reportProgress(at)
    await updateReceivedMoney(db, context, matches.slice(at, at + reversalBatchSize))
  }
  await cancelThanks(db, tenant.family, reportId)
  return null
}

async function restoreVoidedPayments(db: Db, { platform, tenant, directory, actor }: UndoContext, report: ReportRow) {
  const payoutContext = await getPayoutContext(db, tenant, platform.clock())
  const recording = { ...payoutContext, platform, tenant, directory, userId: actor.userId, reportId: 0 }
  await restorePayments(db, { ...createRecordingContext(recording), actor }, report.voided_lines)
  await saveVoidedLines(db, tenant, report.id, [])
}

/** Lines of later reports that reclaim this money wait: received money cannot be negative. */
async function unlinkReversals(db: Db, { tenant, platform, actor }: UndoContext, donationIds: readonly number[]) {
  const sums = await sumReceived(db, donationIds)
  const lines = await listReversalLines(
    db,
    tenant,
    donationIds.filter((id) => (sums.get(id)?.cents ?? 0) < 0),
  )
  if (lines.length === 0) return
  const ids = lines.map(({ id }) => id)
  const why = 'The report with the payment that this line reverses was undone'
  await insertReversalEntries(db, tenant, ids, { userId: actor.userId, why, now: platform.clock() })
  for (const id of ids) await unlinkLine(db, tenant, id)
  await updatePayoutSums(db, tenant, [...new Set(lines.map(({ payout_id }) => payout_id))])
}
