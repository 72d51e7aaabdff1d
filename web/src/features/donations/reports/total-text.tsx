import type { Currency } from '@twofold/contract'
import { type Measure, sumInOwnCurrency, sumsInOtherCurrencies, type Totals } from './measures.ts'

/** Other currencies appear only without a sum in the organization's currency. Currencies are never added together. */
export function TotalText({ of, measure, currency }: { of: Totals; measure: Measure; currency: Currency }) {
  const others = sumsInOtherCurrencies(of, measure)
  if (others && of[measure] === 0) return others
  return (
    <>
      {sumInOwnCurrency(of, measure, currency)}
      {others && <span className="text-[0.9375rem] text-muted"> and {others}</span>}
    </>
  )
}
