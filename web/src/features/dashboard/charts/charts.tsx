import type { organizations } from '@twofold/contract'
import type { ClosedPeriod } from '../../donations/index.ts'
import { FunnelChart } from './funnel-chart.tsx'
import { MonthChart } from './month-chart.tsx'

export type ChartsGiven = { organization: organizations.Organization; period: ClosedPeriod }

/** The charts under the cards, of the same days. */
export default function Charts(given: ChartsGiven) {
  return (
    <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <MonthChart {...given} />
      <FunnelChart {...given} />
    </div>
  )
}
