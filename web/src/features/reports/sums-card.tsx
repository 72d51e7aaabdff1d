import { type Currency, type reports, reports as said } from '@twofold/contract'
import { useState } from 'react'
import { useAnswer } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { Select } from '../../ui/choice.tsx'
import { cx } from '../../ui/class-names.ts'
import { formatCount, formatMoney, plural } from '../../ui/format.ts'
import { ChartCard, cellLook, rowHeadLook, tableLook } from '../dashboard/index.ts'
import { groupInWords, groupingNames } from './report-words.ts'

export type Group = reports.ReportGroups['groups'][number]
export type Measure = 'gifts' | 'given' | 'estimated' | 'submitted' | 'received'

const measureNames: Readonly<Record<Measure, string>> = {
  gifts: 'Number of gifts',
  given: 'Given',
  estimated: 'Estimated matches',
  submitted: 'Submitted, estimated',
  received: 'Received',
}
const measures: readonly Measure[] = ['estimated', 'submitted', 'received', 'given', 'gifts']
const isMeasure = (text: string): text is Measure => text in measureNames

const written = (sums: reports.ReportSums, measure: Measure, currency: Currency): string =>
  measure === 'gifts' ? formatCount(sums.gifts) : formatMoney(sums[measure], currency)

const others = (sums: reports.ReportSums, measure: Measure): string =>
  measure === 'gifts'
    ? ''
    : sums.others
        .filter((other) => other[measure] !== 0)
        .map((other) => formatMoney(other[measure], other.currency))
        .join(', ')

// More bars than these nobody compares; the table has them all.
const barsAtMost = 12

type Given = {
  filters: reports.ReportFilters
  by: reports.Grouping
  onBy: (by: reports.Grouping) => void
  onGroup: (group: Group) => void
  /** What the bars show first. */
  begin?: Measure
}

/** The report summed by one thing: bars, the same as a table, and a press leads to the gifts behind. */
export function SumsCard({ filters, by, onBy, onGroup, begin = 'estimated' }: Given) {
  const organization = useOrganization()
  const [measure, setMeasure] = useState<Measure>(begin)
  const { data, error, isPending, refetch } = useAnswer(
    said.sumReport,
    { params: { id: organization.id }, body: { filters, by } },
    { keepPrevious: true },
  )
  const currency = data?.currency ?? organization.currency
  const groups = data?.groups ?? []
  const ways = said.groupings.filter((name) => name !== 'chapter' || organization.children.length > 0)
  return (
    <ChartCard
      title={`By ${groupingNames[by].toLowerCase()}`}
      description="Estimated is what companies may add; received is what payouts brought."
      controls={
        <span className="flex flex-wrap gap-2">
          <Select
            small
            className="w-44"
            aria-label="Grouped by"
            value={by}
            onChange={({ target }) => {
              const chosen = ways.find((name) => name === target.value)
              if (chosen) onBy(chosen)
            }}
          >
            {ways.map((name) => (
              <option key={name} value={name}>
                {groupingNames[name]}
              </option>
            ))}
          </Select>
          <Select
            small
            className="w-44"
            aria-label="What the bars show"
            value={measure}
            onChange={({ target }) => isMeasure(target.value) && setMeasure(target.value)}
          >
            {measures.map((name) => (
              <option key={name} value={name}>
                {measureNames[name]}
              </option>
            ))}
          </Select>
        </span>
      }
      waiting={isPending}
      failed={error !== null && !data}
      empty={data !== undefined && groups.length === 0 && 'No gift fits these filters.'}
      onRetry={() => void refetch()}
      chart={<Bars {...{ groups, measure, currency, by, onGroup }} />}
      table={(plain) => <Table {...{ groups, currency, by, plain, onGroup }} more={data?.more ?? 0} />}
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
  // Of months and weeks the newest.
  const shown = said.timeGroupings.includes(by) ? groups.slice(-barsAtMost) : groups.slice(0, barsAtMost)
  const top = Math.max(...shown.map((group) => group[measure]), 0) || 1
  return (
    <>
      <ol className="grid gap-2.5">
        {shown.map((group) => (
          <li key={group.key} className="group relative">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <button
                type="button"
                onClick={() => onGroup(group)}
                className="min-h-6 max-w-full cursor-pointer truncate text-left font-semibold outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:-inset-1 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {groupInWords(by, group)}
              </button>
              <span className="tabular-nums">
                {written(group, measure, currency)}
                {others(group, measure) && (
                  <span className="text-[0.9375rem] text-muted"> and {others(group, measure)}</span>
                )}
              </span>
            </div>
            <div className="mt-1 h-4 rounded-sm bg-sunken" aria-hidden="true">
              <div
                className="h-full min-w-0.5 rounded-sm bg-brand forced-color-adjust-none"
                style={{ width: `${(group[measure] / top) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
      {groups.length > shown.length && (
        <p className="mt-3 text-[0.9375rem] text-muted">
          {`${shown.length} of ${formatCount(groups.length)}. The table has the others.`}
        </p>
      )}
    </>
  )
}

function Table(props: {
  groups: readonly Group[]
  currency: Currency
  by: reports.Grouping
  plain: boolean
  more: number
  onGroup: (group: Group) => void
}) {
  const { groups, currency, by, plain, more, onGroup } = props
  const shown: readonly Measure[] = ['gifts', 'given', 'estimated', 'submitted', 'received']
  return (
    <>
      <table className={tableLook}>
        <caption className="sr-only">{`Sums by ${groupingNames[by].toLowerCase()}`}</caption>
        <thead>
          <tr className="border-b border-edge/60 align-bottom">
            <th scope="col" className={rowHeadLook}>
              {groupingNames[by]}
            </th>
            {shown.map((measure) => (
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
                {plain ? (
                  groupInWords(by, group)
                ) : (
                  <button
                    type="button"
                    onClick={() => onGroup(group)}
                    className="min-h-6 cursor-pointer text-left underline decoration-edge underline-offset-3 hover:decoration-current"
                  >
                    {groupInWords(by, group)}
                  </button>
                )}
              </th>
              {shown.map((measure) => (
                <td key={measure} className={cellLook}>
                  {written(group, measure, currency)}
                  {others(group, measure) && (
                    <span className="block text-[0.8125rem] text-muted">and {others(group, measure)}</span>
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
