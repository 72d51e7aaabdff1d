import { type Currency, campaigns, type statistics } from '@twofold/contract'
import type { StatusFamily } from '@twofold/matching'
import { useState } from 'react'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { SelectOf } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatMoney, plural } from '../../../ui/format.ts'
import {
  axisTicks,
  ChartCard,
  cellLook,
  formatAxisTick,
  formatMeasure,
  formatOtherCurrencies,
  formatSums,
  type Measure,
  measureNames,
  measures,
  rowHeadLook,
  tableLook,
} from '../dashboard/index.ts'
import { statusFamilyStyles } from '../donations/index.ts'
import { figuresOf, partNames, parts, type Slot, slotsOf, slotTotalOf } from './result-slots.ts'

/** The same hues as on the dashboard. */
const families: Readonly<Record<campaigns.CampaignStage, StatusFamily>> = {
  received: 'submitted',
  with_company: 'to_verify',
  open: 'awaiting',
  closed: 'closed',
}

// Keeps bars about 20 px wide in the widest chart.
const maxBars = 31
// The labels fit in one row; on phones each takes two lines.
const namedAtMost = 6

/** Each total is a subset of the previous one. */
export function Results({ campaign }: { campaign: campaigns.Campaign }) {
  const { id, currency } = useOrganization()
  const [measure, setMeasure] = useState<Measure>('count')
  const { data, error, isPending, refetch } = useApiQuery(campaigns.getCampaignResults, {
    params: { id, campaignId: campaign.id },
  })
  const slots = data ? slotsOf(data, maxBars) : []
  return (
    <>
      {data && <Figures total={data.total} money={data.money} currency={data.currency} />}
      <ChartCard
        title={data?.by === 'month' ? 'Gifts and matches by month' : 'Gifts and matches by day'}
        description="By gift date. Estimates only."
        controls={
          <SelectOf
            small
            className="w-44"
            aria-label="What the bars show"
            of={measures}
            labels={measureNames}
            value={measure}
            onPick={setMeasure}
          />
        }
        waiting={isPending}
        failed={error !== null && !data}
        empty={
          data &&
          (data.days.length === 0
            ? 'No gifts in this campaign yet.'
            : isNothing(figuresOf(data.total).gifts, measure) && (
                <>
                  <p>{`${plural(figuresOf(data.total).gifts.count, 'gift')} in this campaign, none with an ${measure === 'sum' ? 'amount' : 'estimated match'}.`}</p>
                  <Button variant="secondary" size="small" className="mt-2" onClick={() => setMeasure('count')}>
                    Show number of gifts
                  </Button>
                </>
              ))
        }
        onRetry={() => void refetch()}
        chart={<Bars {...{ slots, measure }} currency={data?.currency ?? currency} />}
        table={() => <Table {...{ slots, measure }} currency={data?.currency ?? currency} />}
      />
    </>
  )
}

const isNothing = (bucket: statistics.MatchBucket, measure: Measure): boolean =>
  bucket[measure] === 0 && formatOtherCurrencies(bucket, measure) === ''

type Counted = { total: campaigns.CampaignStages; money: statistics.MoneyReceived; currency: Currency }

function Figures({ total, money, currency }: Counted) {
  const { gifts, estimated, submitted, received } = figuresOf(total)
  const rows: readonly (readonly [string, statistics.MatchBucket, Measure, string])[] = [
    ['Gifts', gifts, 'sum', ''],
    ['Estimated', estimated, 'matched', ''],
    ['Submitted', submitted, 'matched', 'estimated, including approved'],
    ['Approved or paid', received, 'matched', 'estimated'],
  ]
  return (
    <Card>
      <CardTitle>Results</CardTitle>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-5">
        {rows.map(([name, bucket, measure, what]) => {
          const otherCurrencies = formatOtherCurrencies(bucket, measure)
          return (
            <div key={name} className="min-w-0">
              <dt className="font-semibold">{name}</dt>
              <dd>
                <span className="block text-2xl leading-9 font-semibold tabular-nums">
                  {formatMoney(measure === 'sum' ? bucket.sum : bucket.matched, currency)}
                </span>
                {otherCurrencies && <span className="block text-muted tabular-nums">{`and ${otherCurrencies}`}</span>}
                <span className="block text-[0.9375rem] text-muted">
                  {[plural(bucket.count, 'gift'), what].filter(Boolean).join(', ')}
                </span>
              </dd>
            </div>
          )
        })}
        <div className="min-w-0">
          <dt className="font-semibold">Received</dt>
          <dd>
            <span className="block text-2xl leading-9 font-semibold tabular-nums">
              {formatMoney(money.received, currency)}
            </span>
            {formatSums(money.other_received) && (
              <span className="block text-muted tabular-nums">{`and ${formatSums(money.other_received)}`}</span>
            )}
            <span className="block text-[0.9375rem] text-muted">
              {`${plural(money.matches, 'match', 'matches')}, paid in payouts`}
            </span>
          </dd>
        </div>
      </dl>
    </Card>
  )
}

type ChartProps = { slots: readonly Slot[]; measure: Measure; currency: Currency }

function Bars({ slots, measure, currency }: ChartProps) {
  const slotTotals = slots.map((slot) => slotTotalOf(slot)[measure])
  const ticks = axisTicks(Math.max(0, ...slotTotals), measure === 'count')
  const top = ticks.at(-1) ?? 1
  return (
    <div className="flex flex-1 flex-col" aria-hidden="true">
      <div className="relative mt-3 flex min-h-60 flex-1 sm:pl-12">
        {ticks.map((mark) => (
          <div
            key={mark}
            className="absolute inset-x-0 border-t border-hairline"
            style={{ bottom: `${(mark / top) * 100}%` }}
          >
            <span className="absolute -top-2.5 left-0 bg-surface pr-1.5 text-[0.8125rem] leading-5 text-muted tabular-nums max-sm:hidden">
              {formatAxisTick(mark, measure, currency)}
            </span>
          </div>
        ))}
        {slots.map((slot) => (
          <div
            key={slot.from}
            title={`${slot.label}: ${formatMeasure(slotTotalOf(slot), measure, currency)}`}
            className="relative flex min-w-0 flex-1 flex-col"
          >
            <div className="flex w-full flex-1 flex-col-reverse items-center px-[12%]">
              {parts.map((part) => (
                <span
                  key={part}
                  className={cx(
                    'w-full max-w-11 shrink-0 forced-color-adjust-none',
                    statusFamilyStyles[families[part]].bar,
                  )}
                  style={{ height: `${(slot.parts[part][measure] / top) * 100}%` }}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className="mt-1.5 flex text-[0.8125rem] text-muted sm:pl-12">
        {/* With few bars, every bar has its date below. */}
        {slots.length <= namedAtMost ? (
          slots.map(({ from, label }) => (
            <span key={from} className="min-w-0 flex-1 text-center">
              {label}
            </span>
          ))
        ) : (
          <>
            <span className="flex-1">{slots[0]?.label}</span>
            <span className="ml-4 text-right">{slots.at(-1)?.label}</span>
          </>
        )}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-[0.9375rem]">
        {parts.map((part) => {
          const style = statusFamilyStyles[families[part]]
          return (
            <li key={part} className="inline-flex items-center gap-2">
              <span className={cx('size-3 shrink-0 rounded-[3px] forced-color-adjust-none', style.bar)} />
              <style.icon className={cx('size-4 shrink-0', style.text)} />
              {partNames[part]}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Table({ slots, measure, currency }: ChartProps) {
  return (
    <table className={tableLook}>
      <caption className="sr-only">{`${measureNames[measure]} by day`}</caption>
      <thead>
        <tr className="border-b border-edge/60 align-bottom">
          <th scope="col" className={rowHeadLook}>
            Gifts of
          </th>
          {parts.map((part) => (
            <th key={part} scope="col" className={cx(cellLook, 'font-semibold')}>
              {partNames[part]}
            </th>
          ))}
          <th scope="col" className={cx(cellLook, 'font-semibold')}>
            All
          </th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => (
          <tr key={slot.from} className="border-b border-hairline last:border-b-0">
            <th scope="row" className={rowHeadLook}>
              {slot.label}
            </th>
            {[...parts.map((part) => slot.parts[part]), slotTotalOf(slot)].map((bucket, index) => {
              const otherCurrencies = formatOtherCurrencies(bucket, measure)
              return (
                <td key={parts[index] ?? 'all'} className={cellLook}>
                  {formatMeasure(bucket, measure, currency)}
                  {otherCurrencies && (
                    <span className="block text-[0.8125rem] text-muted">{`and ${otherCurrencies}`}</span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
