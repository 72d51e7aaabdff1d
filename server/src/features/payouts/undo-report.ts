import { payouts } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { writeAudit } from '../audit/index.ts'
import type { Directory } from '../companies/index.ts'
import type { Writing } from '../donations/index.ts'
import { type EvaluationContext, lockEvaluating, removeMatches } from '../matches/index.ts'
import { giveUpThanks } from '../notifications/index.ts'
import { deleteReportLines, listTiedLines, takeOutEntries } from './lines.queries.ts'
import { sumReceived } from './received.queries.ts'
import { findReport, markReportUndone, type ReportRow, waitForPayouts } from './reports.queries.ts'
import { settleReceived } from './settle-received.ts'
import { sumUpPayouts } from './write-payouts.queries.ts'

/** Takes a report back with all it did: matches go back to where they were, those it added go. */
export async function undoReport(call: Writing, directory: Directory, reportId: number): Promise<ReportRow> {
  const { platform, tenant, caller } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await waitForPayouts(db, tenant)
      const row = await findReport(db, tenant, reportId)
      if (!row) throw notFound()
      if (row.state !== 'done') throw new Refusal('conflict', payouts.payoutMessages.notDone)
      await lockEvaluating(db, tenant.family)
      const tied = await listTiedLines(db, tenant, reportId)
      const by = { userId: caller.user.id, why: 'The report was undone', now: platform.clock() }
      await takeOutEntries(
        db,
        tenant,
        tied.map(({ id }) => id),
        by,
      )
      await sumUpPayouts(db, tenant, await deleteReportLines(db, tenant, reportId))
      const context: EvaluationContext = {
        platform,
        tenant,
        directory,
        actor: { kind: 'user', userId: caller.user.id, level: call.level },
      }
      const added = tied.flatMap(({ donation_id, tied_by }) => (tied_by === 'new' ? [donation_id] : []))
      await removeUnpaid(db, context, tenant, [...new Set(added)])
      await settleReceived(db, context, [...new Set(tied.map(({ donation_id }) => donation_id))])
      await giveUpThanks(db, tenant.family, reportId)
      await markReportUndone(db, tenant, reportId)
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action: 'undone',
        subject: 'payout report',
        subjectId: reportId,
        before: { file: row.file_name ?? '' },
      })
      return { ...row, state: 'undone', thanks: 0 }
    },
    { timeoutMs: 60_000 },
  )
}

/** Matches that were made of payout lines go with the last of these. */
export async function removeUnpaid(
  db: Db,
  context: EvaluationContext,
  tenant: Tenant,
  donationIds: readonly number[],
): Promise<void> {
  const left = await sumReceived(db, tenant.family, donationIds)
  const gone = donationIds.filter((id) => !left.has(id))
  if (gone.length > 0) await removeMatches(db, context, gone)
}
