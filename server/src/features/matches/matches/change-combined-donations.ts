import { type StatusId, withEmployerStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'
import { inFamily } from './family.ts'
import { type MatchRow, ownCents } from './match-row.ts'
import { listMergedWith, lockDonations } from './matches.queries.ts'

/** The part of a gift in a match that the employer has; null removes the gift. */
export type CombinedDonationChange = {
  readonly donationId: number
  readonly wholeId: number
  readonly cents: number | null
}

/** Such a match keeps its request and estimate; its amount becomes the new sum. Staff decide about the employer. */
export async function changeCombinedDonations(
  db: Db,
  context: ChangeContext,
  gifts: readonly CombinedDonationChange[],
): Promise<void> {
  if (gifts.length === 0) return
  await inFamily(db, context, async (seeing) => {
    const { family } = seeing.tenant
    const named = [...new Set(gifts.flatMap(({ donationId, wholeId }) => [donationId, wholeId]))]
    const others = await listMergedWith(db, family, named)
    const rows = await lockDonations(db, family, [...named, ...others.map(({ id }) => id)], { partsToo: true })
    const changes = [...Map.groupBy(gifts, ({ wholeId }) => wholeId)].flatMap(([id, own]) => settle(rows, id, own))
    await changeMatches(db, seeing, changes)
  })
}

export const findCombinedMatches = (
  db: Db,
  context: ChangeContext,
  wholeIds: readonly number[],
): Promise<ReadonlyMap<number, MatchRow>> =>
  inFamily(db, context, async ({ tenant }) => {
    const wholes = await lockDonations(db, tenant.family, wholeIds)
    return new Map(wholes.map((whole) => [whole.id, whole]))
  })

export const isWithEmployer = (statusId: StatusId | undefined): boolean =>
  withEmployerStatusIds.some((id) => id === statusId)

export async function listWithEmployer(db: Db, context: ChangeContext, wholeIds: readonly number[]): Promise<number[]> {
  const wholes = await findCombinedMatches(db, context, wholeIds)
  return wholeIds.filter((id) => isWithEmployer(wholes.get(id)?.status_id))
}

type Edit = Parameters<typeof changeMatches>[2][number]

function settle(rows: readonly MatchRow[], wholeId: number, gifts: readonly CombinedDonationChange[]): Edit[] {
  const whole = rows.find(({ id }) => id === wholeId)
  if (!whole || !isWithEmployer(whole.status_id)) return []
  const given = new Map(gifts.map(({ donationId, cents }) => [donationId, cents]))
  const parts = rows.filter((row) => row.id !== wholeId && (row.merged_into_id === wholeId || given.has(row.id)))
  const bringing = (row: MatchRow): number => (given.has(row.id) ? (given.get(row.id) ?? 0) : ownCents(row))
  const own = bringing(whole)
  const staying = parts.filter((row) => bringing(row) > 0)
  const sum = staying.reduce((cents, row) => cents + bringing(row), own)
  // A match without any gift left stays unchanged, because it is refunded as a whole.
  if (sum === 0) return []
  const edit = (before: MatchRow, change: Partial<MatchRow>, also: Edit['also'] = []): Edit => ({
    action: 'edit',
    before,
    row: { ...before, ...change },
    also,
  })
  return [
    edit(whole, { amount_cents: sum, own_cents: staying.length > 0 ? own : null }, [
      { field: 'match_amount_cents', from: whole.amount_cents, to: sum },
    ]),
    ...parts
      .filter((row) => given.has(row.id))
      .map((row) =>
        bringing(row) > 0
          ? edit(row, { amount_cents: bringing(row), merged_into_id: wholeId })
          : edit(row, { merged_into_id: null }),
      ),
  ]
}
