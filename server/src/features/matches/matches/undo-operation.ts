import { donationChanges } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import { cancelMailsSince } from '../../email/notifications/index.ts'
import { inFamily, lockDonorsForEvaluation, lockFamilyForEvaluation } from '../family/index.ts'
import {
  closeJournalRows,
  type JournalRow,
  listChangedSince,
  listJournal,
  listNextInJournal,
  staffUndoMs,
} from '../journal/index.ts'
import {
  cancelReevaluation,
  listDonorsOf,
  lockDonations,
  lockDonationsOfDonors,
  type MatchRow,
  maximumUsageOf,
} from '../rows/index.ts'
import { scheduleChangedSince } from './change-matches.queries.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'
import { evaluateAgain } from './evaluate-again.ts'
import type { EvaluationContext } from './evaluate-donations.ts'
import { personKeyOf } from './evaluation-state.ts'
import { splitCombinedMatches } from './split-combined-matches.ts'

const { changeMessages } = donationChanges

export type UndoResult = { readonly restored: number[]; readonly changedSince: number[] }

/**
 * Skips matches that changed since, or undoes nothing with `all`. The caller holds the evaluating lock. With `atMost`,
 * processes the next matches and locks only their donors.
 */
export function undoOperation(
  db: Db,
  context: ChangeContext,
  operationId: string,
  { all = false, atMost }: { readonly all?: boolean; readonly atMost?: number } = {},
): Promise<UndoResult> {
  return inFamily(db, context, async (familyContext) => {
    const { tenant, platform } = familyContext
    if (atMost !== undefined) {
      const donationIds = await listNextInJournal(db, tenant.family, operationId, atMost)
      await lockDonorsForEvaluation(db, tenant.family, { donationIds })
    }
    const rows = await listJournal(db, tenant.family, operationId, atMost === undefined ? {} : { atMost })
    const [untouched, changed] = partition(rows, ({ is_untouched }) => is_untouched)
    const changedSince = idsOf(changed)
    if (all && changedSince.length > 0) return { restored: [], changedSince }
    await restoreMatches(db, familyContext, untouched)
    await closeJournalRows(db, tenant.family, operationId, idsOf(rows), platform.clock())
    return { restored: idsOf(untouched), changedSince }
  })
}

/**
 * Makes the requests unconfirmed again that an operation confirmed, unless something else happened to them since. Gifts
 * that were combined with them are evaluated again. The caller holds the evaluating lock.
 */
export const undoConfirmations = (db: Db, context: EvaluationContext, operationId: string): Promise<void> =>
  inFamily(db, context, async (familyContext) => {
    const { tenant, platform } = familyContext
    const rows = await listJournal(db, tenant.family, operationId, { ignoresEvaluations: true })
    const confirmed = rows.filter(({ before, is_untouched }) => before.unconfirmed && is_untouched)
    const remainingIds = await splitCombinedMatches(db, familyContext, idsOf(confirmed))
    await restoreMatches(db, familyContext, confirmed)
    await closeJournalRows(db, tenant.family, operationId, idsOf(rows), platform.clock())
    await evaluateAgain(db, familyContext, remainingIds)
  })

/**
 * Undoes a recent change by staff completely or not at all; repeated calls have no further effect. Returns the affected
 * donations.
 * @throws Refusal not_found, gone when it is too late, conflict when something else happened to one of them meanwhile
 */
export async function undoStaffChange(db: Db, context: ChangeContext, operationId: string): Promise<number[]> {
  const { tenant, platform } = context
  await lockFamilyForEvaluation(db, tenant.family)
  const rows = await listJournal(db, tenant.family, operationId, { includeUndone: true })
  const [first] = rows
  if (!first) throw notFound()
  if (first.undone_at === null) {
    if (platform.clock().getTime() > first.at.getTime() + staffUndoMs) throw new Refusal('gone', changeMessages.gone)
    const { changedSince } = await undoOperation(db, context, operationId, { all: true })
    if (changedSince.length > 0) throw new Refusal('conflict', changeMessages.movedOn)
  }
  return idsOf(rows)
}

export type UndoneDirectoryChange = {
  readonly undoId: string
  readonly changedAt: Date
  /** An earlier change was still pending, or only part is undone. */
  readonly needsReevaluation: boolean
}

/**
 * Restores matches after an undone directory change; all of a person's or, if one changed since, only the untouched
 * ones. Maximums and merging depend on all of them, so the rules then evaluate the rest again.
 *
 * Returns the ids that need no evaluation.
 */
export async function revertDirectoryChange(
  db: Db,
  context: ChangeContext,
  { undoId, changedAt, needsReevaluation }: UndoneDirectoryChange,
  donationIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return inFamily(db, context, async (familyContext) => {
    const { family } = familyContext.tenant
    await lockFamilyForEvaluation(db, family)
    const rows = await lockDonationsOfDonors(db, family, await listDonorsOf(db, family, donationIds))
    const now = familyContext.platform.clock()
    const all = await listJournal(db, family, undoId, { donationIds: idsOfRows(rows), ignoresEvaluations: true })
    const journalById = new Map(all.map((change) => [change.donation_id, change]))
    const requestedIds = new Set(donationIds)
    const [due, others] = partition(
      rows.filter(({ id }) => requestedIds.has(id)),
      ({ look_again_at }) => look_again_at !== null && Date.parse(look_again_at) <= now.getTime(),
    )
    const unknown = due.filter(({ id }) => !journalById.has(id))
    const touched = new Set(unknown.length > 0 ? await listChangedSince(db, family, idsOfRows(unknown), changedAt) : [])
    const revertedPeople = [...Map.groupBy(rows, personKeyOf).values()].filter((personRows) => {
      const changes = personRows.flatMap(({ id }) => journalById.get(id) ?? [])
      const isUnchanged = changes.every(
        ({ at, is_untouched }) => is_untouched && personRows.every((row) => Date.parse(row.created_at) < at.getTime()),
      )
      return !needsReevaluation && isUnchanged && personRows.every(({ id }) => !touched.has(id))
    })
    const ids = new Set(revertedPeople.flatMap(idsOfRows))
    const revertedRows = all.filter(({ donation_id }) => ids.has(donation_id))
    // An evaluation of a series sets its next evaluation date.
    const unchangedIds = idsOfRows(unknown.filter(({ id, status_id }) => ids.has(id) && status_id !== 22))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const separateRows = all.filter(
      ({ donation_id, is_untouched, before }) =>
        !ids.has(donation_id) &&
        requestedIds.has(donation_id) &&
        is_untouched &&
        hasSameGifts(byId.get(donation_id), before),
    )
    await restoreMatches(
      db,
      { ...familyContext, skipsReevaluation: true, mailsOnlyAbandoned: true },
      [...revertedRows, ...separateRows].map((change) => ({ ...change, before: withoutReevaluation(change.before) })),
    )
    await cancelReevaluation(db, family, unchangedIds)
    await closeJournalRows(db, family, undoId, idsOf(revertedRows), now)
    return new Set([...idsOf(revertedRows), ...unchangedIds, ...idsOfRows(others)])
  })
}

/** Returns the number of processed matches; 0 when none are left. */
export async function revertJournaledDirectoryChange(
  db: Db,
  context: EvaluationContext,
  change: UndoneDirectoryChange,
  atMost: number,
): Promise<number> {
  const { tenant, platform } = context
  await lockFamilyForEvaluation(db, tenant.family)
  const ids = await listNextInJournal(db, tenant.family, change.undoId, atMost)
  if (ids.length === 0) return 0
  await revertDirectoryChange(db, context, change, ids)
  const remainingIds = idsOf(await listJournal(db, tenant.family, change.undoId, { donationIds: ids }))
  await evaluateAgain(db, context, remainingIds)
  await closeJournalRows(db, tenant.family, change.undoId, ids, platform.clock())
  return ids.length
}

const hasSameGifts = (row: MatchRow | undefined, before: MatchRow): boolean =>
  row?.company_id === before.company_id &&
  row.merged_into_id === before.merged_into_id &&
  row.amount_cents === before.amount_cents &&
  row.own_cents === before.own_cents

function partition<Row>(rows: readonly Row[], passes: (row: Row) => boolean): [Row[], Row[]] {
  const groups = Map.groupBy(rows, passes)
  return [groups.get(true) ?? [], groups.get(false) ?? []]
}

const idsOfRows = (rows: readonly MatchRow[]): number[] => rows.map(({ id }) => id)

/** Cancels the evaluation that the undone change scheduled. A series is evaluated periodically anyway. */
const withoutReevaluation = (row: MatchRow): MatchRow => (row.status_id === 22 ? row : { ...row, look_again_at: null })

type RestorableMatch = Pick<JournalRow, 'donation_id' | 'at'> & {
  readonly before: Partial<MatchRow>
  readonly why?: string
}

const idsOf = (rows: readonly Pick<RestorableMatch, 'donation_id'>[]): number[] =>
  rows.map(({ donation_id }) => donation_id)

/** Cancels emails that were queued since. */
export async function restoreMatches(
  db: Db,
  context: ChangeContext,
  journalRows: readonly RestorableMatch[],
): Promise<void> {
  const [first] = journalRows
  if (!first) return
  const { family } = context.tenant
  const ids = idsOf(journalRows)
  const since = journalRows.reduce((earliest, { at }) => (at < earliest ? at : earliest), first.at)
  const before = new Map(journalRows.map((change) => [change.donation_id, change.before]))
  const reasons = new Map(journalRows.map((change) => [change.donation_id, change.why ?? '']))
  const rows = await lockDonations(db, family, ids, { includeCombined: true })
  await cancelMailsSince(db, family, ids, since)
  const changes = rows.map((row) => ({
    action: 'undone' as const,
    before: row,
    // Received money is not part of the operation, and old journal rows lack it.
    row: { ...row, ...before.get(row.id), received_cents: row.received_cents, received_at: row.received_at },
    since: before.get(row.id)?.status_changed_at,
    why: reasons.get(row.id) ?? '',
  }))
  await changeMatches(db, context, changes)
  const increased = changes
    .filter((change) => maximumUsageOf(change.row) > maximumUsageOf(change.before))
    .map(({ row }) => row)
  if (!context.skipsReevaluation) await scheduleChangedSince(db, family, increased, since, context.platform.clock())
}
