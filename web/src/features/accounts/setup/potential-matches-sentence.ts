import type { mails } from '@twofold/contract'
import { formatMoney, plural } from '../../../ui/format.ts'

/** Omits unknown sums. */
export function potentialMatchesSentence({ gifts, sums, is_whole }: mails.MatchPotential): string {
  const count = `${is_whole ? '' : 'At least '}${plural(gifts, 'gift')} could be matched`
  const sum = sums.map(({ currency, sum: money }) => formatMoney(money, currency)).join(' and ')
  return sum === '' ? `${count}.` : `${count}, up to ${sum}${is_whole ? '' : ' or more'}.`
}
