import { statistics } from '@twofold/contract'
import { formatCount, plural } from '../../../ui/format.ts'

/**
 * Formats the count of estimated matches. Matches paid without an estimate do not count toward the sum and are listed
 * separately.
 */
export function estimatedWords({ count }: Pick<statistics.MatchBucket, 'count'>, unestimated: number): string {
  const matches = plural(count, 'match', 'matches')
  if (unestimated === 0) return `estimated, ${matches}`
  if (unestimated === count) return `${matches}, no ${count === 1 ? 'estimate' : 'estimates'}`
  const without = `${formatCount(unestimated)}${unestimated < statistics.maxUnestimatedCounted ? '' : ' or more'}`
  return `estimated, ${matches} (${without} without an estimate)`
}
