import type { statistics } from '@twofold/contract'

type Matches = Pick<statistics.MatchBucket, 'count' | 'matched' | 'other_matched'>

/** Adds in whole cents, by currency. */
export function addMatches(one: Matches, other: Matches): Matches {
  const codes = new Set([...Object.keys(one.other_matched), ...Object.keys(other.other_matched)])
  return {
    count: one.count + other.count,
    matched: plus(one.matched, other.matched),
    other_matched: Object.fromEntries(
      [...codes].map((code) => [code, plus(one.other_matched[code] ?? 0, other.other_matched[code] ?? 0)]),
    ),
  }
}

const plus = (one: number, other: number): number => (Math.round(one * 100) + Math.round(other * 100)) / 100
