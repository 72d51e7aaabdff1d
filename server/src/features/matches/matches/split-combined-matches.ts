import { withEmployerStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'
import { oldestFirst } from './combine-donations.ts'
import { inFamily } from './family.ts'
import { type MatchRow, ownCents } from './match-row.ts'
import { listMergedWith, lockDonations } from './matches.queries.ts'

/**
 * Gifts that changed leave their combined match; the newest remaining gift carries it. Returns the remaining matches
 * for evaluation. Matches that the employer has are not split.
 */
export async function splitCombinedMatches(
  db: Db,
  context: ChangeContext,
  donationIds: readonly number[],
): Promise<number[]> {
  return donationIds.length === 0 ? [] : inFamily(db, context, (seeing) => takeOut(db, seeing, donationIds))
}

async function takeOut(db: Db, context: ChangeContext, donationIds: readonly number[]): Promise<number[]> {
  const { family } = context.tenant
  const others = await listMergedWith(db, family, donationIds)
  const rows = await lockDonations(db, family, [...donationIds, ...others.map(({ id }) => id)], { partsToo: true })
  const leaving = new Set(donationIds)
  const groups = Map.groupBy(rows, (row) => row.merged_into_id ?? row.id)
  const taken = [...groups.values()].flatMap((group) => apart(group, leaving))
  await changeMatches(
    db,
    context,
    taken.flatMap(({ changes }) => changes),
  )
  return taken.flatMap(({ left }) => left ?? [])
}

type Change = Parameters<typeof changeMatches>[2][number]

function apart(group: readonly MatchRow[], leaving: ReadonlySet<number>): { changes: Change[]; left: number | null } {
  const carrier = group.find((row) => row.merged_into_id === null)
  const staying = group.filter(({ id }) => !leaving.has(id)).sort(oldestFirst)
  const anchor = carrier && !leaving.has(carrier.id) ? carrier : staying.at(-1)
  const isTogether = group.length > 1 && carrier !== undefined
  if (!isTogether || withEmployerStatusIds.some((id) => id === carrier.status_id)) return { changes: [], left: null }
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
  const sum = staying.reduce((cents, row) => cents + ownCents(row), 0)
  const changes = group.map((row) => {
    const own = ownCents(row)
    const alone = { amount_cents: own, own_cents: null, merged_into_id: null }
    // The estimate and charge of all gifts now belong to another match.
    if (row === carrier && row !== anchor) return split(row, { ...alone, estimated_cents: 0 })
    if (leaving.has(row.id)) return split(row, alone)
    if (row !== anchor) return split(row, { amount_cents: own, own_cents: null, merged_into_id: anchor?.id ?? null })
    const carries = { amount_cents: sum, own_cents: staying.length > 1 ? own : null, merged_into_id: null }
    return row === carrier && sum !== row.amount_cents ? edit(row, carries) : split(row, carries)
  })
  return { changes, left: anchor?.id ?? null }
}
