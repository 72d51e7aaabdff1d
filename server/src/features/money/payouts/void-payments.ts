import { payouts } from '@twofold/contract'
import { voidedStatusIds } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { hasRunningUndo } from '../../donations/undos/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { lockDonations } from '../../matches/rows/index.ts'
import {
  insertReversalEntries,
  isLinkedToFormerChapter,
  type LineRow,
  linkLine,
  listPayoutIds,
  lockLine,
  restoreVoidedLines,
  voidLines,
} from './lines.queries.ts'
import { getPayoutContext } from './payout-context.ts'
import { sumReceived } from './received.queries.ts'
import type { PayoutRecordingContext } from './record-payouts.ts'
import {
  findReport,
  lockPayouts,
  type ReportRow,
  saveVoidedLines,
  type VoidedLine,
  voidPayouts,
} from './reports.queries.ts'
import { createRecordingContext } from './run-report.ts'
import { addMatch } from './settle-line.ts'
import { removeMatchesWithoutLines, updateReceivedMoney } from './update-received-money.ts'
import { updatePayoutSums } from './write-payouts.queries.ts'

const { payoutMessages: messages } = payouts

/** Above the largest report. */
const timeoutMs = 120_000

/** Payments that the report calls undone leave all sums, or return to them. @throws Refusal conflict */
export function voidPayments(
  call: WriteCall,
  directory: Directory,
  reportId: number,
  { isUndo }: { readonly isUndo: boolean },
): Promise<ReportRow> {
  const { platform, tenant, caller } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await lockPayouts(db, tenant)
      const report = await findReport(db, tenant, reportId)
      if (!report) throw notFound()
      if (await hasRunningUndo(db, 'payout_reports', tenant)) throw new Refusal('conflict', messages.undoing)
      if (report.state !== 'done') throw new Refusal('conflict', messages.notRead)
      await lockFamilyForEvaluation(db, tenant.family)
      const payoutContext = await getPayoutContext(db, tenant, platform.clock())
      const context: PayoutRecordingContext = {
        ...createRecordingContext({
          ...payoutContext,
          platform,
          tenant,
          directory,
          userId: caller.user.id,
          reportId: 0,
        }),
        actor: { kind: 'user', userId: caller.user.id, level: call.level },
      }
      if (isUndo) await restorePayments(db, context, report.voided_lines)
      const lines = isUndo ? report.voided_lines : await voidReportedLines(db, context, report.lines_to_void)
      await voidPayouts(db, tenant, report.payouts_to_void, !isUndo)
      await saveVoidedLines(db, tenant, reportId, isUndo ? [] : [...report.voided_lines, ...lines])
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action: isUndo ? 'restored payments of' : 'voided payments of',
        subject: 'payout report',
        subjectId: reportId,
        after: { lines: lines.length, payouts: report.payouts_to_void.length },
      })
      const row = await findReport(db, tenant, reportId)
      if (!row) throw notFound()
      return row
    },
    { timeoutMs },
  )
}

async function lockLines(db: Db, { tenant }: PayoutRecordingContext, ids: readonly number[]): Promise<LineRow[]> {
  const lines: LineRow[] = []
  for (const id of ids) {
    const line = await lockLine(db, tenant, id)
    if (line && !isLinkedToFormerChapter(tenant, line)) lines.push(line)
  }
  return lines
}

async function voidReportedLines(
  db: Db,
  context: PayoutRecordingContext,
  lineIds: readonly number[],
): Promise<VoidedLine[]> {
  const { tenant, platform, userId } = context
  const counted = (await lockLines(db, context, lineIds)).filter(
    ({ state }) => state === 'tied' || state === 'doubtful' || state === 'own_gift',
  )
  const taken = counted.map((line) => ({
    line_id: line.id,
    donation_id: line.donation_id,
    organization_id: line.match_organization_id,
    was_new: line.tied_by === 'new',
  }))
  const ids = counted.map(({ id }) => id)
  const why = 'A later report says that the payment was undone'
  await insertReversalEntries(db, tenant, ids, { userId, why, now: platform.clock() })
  await voidLines(db, tenant, ids)
  const donationIds = [...new Set(taken.flatMap(({ donation_id }) => donation_id ?? []))]
  const sums = await sumReceived(db, donationIds)
  if ([...sums.values()].some(({ cents }) => cents < 0)) throw new Refusal('conflict', messages.reversedSince)
  await removeMatchesWithoutLines(db, context, [
    ...new Set(taken.flatMap(({ was_new, donation_id }) => (was_new ? (donation_id ?? []) : []))),
  ])
  await updateReceivedMoney(db, context, donationIds)
  await updatePayoutSums(db, tenant, [...new Set(counted.map(({ payout_id }) => payout_id))])
  return taken
}

/** Lines linked meanwhile stay unchanged. Lines of closed matches wait. */
export async function restorePayments(
  db: Db,
  context: PayoutRecordingContext,
  voided: readonly VoidedLine[],
): Promise<void> {
  const { tenant, platform, userId, directory } = context
  const by = { userId, why: 'A person linked the line again', now: platform.clock() }
  const taken = new Map(voided.map((one) => [one.line_id, one]))
  await restoreVoidedLines(db, tenant, [...taken.keys()])
  const lines = (await lockLines(db, context, [...taken.keys()])).filter(({ state }) => state === 'doubtful')
  const matches = await lockDonations(
    db,
    tenant.family,
    [...new Set(voided.flatMap(({ donation_id }) => donation_id ?? []))],
    { includeCombined: true },
  )
  const closed: readonly number[] = voidedStatusIds
  const open = new Set(matches.filter(({ status_id }) => !closed.includes(status_id)).map(({ id }) => id))
  const added = new Map<number, { readonly donationId: number; readonly organizationId: number }>()
  const given: { readonly donationId: number; readonly isNew: boolean }[] = []
  for (const line of lines) {
    const { donation_id, organization_id, was_new } = taken.get(line.id) ?? {}
    if (donation_id == null || organization_id == null) continue
    const match = open.has(donation_id)
      ? { donationId: donation_id, organizationId: organization_id }
      : was_new
        ? (added.get(donation_id) ?? (await addMatch(db, context, directory, line)))
        : null
    if (!match) continue
    if (!open.has(donation_id)) added.set(donation_id, match)
    await linkLine(db, tenant, line.id, { ...match, by: was_new ? 'new' : 'person' }, by)
    given.push({ donationId: match.donationId, isNew: was_new === true })
  }
  await updatePayoutSums(db, tenant, await listPayoutIds(db, tenant, [...taken.keys()]))
  for (const isNew of [true, false])
    await updateReceivedMoney(
      db,
      context,
      [...new Set(given.filter((one) => one.isNew === isNew).map(({ donationId }) => donationId))],
      isNew ? { reason: 'from_payout' } : {},
    )
}
