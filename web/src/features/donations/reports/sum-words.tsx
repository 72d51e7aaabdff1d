import type { Currency } from '@twofold/contract'
import { inOthers, inOwn, type Measure, type Summed } from './measures.ts'

/** What one measure of a part came to: in the organization's currency, unless only others have some, and never added. */
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
