import { type Currency, currency as currencyShape, type statistics } from '@twofold/contract'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import type { Measure } from './month-slots.ts'

export const measureNames: Readonly<Record<Measure, string>> = {
  count: 'Number of gifts',
  sum: 'Given',
  matched: 'Estimated matches',
}
export const measures: readonly Measure[] = ['count', 'sum', 'matched']

/** What a measure reads in the organization's own currency. */
export const formatMeasure = (bucket: statistics.MatchBucket, measure: Measure, currency: Currency): string =>
  measure === 'count' ? formatCount(bucket.count) : formatMoney(bucket[measure], currency)

/** `CA$1,234.50` of gifts in other currencies; empty where a measure has none. Never added to the own. */
export function formatOthers(bucket: statistics.MatchBucket, measure: Measure): string {
  if (measure === 'count') return ''
  return formatSums(measure === 'sum' ? bucket.other_sums : bucket.other_matched)
}

/** `CA$1,234.50 and $20.00` of sums by currency; none of them is added to another. */
export function formatSums(sums: Readonly<Record<string, number>>): string {
  return Object.entries(sums)
    .filter(([, amount]) => amount !== 0)
    .map(([code, amount]) => {
      const known = currencyShape.safeParse(code)
      return known.success ? formatMoney(amount, known.data) : `${amount} ${code}`
    })
    .join(', ')
}

/** Marks of the scale, short: `$1.2K`. */
export function formatMark(value: number, measure: Measure, currency: Currency): string {
  const style =
    measure === 'count' ? {} : { style: 'currency' as const, currency, currencyDisplay: 'narrowSymbol' as const }
  return new Intl.NumberFormat(typeof navigator === 'undefined' ? 'en-US' : navigator.language, {
    ...style,
    notation: 'compact',
    maximumFractionDigits: value < 1 && value > 0 ? 2 : 1,
    minimumFractionDigits: 0,
  }).format(value)
}
