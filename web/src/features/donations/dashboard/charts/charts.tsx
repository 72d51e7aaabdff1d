import { type organizations, screens } from '@twofold/contract'
import { Link } from 'react-router'
import type { ClosedPeriod } from '../../donations/index.ts'
import { FunnelChart } from './funnel-chart.tsx'
import { MonthChart } from './month-chart.tsx'

export type ChartsGiven = { organization: organizations.Organization; period: ClosedPeriod }

/** Charts below the cards, for the same period. */
export default function Charts(given: ChartsGiven) {
  return (
    <>
      <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <MonthChart {...given} />
        <FunnelChart {...given} />
      </div>
      <p className="mt-3 text-[0.9375rem]">
        <Link to={screens.statistics} className="font-semibold text-brand-text underline underline-offset-3">
          See detailed statistics
        </Link>
      </p>
    </>
  )
}
