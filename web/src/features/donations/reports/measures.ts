import type { Currency, outlook } from '@twofold/contract'
import { formatCount, formatMoney } from '../../../ui/format.ts'

export type Measure = 'gifts' | 'given' | 'estimated' | 'submitted' | 'received'

export const measureNames: Readonly<Record<Measure, string>> = {
  gifts: 'Number of gifts',
  given: 'Given',
  estimated: 'Estimated matches',
  submitted: 'Submitted (estimated)',
  received: 'Received',
}
export const measures: readonly Measure[] = ['estimated', 'submitted', 'received', 'given', 'gifts']

type Money = Readonly<Record<Exclude<Measure, 'gifts'>, number>>
export type Totals = Money & {
  readonly gifts: number
  readonly others: readonly (Money & { readonly currency: Currency })[]
}

/** Equal sums, such as parts with only other currencies, are sorted by their largest sum in another currency. */
export const largestFirst = <Part extends Totals>(parts: readonly Part[], measure: Measure): Part[] =>
  parts.toSorted((a, b) => b[measure] - a[measure] || largestOther(b, measure) - largestOther(a, measure))

const largestOther = ({ others }: Totals, measure: Measure): number =>
  measure === 'gifts' ? 0 : Math.max(0, ...others.map((other) => other[measure]))

export const sumInOwnCurrency = (sums: Totals, measure: Measure, currency: Currency): string =>
  measure === 'gifts' ? formatCount(sums.gifts) : formatMoney(sums[measure], currency)

/** Never added together; empty if there are none. */
export const sumsInOtherCurrencies = (sums: Totals, measure: Measure): string =>
  measure === 'gifts'
    ? ''
    : sums.others
        .filter((other) => other[measure] !== 0)
        .map((other) => formatMoney(other[measure], other.currency))
        .join(', ')

export const isAllZero = (total: Totals, parts: readonly Totals[], measure: Measure): boolean =>
  [total, ...parts].every((sums) => sums[measure] === 0 && sumsInOtherCurrencies(sums, measure) === '')

export function describeEmpty(measure: Measure, gifts: number): string {
  const giftsText = gifts === 1 ? 'this gift' : `any of these ${formatCount(gifts)} gifts`
  const noneText = gifts === 1 ? 'This gift has no' : `None of these ${formatCount(gifts)} gifts has an`
  switch (measure) {
    case 'estimated':
      return `${noneText} estimated match.`
    case 'submitted':
      return `No estimated match has been submitted for ${giftsText}.`
    case 'received':
      return `No money received for ${giftsText}.`
    case 'given':
      return `${noneText} amount.`
    case 'gifts':
      return ''
  }
}

/** One sum per currency, or zero in the organization's currency. */
export const describeRisk = (
  { estimated, others }: Pick<outlook.Forecasts['at_risk'][number], 'estimated' | 'others'>,
  currency: Currency,
): string =>
  [{ currency, estimated }, ...others]
    .filter((sum) => sum.estimated !== 0)
    .map((sum) => formatMoney(sum.estimated, sum.currency))
    .join(' and ') || formatMoney(0, currency)
