import { statistics } from '@twofold/contract'
import { formatCount, plural } from '../../../ui/format.ts'

/** What payouts brought without an estimate adds nothing to the sum, and is named apart from what does. */
export function estimatedWords({ count }: Pick<statistics.MatchBucket, 'count'>, unestimated: number): string {
  const matches = plural(count, 'match', 'matches')
  if (unestimated === 0) return `estimated, ${matches}`
  if (unestimated === count) return `${matches}, ${count === 1 ? 'without' : 'all without'} an estimate`
  const without = `${formatCount(unestimated)}${unestimated < statistics.unestimatedAtMost ? '' : ' or more'}`
  return `estimated, ${matches}, ${without} of them without an estimate`
}
