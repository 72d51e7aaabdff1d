import { withEmployerStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { inFamily } from '../family/index.ts'
import { listMergedWith, lockDonations, type MatchRow, ownCents } from '../rows/index.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'
import { oldestFirst } from './combine-donations.ts'

/**
 * Gifts that changed leave their combined match; the newest remaining gift carries it. Returns the remaining matches
 * for evaluation. Matches that the employer has are not split.
 */
export async function splitCombinedMatches(
  db: Db,
  context: ChangeContext,
  donationIds: readonly number[],
): Promise<number[]> {
  return donationIds.length === 0
    ? []
    : inFamily(db, context, (familyContext) => splitMatches(db, familyContext, donationIds))
}

async function splitMatches(db: Db, context: ChangeContext, donationIds: readonly number[]): Promise<number[]> {
  const { family } = context.tenant
  const others = await listMergedWith(db, family, donationIds)
  const rows = await lockDonations(db, family, [...donationIds, ...others.map(({ id }) => id)], {
    includeCombined: true,
  })
  const leavingIds = new Set(donationIds)
  const groups = Map.groupBy(rows, (row) => row.merged_into_id ?? row.id)
  const splits = [...groups.values()].flatMap((group) => splitGroup(group, leavingIds))
  const changes = splits.flatMap(({ changes }) => changes)
  await changeMatches(db, context, changes)
  return splits.flatMap(({ remainingId }) => remainingId ?? [])
}

type Change = Parameters<typeof changeMatches>[2][number]

function splitGroup(
  group: readonly MatchRow[],
  leavingIds: ReadonlySet<number>,
): { changes: Change[]; remainingId: number | null } {
  const carrier = group.find((row) => row.merged_into_id === null)
  const remaining = group.filter(({ id }) => !leavingIds.has(id)).sort(oldestFirst)
  const newCarrier = carrier && !leavingIds.has(carrier.id) ? carrier : remaining.at(-1)
  const isCombined = group.length > 1 && carrier !== undefined
  if (!isCombined || withEmployerStatusIds.some((id) => id === carrier.status_id))
    return { changes: [], remainingId: null }
  const split = (before: MatchRow, change: Partial<MatchRow>): Change => ({
    action: 'split',
    before,
    row: { ...before, ...change },
  })
  const edit = (before: MatchRow, change: Partial<MatchRow>): Change => ({
    ...split(before, change),
    action: 'edit',
    also: [{ field: 'match_amount_cents', from: before.amount_cents, to: sum }],
  })
  const sum = remaining.reduce((cents, row) => cents + ownCents(row), 0)
  const changes = group.map((row) => {
    const own = ownCents(row)
    const separate = { amount_cents: own, own_cents: null, merged_into_id: null }
    // The estimate and charge of all gifts now belong to another match.
    if (row === carrier && row !== newCarrier) return split(row, { ...separate, estimated_cents: 0 })
    if (leavingIds.has(row.id)) return split(row, separate)
    if (row !== newCarrier)
      return split(row, { amount_cents: own, own_cents: null, merged_into_id: newCarrier?.id ?? null })
    const combined = { amount_cents: sum, own_cents: remaining.length > 1 ? own : null, merged_into_id: null }
    return row === carrier && sum !== row.amount_cents ? edit(row, combined) : split(row, combined)
  })
  return { changes, remainingId: newCarrier?.id ?? null }
}
