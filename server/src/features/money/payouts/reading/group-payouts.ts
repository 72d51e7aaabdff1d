import { findSamePayout } from '../same-payout.ts'
import type { ReportedPayout, ReportLine } from './report.ts'

type Place = Pick<ReportedPayout, 'reference' | 'platform' | 'payer' | 'paidOn' | 'periodEnd' | 'currency'>
export type LineWithPayout = Place & { readonly line: ReportLine }
export type PaymentWithPayout = Place & Pick<ReportedPayout, 'grossCents' | 'feeCents'>

type Group = {
  readonly place: Place
  paidOn: string | null
  grossCents: number
  feeCents: number
  readonly lines: ReportLine[]
}

/**
 * Groups have one payer, number, and currency, in file order. A number that repeats in another year is a separate
 * payout.
 */
export function groupPayouts(
  lines: readonly LineWithPayout[],
  payments: readonly PaymentWithPayout[],
): ReportedPayout[] {
  const groups: Group[] = []
  const named = new Map<string, Group[]>()
  const groupOf = (place: Place): Group => {
    const key = JSON.stringify([place.payer, place.reference, place.currency])
    const same = named.get(key) ?? []
    const known = sameGroup(place, same)
    if (known) {
      known.paidOn ??= place.paidOn
      return known
    }
    const group: Group = { place, paidOn: place.paidOn, grossCents: 0, feeCents: 0, lines: [] }
    groups.push(group)
    named.set(key, [...same, group])
    return group
  }
  for (const { line, ...place } of lines) {
    const group = groupOf(place)
    group.grossCents += line.giftCents + line.matchCents
    group.feeCents += line.feeCents
    group.lines.push(line)
  }
  for (const { grossCents, feeCents, ...place } of payments) {
    const group = groupOf(place)
    group.grossCents += grossCents
    group.feeCents += feeCents
  }
  return groups.map(({ place, ...group }) => ({ ...place, ...group }))
}

/** A report without a number is one payout, whatever the days of its lines. */
function sameGroup({ reference, paidOn }: Place, same: readonly Group[]): Group | undefined {
  if (reference === '') return same[0]
  const known = same.map((group) => ({ group, paid_on: group.paidOn, is_typed: false }))
  return findSamePayout({ paidOn, isTyped: false }, known)?.group
}
