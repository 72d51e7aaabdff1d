import { type StatusId, withEmployerStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { inFamily } from '../family/index.ts'
import { listMergedWith, lockDonations, type MatchRow, ownCents } from '../rows/index.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'

/** The part of a gift in a match that the employer has; null removes the gift. */
export type CombinedDonationChange = {
  readonly donationId: number
  readonly combinedMatchId: number
  readonly cents: number | null
}

/** Such a match keeps its request and estimate; its amount becomes the new sum. Staff decide about the employer. */
export async function changeCombinedDonations(
  db: Db,
  context: ChangeContext,
  gifts: readonly CombinedDonationChange[],
): Promise<void> {
  if (gifts.length === 0) return
  await inFamily(db, context, async (familyContext) => {
    const { family } = familyContext.tenant
    const namedIds = [...new Set(gifts.flatMap(({ donationId, combinedMatchId }) => [donationId, combinedMatchId]))]
    const others = await listMergedWith(db, family, namedIds)
    const rows = await lockDonations(db, family, [...namedIds, ...others.map(({ id }) => id)], {
      includeCombined: true,
    })
    const changes = [...Map.groupBy(gifts, ({ combinedMatchId }) => combinedMatchId)].flatMap(([id, matchGifts]) =>
      settle(rows, id, matchGifts),
    )
    await changeMatches(db, familyContext, changes)
  })
}

export const findCombinedMatches = (
  db: Db,
  context: ChangeContext,
  combinedMatchIds: readonly number[],
): Promise<ReadonlyMap<number, MatchRow>> =>
  inFamily(db, context, async ({ tenant }) => {
    const combinedMatches = await lockDonations(db, tenant.family, combinedMatchIds)
    return new Map(combinedMatches.map((combinedMatch) => [combinedMatch.id, combinedMatch]))
  })

export const isWithEmployer = (statusId: StatusId | undefined): boolean =>
  withEmployerStatusIds.some((id) => id === statusId)

export async function listWithEmployer(
  db: Db,
  context: ChangeContext,
  combinedMatchIds: readonly number[],
): Promise<number[]> {
  const combinedMatches = await findCombinedMatches(db, context, combinedMatchIds)
  return combinedMatchIds.filter((id) => isWithEmployer(combinedMatches.get(id)?.status_id))
}

type Edit = Parameters<typeof changeMatches>[2][number]

function settle(rows: readonly MatchRow[], combinedMatchId: number, gifts: readonly CombinedDonationChange[]): Edit[] {
  const combinedMatch = rows.find(({ id }) => id === combinedMatchId)
  if (!combinedMatch || !isWithEmployer(combinedMatch.status_id)) return []
  const centsById = new Map(gifts.map(({ donationId, cents }) => [donationId, cents]))
  const parts = rows.filter(
    (row) => row.id !== combinedMatchId && (row.merged_into_id === combinedMatchId || centsById.has(row.id)),
  )
  const centsOf = (row: MatchRow): number => (centsById.has(row.id) ? (centsById.get(row.id) ?? 0) : ownCents(row))
  const ownAmount = centsOf(combinedMatch)
  const remaining = parts.filter((row) => centsOf(row) > 0)
  const sum = remaining.reduce((cents, row) => cents + centsOf(row), ownAmount)
  // A match without any gift left stays unchanged, because it is refunded as a whole.
  if (sum === 0) return []
  const edit = (before: MatchRow, change: Partial<MatchRow>, also: Edit['also'] = []): Edit => ({
    action: 'edit',
    before,
    row: { ...before, ...change },
    also,
  })
  return [
    edit(combinedMatch, { amount_cents: sum, own_cents: remaining.length > 0 ? ownAmount : null }, [
      { field: 'match_amount_cents', from: combinedMatch.amount_cents, to: sum },
    ]),
    ...parts
      .filter((row) => centsById.has(row.id))
      .map((row) =>
        centsOf(row) > 0
          ? edit(row, { amount_cents: centsOf(row), merged_into_id: combinedMatchId })
          : edit(row, { merged_into_id: null }),
      ),
  ]
}
