import type { Currency, outlook } from '@twofold/contract'
import { formatCount, formatMoney } from '../../../ui/format.ts'

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

/** In the order of their bars; those of one length, as where all of it is in other currencies, by the largest sum in one of these. */
export const longestFirst = <Part extends Summed>(parts: readonly Part[], measure: Measure): Part[] =>
  parts.toSorted((a, b) => b[measure] - a[measure] || largestOther(b, measure) - largestOther(a, measure))

const largestOther = ({ others }: Summed, measure: Measure): number =>
  measure === 'gifts' ? 0 : Math.max(0, ...others.map((other) => other[measure]))

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

/** Whether a measure comes to nothing in any currency, in all and in each part, so that there is nothing to draw. */
export const isNothing = (total: Summed, parts: readonly Summed[], measure: Measure): boolean =>
  [total, ...parts].every((sums) => sums[measure] === 0 && inOthers(sums, measure) === '')

/** What is there instead, where `isNothing`. */
export function nothingInWords(measure: Measure, gifts: number): string {
  const these = gifts === 1 ? 'this gift' : `any of these ${formatCount(gifts)} gifts`
  const none = gifts === 1 ? 'This gift has no' : `None of these ${formatCount(gifts)} gifts has an`
  switch (measure) {
    case 'estimated':
      return `${none} estimated match.`
    case 'submitted':
      return `No match with an estimate has been submitted for ${these}.`
    case 'received':
      return `No payout has brought money for ${these}.`
    case 'given':
      return `${none} amount.`
    case 'gifts':
      return ''
  }
}

/** What may be lost in a week, in each currency that has some; nothing at all is said in the organization's own. */
export const riskInWords = (
  { estimated, others }: Pick<outlook.Outlook['at_risk'][number], 'estimated' | 'others'>,
  currency: Currency,
): string =>
  [{ currency, estimated }, ...others]
    .filter((one) => one.estimated !== 0)
    .map((one) => formatMoney(one.estimated, one.currency))
    .join(' and ') || formatMoney(0, currency)
