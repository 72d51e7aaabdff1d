import type { Db } from '../../../platform/database/database.ts'
import { lockUnlessHeld } from '../../matches/family/index.ts'
import {
  changeCombinedDonations,
  evaluateExistingDonations,
  listWithEmployer,
  splitCombinedMatches,
} from '../../matches/matches/index.ts'
import { lockDonations, type MatchRow } from '../../matches/rows/index.ts'
import type { DonationUpdate } from '../identification/index.ts'
import { listPendingChanges } from './change.queries.ts'
import type { RecordingContext } from './recording-context.ts'
import {
  changedRows,
  type EditAction,
  externalStatusesOf,
  pairsOf,
  recordPartChanges,
  type UpdateResult,
  updateDonations,
} from './update-donations.ts'

/**
 * A changed part leaves an open match; a submitted one keeps its request with a new sum. `zeroed`: rows that would
 * reduce a gift to 0, a placeholder for unknown amounts. `action`: the history name.
 */
export async function updateAllDonations(
  db: Db,
  context: RecordingContext,
  allUpdates: readonly DonationUpdate[],
  locked?: readonly MatchRow[],
  action: EditAction = 'edit',
): Promise<UpdateResult & { readonly zeroed: readonly number[] }> {
  const rows = locked ?? (await lockAll(db, context, allUpdates))
  const centsById = new Map(rows.map((row) => [row.id, row.amount_cents]))
  const reducesToZero = ({ donationId, amountCents }: DonationUpdate) =>
    amountCents === 0 && (centsById.get(donationId) ?? 0) > 0
  const zeroed = allUpdates.filter(reducesToZero).map(({ row }) => row)
  const updates = allUpdates.filter((update) => !reducesToZero(update))
  return { ...(await applyUpdates(db, context, updates, rows, action)), zeroed }
}

async function applyUpdates(
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
  rows: readonly MatchRow[],
  action: EditAction,
): Promise<UpdateResult> {
  const parts = new Map(rows.filter((row) => row.merged_into_id !== null).map((row) => [row.id, row]))
  const matchUpdates = updates.filter(({ donationId }) => !parts.has(donationId))
  if (parts.size === 0) return updateDonations(db, context, updates, action, rows)
  const updatesOfParts = updates.filter(({ donationId }) => parts.has(donationId))
  const partUpdates = await filterChanging(db, context, updatesOfParts, parts)
  const combinedIdOf = ({ donationId }: DonationUpdate): number => parts.get(donationId)?.merged_into_id ?? donationId
  const withEmployer = new Set(await listWithEmployer(db, context, partUpdates.map(combinedIdOf)))
  const settled = partUpdates.filter((update) => withEmployer.has(combinedIdOf(update)))
  const openUpdates = partUpdates.filter((update) => !withEmployer.has(combinedIdOf(update)))
  const openIds = openUpdates.map(({ donationId }) => donationId)
  const splitIds = await splitCombinedMatches(db, context, openIds)
  const result = await updateDonations(db, context, [...matchUpdates, ...openUpdates])
  const settledParts = settled.map((update) => ({ ...update, amountCents: null }))
  await recordPartChanges(db, context, settledParts)
  await changeCombinedDonations(
    db,
    context,
    settled.flatMap((update) => {
      const { donationId, amountCents: cents } = update
      return cents === null ? [] : [{ donationId, combinedMatchId: combinedIdOf(update), cents }]
    }),
  )
  const donorIds = [...new Set(openUpdates.flatMap(({ donationId }) => parts.get(donationId)?.donor_id ?? []))]
  await evaluateExistingDonations(db, context, { donorIds, donationIds: new Set(splitIds), action: 'edit' })
  const updated = result.updated + settled.length
  return { ...result, updated, unchanged: updates.length - updated - result.unknown.length - result.merged.length }
}

async function lockAll(db: Db, context: RecordingContext, updates: readonly DonationUpdate[]): Promise<MatchRow[]> {
  await lockUnlessHeld(db, context)
  const ids = updates.map(({ donationId }) => donationId)
  return lockDonations(db, context.tenant.family, ids, { includeCombined: true })
}

/** A file lists all of its donations; parts without changes stay in their matches. */
async function filterChanging(
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
  parts: ReadonlyMap<number, MatchRow>,
): Promise<DonationUpdate[]> {
  const latest = [...new Map(updates.map((update) => [update.donationId, update])).values()]
  const pairs = pairsOf(latest, parts)
  const changing = new Set([
    ...(await listPendingChanges(db, await changedRows(db, context, pairs))).keys(),
    ...externalStatusesOf(pairs).keys(),
  ])
  return latest.filter(({ donationId }) => changing.has(donationId))
}
