import { type organizations, screens } from '@twofold/contract'
import { Link } from 'react-router'
import type { ClosedPeriod } from '../../periods/index.ts'
import { MonthChart } from './month-chart.tsx'

export type ChartsProps = { organization: organizations.Organization; period: ClosedPeriod }

export default function Charts(props: ChartsProps) {
  return (
    <>
      <MonthChart {...props} />
      <p className="mt-3 text-[0.9375rem]">
        <Link to={screens.statistics} className="font-semibold text-brand-text underline underline-offset-3">
          See detailed statistics
        </Link>
      </p>
    </>
  )
}
