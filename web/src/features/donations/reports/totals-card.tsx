import { type Currency, type reports, reports as said } from '@twofold/contract'
import { useState } from 'react'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { SelectOf } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatCount, plural } from '../../../ui/format.ts'
import { ChartCard, cellLook, rowHeadLook, tableLook } from '../dashboard/index.ts'
import { BarList } from './bar-list.tsx'
import { EmptyTotals } from './empty-totals.tsx'
import {
  isAllZero,
  largestFirst,
  type Measure,
  measureNames,
  measures,
  sumInOwnCurrency,
  sumsInOtherCurrencies,
} from './measures.ts'
import { describeGroup, groupingNames } from './report-text.ts'
import { TotalText } from './total-text.tsx'
import { useChapterLabels } from './use-chapter-labels.ts'

export type Group = reports.ReportGroups['groups'][number]
// More bars are hard to compare; the table shows all.
const maxBars = 12

type Props = {
  filters: reports.ReportFilters
  by: reports.Grouping
  onBy: (by: reports.Grouping) => void
  onGroup: (group: Group) => void
  begin?: Measure
}

export function TotalsCard({ filters, by, onBy, onGroup, begin = 'estimated' }: Props) {
  const organization = useOrganization()
  const [measure, setMeasure] = useState<Measure>(begin)
  const { data, error, isPending, refetch } = useApiQuery(
    said.sumReport,
    { params: { id: organization.id }, body: { filters, by } },
    { keepPrevious: true },
  )
  const currency = data?.currency ?? organization.currency
  const groups = useChapterLabels(by, data?.groups ?? [])
  const availableGroupings = said.groupings.filter((name) => name !== 'chapter' || organization.children.length > 0)
  return (
    <ChartCard
      title={`By ${groupingNames[by].toLowerCase()}`}
      description="Estimated is what companies may add. Received is what they paid."
      controls={
        <span className="flex min-w-0 flex-1 flex-wrap gap-2">
          <SelectOf
            small
            className="w-52! max-w-full"
            aria-label="Grouped by"
            of={availableGroupings}
            labels={groupingNames}
            value={by}
            onPick={onBy}
          />
          <SelectOf
            small
            className="w-52! max-w-full"
            aria-label="What the bars show"
            of={measures}
            labels={measureNames}
            value={measure}
            onPick={setMeasure}
          />
        </span>
      }
      waiting={isPending}
      failed={error !== null && !data}
      empty={
        data !== undefined &&
        (groups.length === 0
          ? 'No gifts match these filters.'
          : isAllZero(data.total, groups, measure) && (
              <EmptyTotals measure={measure} gifts={data.total.gifts} onCount={() => setMeasure('gifts')} />
            ))
      }
      onRetry={() => void refetch()}
      chart={<Bars {...{ groups, measure, currency, by, onGroup }} />}
      table={(withoutLinks) => <Table {...{ groups, currency, by, withoutLinks, onGroup }} more={data?.more ?? 0} />}
    />
  )
}

function Bars(props: {
  groups: readonly Group[]
  measure: Measure
  currency: Currency
  by: reports.Grouping
  onGroup: (group: Group) => void
}) {
  const { groups, measure, currency, by, onGroup } = props
  const shownGroups = said.timeGroupings.includes(by)
    ? groups.slice(-maxBars)
    : largestFirst(groups, measure).slice(0, maxBars)
  return (
    <>
      <BarList
        bars={shownGroups.map((group) => ({
          key: group.key,
          name: describeGroup(by, group),
          value: group[measure],
          label: <TotalText totals={group} {...{ measure, currency }} />,
          onPress: () => onGroup(group),
        }))}
      />
      {groups.length > shownGroups.length && (
        <p className="mt-3 text-[0.9375rem] text-muted">
          {`${shownGroups.length} of ${formatCount(groups.length)}. The table shows the rest.`}
        </p>
      )}
    </>
  )
}

function Table(props: {
  groups: readonly Group[]
  currency: Currency
  by: reports.Grouping
  withoutLinks: boolean
  more: number
  onGroup: (group: Group) => void
}) {
  const { groups, currency, by, withoutLinks, more, onGroup } = props
  const shownMeasures: readonly Measure[] = ['gifts', 'given', 'estimated', 'submitted', 'received']
  return (
    <>
      <table className={tableLook}>
        <caption className="sr-only">{`Sums by ${groupingNames[by].toLowerCase()}`}</caption>
        <thead>
          <tr className="border-b border-edge/60 align-bottom">
            <th scope="col" className={rowHeadLook}>
              {groupingNames[by]}
            </th>
            {shownMeasures.map((measure) => (
              <th key={measure} scope="col" className={cx(cellLook, 'font-semibold')}>
                {measureNames[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key} className="border-b border-hairline last:border-b-0">
              <th scope="row" className={rowHeadLook}>
                {withoutLinks ? (
                  describeGroup(by, group)
                ) : (
                  <button
                    type="button"
                    onClick={() => onGroup(group)}
                    className="min-h-6 cursor-pointer text-left underline decoration-edge underline-offset-3 hover:decoration-current"
                  >
                    {describeGroup(by, group)}
                  </button>
                )}
              </th>
              {shownMeasures.map((measure) => (
                <td key={measure} className={cellLook}>
                  {sumInOwnCurrency(group, measure, currency)}
                  {sumsInOtherCurrencies(group, measure) && (
                    <span className="block text-[0.8125rem] text-muted">
                      and {sumsInOtherCurrencies(group, measure)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="mt-2 text-[0.9375rem] text-muted">{`And ${plural(more, 'more group')}.`}</p>}
    </>
  )
}
