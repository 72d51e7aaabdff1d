import { type outlook, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { formatCount, formatDay } from '../../../../ui/format.ts'
import { ChartCard, cellLook, rowHeadLook, tableLook } from '../../dashboard/index.ts'
import { BarList } from '../bar-list.tsx'
import { describeRisk } from '../measures.ts'
import type { OutlookCardProps } from './outlook-card-props.ts'

type Week = outlook.Forecasts['at_risk'][number]

const allRows = `${screens.reports}?ready=money-at-risk`
const rowsOf = ({ week }: Week): string => `${allRows}&part=${week}`

function noEstimate(weeks: readonly Week[]) {
  const [first] = weeks
  if (!first || weeks.some((week) => [week, ...week.others].some(({ estimated }) => estimated !== 0))) return false
  const gifts = weeks.reduce((count, week) => count + week.gifts, 0)
  return (
    <>
      {gifts === 1
        ? '1 open match without an estimate has a deadline in the next eight weeks'
        : `${formatCount(gifts)} open matches without an estimate have a deadline in the next eight weeks`}
      {`, ${gifts === 1 ? 'in' : 'the first in'} the week of ${formatDay(first.week)}. `}
      <Link
        to={gifts === 1 ? rowsOf(first) : allRows}
        className="font-semibold text-brand-text underline underline-offset-3"
      >
        {gifts === 1 ? 'See it' : 'See them'}
      </Link>
    </>
  )
}

export function AtRiskCard({ data, waiting, failed, onRetry }: OutlookCardProps) {
  const organization = useOrganization()
  const currency = data?.currency ?? organization.currency
  const weeks = data?.at_risk ?? []
  const moneyOf = (week: Week): string => describeRisk(week, currency)
  return (
    <ChartCard
      title="Money at risk by deadline"
      description="Open matches by the week of their deadline. Estimates only."
      waiting={waiting}
      failed={failed}
      empty={!waiting && (weeks.length === 0 ? 'No deadlines in the next eight weeks.' : noEstimate(weeks))}
      onRetry={onRetry}
      chart={
        <BarList
          bars={weeks.map((week) => ({
            key: week.week,
            name: `Week of ${formatDay(week.week)}`,
            value: week.estimated,
            label: moneyOf(week),
            to: rowsOf(week),
          }))}
        />
      }
      table={(withoutLinks) => (
        <table className={tableLook}>
          <caption className="sr-only">Money at risk by week of the deadline</caption>
          <thead>
            <tr className="border-b border-edge/60">
              <th scope="col" className={rowHeadLook}>
                Week of
              </th>
              <th scope="col" className={`${cellLook} font-semibold`}>
                Matches
              </th>
              <th scope="col" className={`${cellLook} font-semibold`}>
                Estimated
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week} className="border-b border-hairline last:border-b-0">
                <th scope="row" className={rowHeadLook}>
                  {withoutLinks ? (
                    formatDay(week.week)
                  ) : (
                    <Link to={rowsOf(week)} className="underline decoration-edge underline-offset-3">
                      {formatDay(week.week)}
                    </Link>
                  )}
                </th>
                <td className={cellLook}>{formatCount(week.gifts)}</td>
                <td className={cellLook}>{moneyOf(week)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  )
}
