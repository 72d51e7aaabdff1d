import { type organizations, statistics } from '@twofold/contract'
import type { StatusFamily } from '@twofold/matching'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { uncheckedReason } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SelectOf } from '../../../../ui/choice.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { plural } from '../../../../ui/format.ts'
import { donationsUrl, statusFamilyStyles } from '../../donations/index.ts'
import type { ClosedPeriod } from '../../periods/index.ts'
import { ChartCard } from './chart-card.tsx'
import {
  describeBucket,
  formatAxisTick,
  formatMeasure,
  formatOtherCurrencies,
  measureNames,
  measures,
} from './figures.ts'
import {
  addBuckets,
  axisTicks,
  chartGroups,
  chartTotalOf,
  emptyChartCounts,
  groupNames,
  groups,
  type Measure,
  type Slot,
  slotsOf,
  slotTotalOf,
  statusFilterOf,
} from './month-slots.ts'
import { MonthTable } from './month-table.tsx'

type Currency = statistics.MatchSummary['currency']

export const groupFamilies: Readonly<Record<statistics.MonthGroup, StatusFamily>> = {
  engaged_submitted: 'submitted',
  npo_verify: 'to_verify',
  donor_contacted: 'awaiting',
  no_response: 'no_response',
  other: 'closed',
}

export function MonthChart({
  organization,
  period,
}: {
  organization: organizations.Organization
  period: ClosedPeriod
}) {
  const { data, error, isPending, refetch } = useApiQuery(statistics.getStatistics, {
    params: { id: organization.id },
    query: { ...period, report: 'by_month' },
  })
  const [measure, setMeasure] = useState<Measure>('count')
  const currency = data?.currency ?? organization.currency
  const months = data?.by_month ?? []
  const emptyCounts = emptyChartCounts(months, measure)
  return (
    <ChartCard
      title="Gifts and matches by month"
      description="Gifts by month, by match status. Estimates only."
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
        !isPending &&
        (months.length === 0
          ? 'No gifts on these dates.'
          : emptyCounts && (
              <NoBars
                {...{ ...emptyCounts, measure, period }}
                reason={uncheckedReason(organization)}
                onCount={() => setMeasure('count')}
              />
            ))
      }
      onRetry={() => void refetch()}
      chart={<Bars {...{ months, measure, currency, period }} />}
      table={(withoutLinks) => (
        <MonthTable slots={slotsOf(months, period)} {...{ measure, currency, period, withoutLinks }} />
      )}
    />
  )
}

type NoBarsProps = {
  gifts: number
  inProgress: number
  measure: Measure
  period: ClosedPeriod
  reason: string | null
  onCount: () => void
}

function NoBars({ gifts, inProgress, measure, period, reason, onCount }: NoBarsProps) {
  const missingValue = measure === 'sum' ? 'with a gift amount' : 'with an estimate'
  return (
    <>
      <p>
        {inProgress === 0
          ? `${plural(gifts, 'gift')} on these dates, no matches in progress.${reason === null ? '' : ` ${reason}`}`
          : `${plural(inProgress, 'match', 'matches')} in progress, none ${missingValue}.`}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link
          to={donationsUrl(undefined, period)}
          className="inline-flex min-h-6 items-center font-semibold text-brand-text underline underline-offset-3 pointer-coarse:min-h-11"
        >
          See gifts
        </Link>
        {inProgress > 0 && (
          <Button variant="secondary" size="small" onClick={onCount}>
            Show number of gifts
          </Button>
        )}
      </p>
    </>
  )
}

type ChartProps = { months: readonly statistics.ByMonth[]; measure: Measure; currency: Currency; period: ClosedPeriod }

// Minimum target size is 24 px (WCAG 2.5.8).
const narrowestBarPx = 24

function Bars({ months, measure, currency, period }: ChartProps) {
  const [shown, setShown] = useState<string | null>(null)
  const plot = useRef<HTMLOListElement>(null)
  const maxBars = useBarsAtMost(plot)
  const slots = slotsOf(months, period, maxBars)
  const slotsWithTotals = slots.map((slot) => ({ ...slot, total: slotTotalOf(slot) }))
  const ticks = axisTicks(Math.max(...slots.map((slot) => chartTotalOf(slot)[measure])), measure === 'count')
  const top = ticks.at(-1) ?? 1
  const total = addBuckets(slotsWithTotals.map((slot) => slot.total))
  const otherCurrencies = formatOtherCurrencies(total, measure)
  const read = slotsWithTotals.find(({ from }) => from === shown)
  return (
    <div className="flex flex-1 flex-col">
      {/* Describes the hovered or focused bar, or the whole period. */}
      <div className="grid text-[0.9375rem] tabular-nums" aria-hidden="true">
        {/* Reserves the height of the longer text, so the chart does not move under the pointer. */}
        <Reading hidden={read !== undefined} label="All dates shown" text={describeBucket(total, currency)} />
        {read && <Reading label={read.label} text={describeBucket(read.total, currency)} />}
      </div>
      <div className="relative mt-3 flex min-h-60 flex-1 max-sm:-mx-1 max-sm:mt-6">
        <Scale ticks={ticks} measure={measure} currency={currency} />
        <ol ref={plot} className="relative flex min-w-0 flex-1 sm:ml-12" aria-label={measureNames[measure]}>
          {slotsWithTotals.map((slot, index) => (
            <li key={slot.from} className="flex min-w-0 flex-1 flex-col">
              <Link
                to={donationsUrl(undefined, slot)}
                aria-label={`${slot.label}: ${describeBucket(slot.total, currency)}`}
                onMouseEnter={() => setShown(slot.from)}
                onMouseLeave={() => setShown(null)}
                onFocus={() => setShown(slot.from)}
                onBlur={() => setShown(null)}
                className="flex w-full flex-1 flex-col-reverse items-center rounded-t-sm px-[12%] transition-colors hover:bg-ink/4 focus-visible:-outline-offset-2"
              >
                {chartGroups.map((group) => (
                  <span
                    key={group}
                    className={cx(
                      'w-full max-w-11 shrink-0 border-surface forced-color-adjust-none',
                      slot.groups[group][measure] > 0 && 'not-first:border-b',
                      statusFamilyStyles[groupFamilies[group]].bar,
                    )}
                    style={{ height: `${(slot.groups[group][measure] / top) * 100}%` }}
                  />
                ))}
              </Link>
              <BarName slot={slot} withYear={beginsYear(slot) || (index === 0 && !beginsYear(slots[1]))} />
            </li>
          ))}
        </ol>
      </div>
      <Legend {...{ months, measure, currency, period }} />
      {otherCurrencies && (
        <p className="mt-2 text-[0.9375rem] text-muted">
          Not shown, because currencies are never added together: {otherCurrencies}.
        </p>
      )}
    </div>
  )
}

function Reading({ label, text, hidden = false }: { label: string; text: string; hidden?: boolean }) {
  return (
    <p className={cx('col-start-1 row-start-1 min-h-6', hidden && 'invisible')}>
      <span className="font-semibold">{label}</span>
      <span className="text-muted">{` · ${text}`}</span>
    </p>
  )
}

function useBarsAtMost(element: RefObject<HTMLElement | null>): number {
  const [atMost, setAtMost] = useState(12)
  useLayoutEffect(() => {
    const plot = element.current
    if (!plot) return
    const measureWidth = () => setAtMost(Math.max(1, Math.floor(plot.clientWidth / narrowestBarPx)))
    measureWidth()
    const observer = new ResizeObserver(measureWidth)
    observer.observe(plot)
    return () => observer.disconnect()
  }, [element])
  return atMost
}

/** On phones the bars use the label space, so only the top line has a label. */
function Scale({ ticks, measure, currency }: { ticks: readonly number[]; measure: Measure; currency: Currency }) {
  const top = ticks.at(-1) ?? 1
  return (
    <div className="absolute inset-x-0 top-0 bottom-10" aria-hidden="true">
      {ticks.map((tick) => (
        <div
          key={tick}
          className="absolute inset-x-0 border-t border-hairline"
          style={{ bottom: `${(tick / top) * 100}%` }}
        >
          <span
            className={cx(
              'absolute -top-2.5 left-0 bg-surface pr-1.5 text-[0.8125rem] leading-5 text-muted tabular-nums',
              tick === top ? 'max-sm:-top-5.5' : 'max-sm:hidden',
            )}
          >
            {formatAxisTick(tick, measure, currency)}
          </span>
        </div>
      ))}
    </div>
  )
}

const beginsYear = (slot: Slot | undefined): boolean => slot?.from.slice(5, 7) === '01'

/** `Jan`, `Q1` or `2026`, with the year below where a year begins. */
function BarName({ slot: { label }, withYear }: { slot: Slot; withYear: boolean }) {
  const [name, year] = label.split(' ')
  return (
    <span className="h-10 pt-1 text-center text-[0.75rem] leading-4 whitespace-nowrap text-muted" aria-hidden="true">
      {name}
      {year && withYear && <span className="block">{year}</span>}
    </span>
  )
}

function Legend({ months, measure, currency, period }: ChartProps) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-[0.9375rem]">
      {groups.map((group) => {
        const style = statusFamilyStyles[groupFamilies[group]]
        const bucket = addBuckets(months.map((month) => month.groups[group]))
        return (
          <li key={group}>
            <Link
              to={donationsUrl(statusFilterOf(group), period)}
              className="inline-flex min-h-7 items-center gap-2 hover:underline hover:underline-offset-3 pointer-coarse:min-h-11"
            >
              <span
                className={cx('size-3 shrink-0 rounded-[3px] forced-color-adjust-none', style.bar)}
                aria-hidden="true"
              />
              <style.icon className={cx('size-4 shrink-0', style.text)} aria-hidden="true" />
              {groupNames[group]}
              {group === 'other' && <span className="text-muted">not shown</span>}
              <span className="font-semibold tabular-nums">{formatMeasure(bucket, measure, currency)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
