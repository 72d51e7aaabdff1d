import { type organizations, statistics } from '@twofold/contract'
import type { StatusFamily } from '@twofold/matching'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '../../../api/use-call.ts'
import { Select } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatMoney, plural } from '../../../ui/format.ts'
import { type ClosedPeriod, donationsAddress, familyLooks } from '../../donations/index.ts'
import { ChartCard } from './chart-card.tsx'
import { formatMark, formatMeasure, formatOthers, isMeasure, measureNames, measures } from './figures.ts'
import {
  addBuckets,
  filterOf,
  groupNames,
  groups,
  type Measure,
  type Slot,
  scaleTo,
  slotsOf,
  wholeOf,
} from './month-slots.ts'
import { MonthTable } from './month-table.tsx'

type Currency = statistics.Standing['currency']

/** One hue for each group, the same as its card's. */
export const groupFamilies: Readonly<Record<statistics.MonthGroup, StatusFamily>> = {
  engaged_submitted: 'submitted',
  npo_verify: 'to_verify',
  donor_contacted: 'awaiting',
  no_response: 'no_response',
  other: 'closed',
}

/** Gifts and their matches by month, each bar cut into what is being waited for. */
export function MonthChart({
  organization,
  period,
}: {
  organization: organizations.Organization
  period: ClosedPeriod
}) {
  const { data, error, isPending, refetch } = useAnswer(statistics.getStatistics, {
    params: { id: organization.id },
    query: { ...period, report: 'by_month' },
  })
  const [measure, setMeasure] = useState<Measure>('count')
  const currency = data?.currency ?? organization.currency
  const slots = slotsOf(data?.by_month ?? [], period)
  return (
    <ChartCard
      title="Gifts and matches by month"
      description="By the day of the gift. Matched sums are estimates until the company has paid."
      controls={
        <Select
          small
          className="w-44"
          aria-label="What the bars measure"
          value={measure}
          onChange={({ target }) => isMeasure(target.value) && setMeasure(target.value)}
        >
          {measures.map((name) => (
            <option key={name} value={name}>
              {measureNames[name]}
            </option>
          ))}
        </Select>
      }
      waiting={isPending}
      failed={error !== null && !data}
      empty={!isPending && slots.length === 0 && 'No gifts in these days.'}
      onRetry={() => void refetch()}
      chart={<Bars slots={slots} measure={measure} currency={currency} period={period} />}
      table={(plain) => <MonthTable {...{ slots, measure, currency, period, plain }} />}
    />
  )
}

type BarsProps = { slots: readonly Slot[]; measure: Measure; currency: Currency; period: ClosedPeriod }

function Bars({ slots, measure, currency, period }: BarsProps) {
  const [shown, setShown] = useState<Slot | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  // Where not all bars have room, the newest ones are seen first.
  useEffect(() => {
    if (slots.length > 0 && scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [slots.length])
  const wholes = slots.map(wholeOf)
  const marks = scaleTo(Math.max(...wholes.map((whole) => whole[measure])), measure === 'count')
  const top = marks.at(-1) ?? 1
  const total = addBuckets(wholes)
  const others = formatOthers(total, measure)
  return (
    <div className="flex flex-1 flex-col">
      <Readout slot={shown} total={total} currency={currency} />
      <div className="relative mt-3 flex min-h-60 flex-1">
        <div className="absolute inset-x-0 top-0 bottom-10" aria-hidden="true">
          {marks.map((mark) => (
            <div
              key={mark}
              className="absolute inset-x-0 border-t border-hairline"
              style={{ bottom: `${(mark / top) * 100}%` }}
            >
              <span className="absolute -top-2.5 left-0 bg-surface pr-1.5 text-[0.8125rem] leading-5 text-muted tabular-nums">
                {formatMark(mark, measure, currency)}
              </span>
            </div>
          ))}
        </div>
        <div ref={scroller} className="relative ml-12 min-w-0 flex-1 overflow-x-auto">
          <ol className="flex h-full min-w-full" aria-label={measureNames[measure]}>
            {slots.map((slot, place) => (
              <li key={slot.from} className="flex min-w-6 flex-1 flex-col">
                <Link
                  to={donationsAddress(undefined, slot)}
                  aria-label={`${slot.label}: ${inWords(wholes[place], currency)}`}
                  onMouseEnter={() => setShown(slot)}
                  onMouseLeave={() => setShown(null)}
                  onFocus={() => setShown(slot)}
                  onBlur={() => setShown(null)}
                  className="flex w-full flex-1 flex-col-reverse items-center rounded-t-sm px-[12%] transition-colors hover:bg-ink/4 focus-visible:-outline-offset-2"
                >
                  {groups.map((group) => (
                    <span
                      key={group}
                      className={cx(
                        'w-full max-w-11 shrink-0 border-surface forced-color-adjust-none',
                        slot.groups[group][measure] > 0 && 'not-first:border-b',
                        familyLooks[groupFamilies[group]].bar,
                      )}
                      style={{ height: `${(slot.groups[group][measure] / top) * 100}%` }}
                    />
                  ))}
                </Link>
                <BarName slot={slot} first={place === 0} shown={place % Math.ceil(slots.length / 24) === 0} />
              </li>
            ))}
          </ol>
        </div>
      </div>
      <Legend {...{ slots, measure, currency, period }} />
      {others && (
        <p className="mt-2 text-[0.9375rem] text-muted">Not drawn, because currencies are never added: {others}.</p>
      )}
    </div>
  )
}

const inWords = (bucket: statistics.MatchBucket | undefined, currency: Currency): string =>
  bucket
    ? `${plural(bucket.count, 'gift')}, ${formatMoney(bucket.sum, currency)} given, ${formatMoney(bucket.matched, currency)} matched`
    : ''

/** What the bar under the pointer or the focus says; the whole period otherwise. */
function Readout({ slot, total, currency }: { slot: Slot | null; total: statistics.MatchBucket; currency: Currency }) {
  return (
    <p className="min-h-6 text-[0.9375rem] tabular-nums" aria-hidden="true">
      <span className="font-semibold">{slot?.label ?? 'All these days'}</span>
      <span className="text-muted">{` · ${inWords(slot ? wholeOf(slot) : total, currency)}`}</span>
    </p>
  )
}

/** `Jan` under a bar, and its year below where one begins; `2026` for a year. */
function BarName({ slot: { label, from }, first, shown }: { slot: Slot; first: boolean; shown: boolean }) {
  const [month, year] = label.split(' ')
  return (
    <span className="h-10 pt-1 text-center text-[0.75rem] leading-4 whitespace-nowrap text-muted" aria-hidden="true">
      {shown && month}
      {year && (first || from.slice(5, 7) === '01') && <span className="block">{year}</span>}
    </span>
  )
}

function Legend({ slots, measure, currency, period }: BarsProps) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-[0.9375rem]">
      {groups.map((group) => {
        const look = familyLooks[groupFamilies[group]]
        const bucket = addBuckets(slots.map((slot) => slot.groups[group]))
        return (
          <li key={group}>
            <Link
              to={donationsAddress(filterOf(group), period)}
              className="inline-flex min-h-7 items-center gap-2 hover:underline hover:underline-offset-3 pointer-coarse:min-h-11"
            >
              <span
                className={cx('size-3 shrink-0 rounded-[3px] forced-color-adjust-none', look.bar)}
                aria-hidden="true"
              />
              <look.icon className={cx('size-4 shrink-0', look.text)} aria-hidden="true" />
              {groupNames[group]}
              <span className="font-semibold tabular-nums">{formatMeasure(bucket, measure, currency)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
