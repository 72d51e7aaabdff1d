import { toUnits } from '@twofold/contract'
import type { MatchSnapshot } from './match-snapshots.queries.ts'

type Pair = { readonly from: MatchSnapshot; readonly to: MatchSnapshot }
type Move = { readonly from_status_id: number; readonly to_status_id: number; readonly count: number }

export const maxExamples = 5

export function compareSnapshots(before: readonly MatchSnapshot[], after: readonly MatchSnapshot[]) {
  const previousById = new Map(before.map((row) => [row.id, row]))
  const pairs = after.flatMap((to): Pair[] => {
    const from = previousById.get(to.id)
    return from ? [{ from, to }] : []
  })
  const [joined, separateMatches] = [pairs.filter(isJoining), pairs.filter(({ to }) => !to.is_part)]
  const moved = separateMatches.filter(({ from, to }) => from.status_id !== to.status_id)
  const changed = separateMatches.filter(
    ({ from, to }) => from.status_id !== to.status_id || from.estimated_cents !== to.estimated_cents,
  )
  const sum = (of: (pair: Pair) => number): number => toUnits(pairs.reduce((cents, pair) => cents + of(pair), 0))
  return {
    changed: changed.length + joined.length,
    joined: joined.length,
    moves: mergeMoveCounts(
      moved.map(({ from, to }) => ({ from_status_id: from.status_id, to_status_id: to.status_id, count: 1 })),
    ),
    examples: changed.slice(0, maxExamples).map(({ from, to }) => ({
      organization_name: to.organization_name,
      donation_id: to.id,
      donor_name: to.donor_name,
      amount: toUnits(to.amount_cents),
      currency: to.currency,
      from_status_id: from.status_id,
      to_status_id: to.status_id,
      estimated_from: toUnits(from.estimated_cents),
      estimated_to: toUnits(to.estimated_cents),
    })),
    estimated_from: sum(({ from }) => from.estimated_cents),
    estimated_to: sum(({ to }) => to.estimated_cents),
  }
}

const isJoining = ({ from, to }: Pair): boolean => to.is_part && !from.is_part

export const mergeMoveCounts = (moves: readonly Move[]): Move[] =>
  [...Map.groupBy(moves, ({ from_status_id, to_status_id }) => `${from_status_id} ${to_status_id}`).values()]
    .flatMap((group) => (group[0] ? [{ ...group[0], count: group.reduce((sum, { count }) => sum + count, 0) }] : []))
    .sort((a, b) => b.count - a.count)
