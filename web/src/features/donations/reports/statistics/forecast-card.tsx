import { type Currency, linkTo, outlook, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { formatCount, formatMoney, formatShare } from '../../../../ui/format.ts'
import { ChartCard, cellLook, rowHeadLook, tableLook } from '../../dashboard/index.ts'
import { formatMonth } from '../../periods/index.ts'
import { describeRisk } from '../measures.ts'
import type { OutlookCardProps } from './outlook-card-props.ts'

type Forecast = NonNullable<outlook.Forecast>

const monthAfter = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10)

export function ForecastCard({ data, waiting, failed, onRetry }: OutlookCardProps) {
  const organization = useOrganization()
  const currency = data?.currency ?? organization.currency
  const forecast = data?.forecast ?? null
  return (
    <ChartCard
      title="Forecast"
      description="For requests employers already have, based on your payment history."
      waiting={waiting}
      failed={failed}
      empty={
        !waiting &&
        forecast === null &&
        'Not enough payment history for a forecast yet. Record payouts for a few more months to see one.'
      }
      onRetry={onRetry}
      chart={data && forecast && <ForecastChart {...{ forecast, currency }} waiting={data.waiting} />}
      table={() => forecast && <PastForecasts {...{ forecast, currency }} />}
    />
  )
}

type ForecastChartProps = { forecast: Forecast; currency: Currency; waiting: outlook.Forecasts['waiting'] }

function ForecastChart({ forecast, currency, waiting }: ForecastChartProps) {
  const { after, until, expected, low, high, come, tries, usual_miss } = forecast
  const money = (amount: number) => formatMoney(amount, currency)
  const top = Math.max(...tries.flatMap((attempt) => [attempt.expected, attempt.came]), 1)
  return (
    <div className="grid flex-1 gap-x-12 gap-y-5 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
      <p>
        <span className="block text-[0.9375rem] text-muted">
          {`${formatMonth(monthAfter(after))} to ${formatMonth(until)}, estimated`}
        </span>
        <span className="block text-[2rem] leading-tight tracking-[-0.02em] tabular-nums">{money(expected)}</span>
        <span className="block tabular-nums">{`between ${money(low)} and ${money(high)}`}</span>
        <span className="block text-[0.9375rem] text-muted tabular-nums">{`${money(come)} of it already received`}</span>
      </p>
      <p className="text-[0.9375rem] text-muted">
        {`Based on requests through ${formatMonth(after)} and how earlier requests paid out. Over ${tries.length} earlier months, half of these forecasts were off by ${formatShare(usual_miss, 1)} or less. The range covers all of them. `}
        {waiting.gifts > 0 && (
          <>
            <Link
              to={linkTo(screens.donations, { status: '4', dates: 'any' })}
              className="underline underline-offset-3"
            >
              {waiting.gifts === 1 ? 'See the open request' : `See the ${formatCount(waiting.gifts)} open requests`}
            </Link>
            {`, estimated at ${describeRisk(waiting, currency)}.`}
          </>
        )}
      </p>
      <div className="flex min-w-0 flex-col xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <h3 className="mb-2 text-[0.9375rem] font-semibold">Past forecasts: estimated and received</h3>
        <ol
          className="flex h-28 items-end xl:h-auto xl:min-h-28 xl:flex-1 gap-2 border-b border-edge/60"
          aria-hidden="true"
        >
          {tries.map((attempt) => (
            <li key={attempt.after} className="flex h-full min-w-0 flex-1 items-end gap-0.5">
              <span
                className="min-h-0.5 flex-1 rounded-t-sm border border-b-0 border-brand bg-brand/25 forced-color-adjust-none"
                style={{ height: `${(attempt.expected / top) * 100}%` }}
              />
              <span
                className="min-h-0.5 flex-1 rounded-t-sm bg-brand forced-color-adjust-none"
                style={{ height: `${(attempt.came / top) * 100}%` }}
              />
            </li>
          ))}
        </ol>
        <p className="mt-1 flex justify-between text-[0.8125rem] text-muted">
          <span>{tries[0] && `after ${formatMonth(tries[0].after)}`}</span>
          <span>light: estimated, dark: received</span>
          <span>{tries.length > 1 && `after ${formatMonth(tries.at(-1)?.after ?? after)}`}</span>
        </p>
      </div>
    </div>
  )
}

function PastForecasts({ forecast: { tries }, currency }: { forecast: Forecast; currency: Currency }) {
  return (
    <table className={tableLook}>
      <caption className="sr-only">Past forecasts and money received</caption>
      <thead>
        <tr className="border-b border-edge/60 align-bottom">
          <th scope="col" className={rowHeadLook}>
            Estimated after
          </th>
          {[`Estimated for ${outlook.forecastMonths} months`, 'Received in those months', 'Received of estimated'].map(
            (name) => (
              <th key={name} scope="col" className={`${cellLook} font-semibold`}>
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {tries.map(({ after, expected, came }) => (
          <tr key={after} className="border-b border-hairline last:border-b-0">
            <th scope="row" className={rowHeadLook}>
              {formatMonth(after)}
            </th>
            <td className={cellLook}>{formatMoney(expected, currency)}</td>
            <td className={cellLook}>{formatMoney(came, currency)}</td>
            <td className={cellLook}>{formatShare(came, expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
