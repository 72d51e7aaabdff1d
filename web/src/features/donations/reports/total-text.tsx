import type { Currency } from '@twofold/contract'
import { type Measure, sumInOwnCurrency, sumsInOtherCurrencies, type Totals } from './measures.ts'

/** Other currencies appear only without a sum in the organization's currency. Currencies are never added together. */
export function TotalText({ totals, measure, currency }: { totals: Totals; measure: Measure; currency: Currency }) {
  const otherCurrencies = sumsInOtherCurrencies(totals, measure)
  if (otherCurrencies && totals[measure] === 0) return otherCurrencies
  return (
    <>
      {sumInOwnCurrency(totals, measure, currency)}
      {otherCurrencies && <span className="text-[0.9375rem] text-muted"> and {otherCurrencies}</span>}
    </>
  )
}
