import type { statistics } from '@twofold/contract'

type Matches = Pick<statistics.MatchBucket, 'count' | 'matched' | 'other_matched'>

/** Adds in whole cents, by currency. */
export function addMatches(a: Matches, b: Matches): Matches {
  const codes = new Set([...Object.keys(a.other_matched), ...Object.keys(b.other_matched)])
  return {
    count: a.count + b.count,
    matched: plus(a.matched, b.matched),
    other_matched: Object.fromEntries(
      [...codes].map((code) => [code, plus(a.other_matched[code] ?? 0, b.other_matched[code] ?? 0)]),
    ),
  }
}

const plus = (a: number, b: number): number => (Math.round(a * 100) + Math.round(b * 100)) / 100
