import { readDay } from '@twofold/matching'
import type { KnownLine, KnownPayout } from './known-lines.queries.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'

/** Reports of the same payment may state different days: sent, cleared, or received. */
const daysApart = 60

type Dated = Pick<KnownLine, 'paid_on' | 'is_typed'>
type NewPayout = Pick<ReportedPayout, 'paidOn' | 'lines'> & { readonly isTyped: boolean }
export type LineWithKey = { readonly line: ReportLine; readonly key: string }

/**
 * Returns the equal recorded line of each line: of the same day, else without a day, else with the same id on a near
 * day. `recorded` has the payout's payer, number, and currency.
 */
export function findKnownLines(
  lines: readonly LineWithKey[],
  payout: NewPayout,
  recorded: readonly KnownLine[],
  takenLines: Set<KnownLine>,
): Map<LineWithKey, KnownLine> {
  const found = new Map<LineWithKey, KnownLine>()
  const recordedByKey = Map.groupBy(recorded, ({ line_key }) => line_key)
  const isSame: readonly ((one: LineWithKey, other: KnownLine) => boolean)[] = [
    (_, other) => other.paid_on === payout.paidOn,
    (_, other) => other.paid_on === null || payout.paidOn === null,
    ({ line }, other) => line.lineId !== '' && daysBetween(payout, other) <= daysApart,
  ]
  for (const rule of isSame)
    for (const line of lines) {
      if (found.has(line)) continue
      const known = recordedByKey.get(line.key)?.find((other) => !takenLines.has(other) && rule(line, other))
      if (!known) continue
      takenLines.add(known)
      found.set(line, known)
    }
  return found
}

/** The payout of the same day, else of a known line, else without a day. Only lists of payments may differ in the day. */
export function findSamePayout(
  payout: NewPayout,
  recorded: readonly KnownPayout[],
  knownLines: Iterable<KnownLine>,
): KnownPayout | undefined {
  if (payout.paidOn === null) return recorded[0]
  const payoutIds = new Set([...knownLines].map(({ payout_id }) => payout_id))
  const nearest = recorded
    .filter((other) => !other.has_lines || payout.lines.length === 0)
    .map((other) => ({ other, days: daysBetween(payout, other) }))
    .filter(({ days }) => days <= daysApart)
    .sort((one, another) => one.days - another.days)
  return (
    recorded.find(({ paid_on }) => paid_on === payout.paidOn) ??
    recorded.find(({ id }) => payoutIds.has(id)) ??
    recorded.find(({ paid_on }) => paid_on === null) ??
    nearest[0]?.other
  )
}

/** Infinite without a day. Typed-in checks differ if their days do. */
function daysBetween({ paidOn, isTyped }: NewPayout, { paid_on, is_typed }: Dated): number {
  const [day, other] = [paidOn, paid_on].map((text) => (text === null ? null : readDay(text)))
  if (day == null || other == null) return Number.POSITIVE_INFINITY
  const days = Math.abs(day - other)
  return isTyped && is_typed && days > 0 ? Number.POSITIVE_INFINITY : days
}
