import { donationChanges } from '@twofold/contract'
import { voidedStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import {
  changeCombinedDonations,
  changeMatches,
  evaluateExistingDonations,
  findCombinedMatches,
  isWithEmployer,
  type MovedMatch,
  personKeyOf,
  splitCombinedMatches,
} from '../../matches/matches/index.ts'
import { isCombinedMatch, lockDonations, type MatchRow, ownCents } from '../../matches/rows/index.ts'
import type { RecordingContext } from '../recording/index.ts'
import { listLeftCombinedMatches } from './staff-changes.queries.ts'

/** The combined match, or the gift itself. */

const combinedIdOf = ({ id, merged_into_id }: MatchRow): number => merged_into_id ?? id

/** `giftOnly` includes the gift that carries the others. */
export const filterLeaving = (rows: readonly MatchRow[], giftOnly: boolean): MatchRow[] =>
  rows.filter((row) => row.merged_into_id !== null || (giftOnly && isCombinedMatch(row)))

/**
 * An open match leaves below the minimum; a submitted one keeps its request with a new sum. Returns the remaining
 * matches for `evaluateRemaining`. @throws Refusal conflict when closed, or submitted under the id of this gift
 */
export async function leaveCombinedMatches(
  db: Db,
  context: RecordingContext,
  leaving: readonly MatchRow[],
): Promise<number[]> {
  if (leaving.length === 0) return []
  const combinedMatches = await findCombinedMatches(db, context, leaving.map(combinedIdOf))
  const combinedStatusOf = (row: MatchRow) => combinedMatches.get(combinedIdOf(row))?.status_id
  if (leaving.some((row) => voidedStatusIds.some((id) => id === combinedStatusOf(row)))) {
    throw new Refusal('conflict', donationChanges.changeMessages.combinedIsClosed)
  }
  const settled = leaving.filter((row) => isWithEmployer(combinedStatusOf(row)))
  if (settled.some(({ merged_into_id }) => merged_into_id === null)) {
    throw new Refusal('conflict', donationChanges.changeMessages.usesIdOfGift)
  }
  const openIds = leaving.filter((row) => !settled.includes(row)).map(({ id }) => id)
  const splitIds = await splitCombinedMatches(db, context, openIds)
  await changeCombinedDonations(
    db,
    context,
    settled.map((row) => ({ donationId: row.id, combinedMatchId: combinedIdOf(row), cents: null })),
  )
  const carriers = leaving.filter(({ merged_into_id }) => merged_into_id === null).map(({ id }) => id)
  const carrierRows = await lockDonations(db, context.tenant.family, carriers)
  await changeMatches(
    db,
    context,
    carrierRows.map((before) => ({
      action: 'split',
      before,
      row: { ...before, status_id: 10, reason_code: 'below_minimum' },
    })),
  )
  return splitIds
}

export async function evaluateRemaining(
  db: Db,
  context: RecordingContext,
  leaving: readonly MatchRow[],
  splitIds: readonly number[],
): Promise<void> {
  if (splitIds.length === 0) return
  const donorIds = [...new Set(leaving.map(({ donor_id }) => donor_id))]
  await evaluateExistingDonations(db, context, { donorIds, donationIds: new Set(splitIds), action: 'edit' })
}

/**
 * A gift returns to a submitted match if it still belongs to it; otherwise the rules decide. Other gifts are unchanged.
 * Returns each gift's status.
 */
export async function rejoinCombinedMatches(
  db: Db,
  context: RecordingContext,
  moved: readonly MovedMatch[],
): Promise<MovedMatch[]> {
  const { family } = context.tenant
  const waiting = moved.filter(({ from, to }) => from !== to && (to === 10 || to === 22)).map(({ id }) => id)
  const formerCombinedIds =
    waiting.length === 0 ? new Map<number, number | null>() : await listLeftCombinedMatches(db, family, waiting)
  if (formerCombinedIds.size === 0) return [...moved]
  const rows = await lockDonations(db, family, [...formerCombinedIds.keys()])
  const combinedIds = [...formerCombinedIds.values()].flatMap((id) => id ?? [])
  const combinedMatches = await findCombinedMatches(db, context, combinedIds)
  const settled = rows.flatMap((row) => {
    const combined = combinedMatches.get(formerCombinedIds.get(row.id) ?? 0)
    return combined && isWithEmployer(combined.status_id) && canBeCombined(row, combined)
      ? [{ donationId: row.id, combinedMatchId: combined.id, cents: ownCents(row) }]
      : []
  })
  await changeCombinedDonations(db, context, settled)
  const unsettledRows = rows.filter(({ id }) => !settled.some(({ donationId }) => donationId === id))
  await evaluateExistingDonations(db, context, {
    donorIds: [...new Set(unsettledRows.map(({ donor_id }) => donor_id))],
    donationIds: new Set(unsettledRows.map(({ id }) => id)),
    action: 'evaluate',
  })
  const currentRows = await lockDonations(db, family, [...formerCombinedIds.keys()], { includeCombined: true })
  const statusOf = new Map(currentRows.map(({ id, status_id }) => [id, status_id]))
  return moved.map((one) => ({ ...one, to: statusOf.get(one.id) ?? one.to }))
}

/** Donor or employer may have been corrected since the cancellation. */
const canBeCombined = (one: MatchRow, other: MatchRow): boolean =>
  personKeyOf(one) === personKeyOf(other) && one.company_id === other.company_id && one.currency === other.currency
