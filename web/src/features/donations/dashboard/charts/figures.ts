import { type Currency, currency as currencyShape, type statistics } from '@twofold/contract'
import { formatCount, formatMoney, plural } from '../../../../ui/format.ts'
import type { Measure } from './month-slots.ts'

export const measureNames: Readonly<Record<Measure, string>> = {
  count: 'Number of gifts',
  sum: 'Given',
  matched: 'Estimated matches',
}
export const measures: readonly Measure[] = ['count', 'sum', 'matched']

export const formatMeasure = (bucket: statistics.MatchBucket, measure: Measure, currency: Currency): string =>
  measure === 'count' ? formatCount(bucket.count) : formatMoney(bucket[measure], currency)

/** `CA$1,234.50`; empty if there are none. Never added to the organization's currency. */
export function formatOtherCurrencies(bucket: statistics.MatchBucket, measure: Measure): string {
  if (measure === 'count') return ''
  return formatSums(measure === 'sum' ? bucket.other_sums : bucket.other_matched)
}

export const formatAllCurrencies = (
  bucket: statistics.MatchBucket,
  measure: Exclude<Measure, 'count'>,
  currency: Currency,
): string =>
  [formatMeasure(bucket, measure, currency), formatOtherCurrencies(bucket, measure)].filter(Boolean).join(' and ')

export const describeBucket = (bucket: statistics.MatchBucket, currency: Currency): string =>
  `${plural(bucket.count, 'gift')}, ${formatAllCurrencies(bucket, 'sum', currency)} given, ${formatAllCurrencies(bucket, 'matched', currency)} in estimated matches`

/** `CA$1,234.50, $20.00`. Currencies are never added together. */
export function formatSums(sums: Readonly<Record<string, number>>): string {
  return Object.entries(sums)
    .filter(([, amount]) => amount !== 0)
    .map(([code, amount]) => {
      const known = currencyShape.safeParse(code)
      return known.success ? formatMoney(amount, known.data) : `${amount} ${code}`
    })
    .join(', ')
}

/** `$1.2K` */
export function formatAxisTick(value: number, measure: Measure, currency: Currency): string {
  const style =
    measure === 'count' ? {} : { style: 'currency' as const, currency, currencyDisplay: 'narrowSymbol' as const }
  return new Intl.NumberFormat(typeof navigator === 'undefined' ? 'en-US' : navigator.language, {
    ...style,
    notation: 'compact',
    maximumFractionDigits: value < 1 && value > 0 ? 2 : 1,
    minimumFractionDigits: 0,
  }).format(value)
}
