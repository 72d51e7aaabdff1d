import type { Currency } from '@twofold/contract'
import { formatCount, formatMoney } from '../../ui/format.ts'

export type Measure = 'gifts' | 'given' | 'estimated' | 'submitted' | 'received'

export const measureNames: Readonly<Record<Measure, string>> = {
  gifts: 'Number of gifts',
  given: 'Given',
  estimated: 'Estimated matches',
  submitted: 'Submitted, estimated',
  received: 'Received',
}
export const measures: readonly Measure[] = ['estimated', 'submitted', 'received', 'given', 'gifts']

type Money = Readonly<Record<Exclude<Measure, 'gifts'>, number>>
export type Summed = Money & {
  readonly gifts: number
  readonly others: readonly (Money & { readonly currency: Currency })[]
}

/** In the order of their bars. */
export const longestFirst = <Part extends Summed>(parts: readonly Part[], measure: Measure): Part[] =>
  parts.toSorted((a, b) => b[measure] - a[measure])

export const inOwn = (sums: Summed, measure: Measure, currency: Currency): string =>
  measure === 'gifts' ? formatCount(sums.gifts) : formatMoney(sums[measure], currency)

/** Sums in other currencies, never added; empty where there are none. */
export const inOthers = (sums: Summed, measure: Measure): string =>
  measure === 'gifts'
    ? ''
    : sums.others
        .filter((other) => other[measure] !== 0)
        .map((other) => formatMoney(other[measure], other.currency))
        .join(', ')
