import type { Currency } from '@twofold/contract'
import { inOthers, inOwn, type Measure, type Summed } from './measures.ts'

/**
 * Shows one measure of a part in the organization's currency, or in other currencies if only they have sums. Currencies
 * are never added together.
 */
export function SumWords({ of, measure, currency }: { of: Summed; measure: Measure; currency: Currency }) {
  const others = inOthers(of, measure)
  if (others && of[measure] === 0) return others
  return (
    <>
      {inOwn(of, measure, currency)}
      {others && <span className="text-[0.9375rem] text-muted"> and {others}</span>}
    </>
  )
}
