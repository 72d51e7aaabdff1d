import { type Currency, outlook } from '@twofold/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { SelectOf } from '../../../../ui/choice.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { formatCount, plural } from '../../../../ui/format.ts'
import { ChartCard, cellLook, rowHeadLook, tableLook } from '../../dashboard/index.ts'
import { BarList } from '../bar-list.tsx'
import { EmptyTotals } from '../empty-totals.tsx'
import { isAllZero, largestFirst, type Measure, measureNames, measures } from '../measures.ts'
import { TotalText } from '../total-text.tsx'
import { useChapterLabels } from '../use-chapter-labels.ts'
import {
  breakdownNames,
  donationsUrlOfMonths,
  donationsUrlOfPart,
  nameOf,
  periodNames,
  periodOf,
  type StatisticsPeriod,
  statisticsPeriods,
} from './breakdown.ts'

type Part = outlook.BreakdownResponse['parts'][number]

// More bars are hard to compare; the table shows all.
const maxBars = 10

export function BreakdownCard() {
  const organization = useOrganization()
  const [by, setBy] = useState<outlook.Breakdown>('company')
  const [measure, setMeasure] = useState<Measure>('estimated')
  const [period, setPeriod] = useState<StatisticsPeriod>('ever')
  const months = periodOf(period, organization.today)
  const { data, error, isPending, refetch } = useApiQuery(
    outlook.getBreakdown,
    { params: { id: organization.id }, query: { by, ...months } },
    { keepPrevious: true },
  )
  const currency = data?.currency ?? organization.currency
  const parts = useChapterLabels(by, data?.parts ?? [])
  const availableBreakdowns = outlook.breakdowns.filter(
    (name) => name !== 'chapter' || organization.children.length > 0,
  )
  const shownParts = by === 'month' ? parts.slice(-12) : largestFirst(parts, measure).slice(0, maxBars)
  const addressOf = (part: Part) => donationsUrlOfPart(by, part.key, months)
  const selectProps = (width: string) => ({ small: true, className: cx(width, 'max-sm:w-full!') })
  return (
    <ChartCard
      title="Results"
      description="By gift date."
      controls={
        <span className="flex min-w-0 flex-1 flex-wrap gap-2">
          <SelectOf
            aria-label="Break down by"
            {...selectProps('w-44!')}
            of={availableBreakdowns}
            labels={breakdownNames}
            value={by}
            onPick={setBy}
          />
          <SelectOf
            aria-label="What the bars show"
            {...selectProps('w-52!')}
            of={measures}
            labels={measureNames}
            value={measure}
            onPick={setMeasure}
          />
          <SelectOf
            aria-label="Gifts of"
            {...selectProps('w-40!')}
            of={statisticsPeriods}
            labels={periodNames(organization.today)}
            value={period}
            onPick={setPeriod}
          />
        </span>
      }
      waiting={isPending}
      failed={error !== null && !data}
      empty={
        data !== undefined &&
        (parts.length === 0
          ? 'No gifts in these months.'
          : isAllZero(data.total, parts, measure) && (
              <EmptyTotals
                measure={measure}
                gifts={data.total.gifts}
                giftsAt={donationsUrlOfMonths(months)}
                onCount={() => setMeasure('gifts')}
              />
            ))
      }
      onRetry={() => void refetch()}
      chart={
        <>
          <BarList
            bars={shownParts.map((part) => ({
              key: part.key,
              name: nameOf(by, part),
              value: part[measure],
              label: <TotalText totals={part} {...{ measure, currency }} />,
              to: addressOf(part),
            }))}
          />
          {parts.length > shownParts.length && (
            <p className="mt-3 text-[0.9375rem] text-muted">
              {`${shownParts.length} of ${formatCount(parts.length + (data?.more ?? 0))}. The table shows more.`}
            </p>
          )}
        </>
      }
      table={(withoutLinks) => (
        <>
          <PartTable {...{ by, parts, currency, withoutLinks, addressOf }} />
          {(data?.more ?? 0) > 0 && (
            <p className="mt-2 text-[0.9375rem] text-muted">{`And ${plural(data?.more ?? 0, 'more')}.`}</p>
          )}
        </>
      )}
    />
  )
}

const columns: readonly Measure[] = ['gifts', 'given', 'estimated', 'submitted', 'received']

function PartTable(props: {
  by: outlook.Breakdown
  parts: readonly Part[]
  currency: Currency
  withoutLinks: boolean
  addressOf: (part: Part) => string
}) {
  const { by, parts, currency, withoutLinks, addressOf } = props
  return (
    <table className={tableLook}>
      <caption className="sr-only">{`Results by ${breakdownNames[by].toLowerCase()}`}</caption>
      <thead>
        <tr className="border-b border-edge/60 align-bottom">
          <th scope="col" className={rowHeadLook}>
            {breakdownNames[by]}
          </th>
          {columns.map((measure) => (
            <th key={measure} scope="col" className={cx(cellLook, 'font-semibold')}>
              {measureNames[measure]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => {
          const to = withoutLinks ? undefined : addressOf(part)
          return (
            <tr key={part.key} className="border-b border-hairline last:border-b-0">
              <th scope="row" className={rowHeadLook}>
                {to ? (
                  <Link
                    to={to}
                    className="inline-block min-h-6 underline decoration-edge underline-offset-3 pointer-coarse:min-h-11 pointer-coarse:py-2"
                  >
                    {nameOf(by, part)}
                  </Link>
                ) : (
                  nameOf(by, part)
                )}
              </th>
              {columns.map((measure) => (
                <td key={measure} className={cellLook}>
                  <TotalText totals={part} {...{ measure, currency }} />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
