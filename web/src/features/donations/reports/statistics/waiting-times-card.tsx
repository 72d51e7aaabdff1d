import { linkTo, outlook, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { formatCount, plural } from '../../../../ui/format.ts'
import { ChartCard, cellLook, rowHeadLook, tableLook } from '../../dashboard/index.ts'
import { formatMonth } from '../../periods/index.ts'
import { BarList } from '../bar-list.tsx'
import type { OutlookCardProps } from './outlook-card-props.ts'

type Step = { readonly name: string; readonly wait: outlook.WaitTimes; readonly to: string }

const stepsOf = (data: outlook.Forecasts | undefined): readonly Step[] => [
  {
    name: 'From gift to request',
    wait: data?.to_request ?? null,
    to: linkTo(screens.donations, { year: 'submitted', dates: 'any' }),
  },
  {
    name: 'From request to payment',
    wait: data?.to_payment ?? null,
    to: linkTo(screens.donations, { year: 'paid', dates: 'any' }),
  },
]

const quarters = [
  ['quarter', 'Fastest 25%'],
  ['half', 'Median'],
  ['three_quarters', '75%'],
] as const

export function WaitingTimesCard({ data, waiting, failed, onRetry }: OutlookCardProps) {
  const steps = stepsOf(data)
  const isEmpty = steps.every(({ wait }) => wait === null)
  return (
    <ChartCard
      title="Time to submit and get paid"
      description={`In days${data ? `, since ${formatMonth(data.waits_since)}` : ''}.`}
      waiting={waiting}
      failed={failed}
      empty={!waiting && isEmpty && `You’ll see this once ${outlook.minWaits} matches have been submitted.`}
      onRetry={onRetry}
      chart={
        <div className="grid gap-6">
          {steps.map(({ name, wait, to }) => (
            <section key={name} aria-label={name}>
              <h3 className="mb-2">
                <Link to={to} className="font-semibold underline decoration-edge underline-offset-3">
                  {name}
                </Link>
                {wait && (
                  <span className="text-[0.9375rem] text-muted">{` · ${plural(wait.gifts, 'match', 'matches')}`}</span>
                )}
              </h3>
              {wait ? (
                <BarList
                  bars={quarters.map(([key, label]) => ({
                    key,
                    name: label,
                    value: wait[key],
                    label: `within ${plural(wait[key], 'day')}`,
                  }))}
                />
              ) : (
                <p className="text-muted">{`Fewer than ${outlook.minWaits} so far.`}</p>
              )}
            </section>
          ))}
        </div>
      }
      table={() => (
        <table className={tableLook}>
          <caption className="sr-only">Days from gift to request and from request to payment</caption>
          <thead>
            <tr className="border-b border-edge/60 align-bottom">
              <th scope="col" className={rowHeadLook}>
                Days
              </th>
              {['Matches', '25% within', 'Half within', '75% within'].map((name) => (
                <th key={name} scope="col" className={`${cellLook} font-semibold`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ name, wait }) => (
              <tr key={name} className="border-b border-hairline last:border-b-0">
                <th scope="row" className={rowHeadLook}>
                  {name}
                </th>
                {(['gifts', 'quarter', 'half', 'three_quarters'] as const).map((key) => (
                  <td key={key} className={cellLook}>
                    {wait ? formatCount(wait[key]) : '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  )
}
