import type { statistics } from '@twofold/contract'
import { Link } from 'react-router'
import { donationsUrl } from '../../donations/index.ts'
import type { ClosedPeriod } from '../../periods/index.ts'
import { cellClasses, linkClasses, rowHeaderClasses, tableClasses } from './chart-card.tsx'
import { formatMeasure, formatOtherCurrencies, measureNames } from './figures.ts'
import { addBuckets, groupNames, groups, type Measure, type Slot, slotTotalOf, statusFilterOf } from './month-slots.ts'

type Table = {
  slots: readonly Slot[]
  measure: Measure
  currency: statistics.MatchSummary['currency']
  period: ClosedPeriod
  withoutLinks: boolean
}

export function MonthTable({ slots, measure, currency, period, withoutLinks }: Table) {
  const cell = (
    bucket: statistics.MatchBucket,
    linkText: string,
    group: statistics.MonthGroup | null,
    days: ClosedPeriod,
  ) => {
    const otherCurrencies = formatOtherCurrencies(bucket, measure)
    const number = formatMeasure(bucket, measure, currency)
    return (
      <td key={group ?? 'all'} className={cellClasses}>
        {withoutLinks || bucket.count === 0 ? (
          number
        ) : (
          <Link
            to={donationsUrl(group ? statusFilterOf(group) : undefined, days)}
            aria-label={`${number}: ${linkText}`}
            className={linkClasses}
          >
            {number}
          </Link>
        )}
        {otherCurrencies && <span className="block text-[0.8125rem] text-muted">and {otherCurrencies}</span>}
      </td>
    )
  }
  return (
    <table className={tableClasses}>
      <caption className="sr-only">{`${measureNames[measure]} by month and status`}</caption>
      <thead>
        <tr className="border-b border-edge/60 align-bottom">
          <th scope="col" className={rowHeaderClasses}>
            Gifts of
          </th>
          {groups.map((group) => (
            <th key={group} scope="col" className={`${cellClasses} font-semibold`}>
              {groupNames[group]}
            </th>
          ))}
          <th scope="col" className={`${cellClasses} font-semibold`}>
            All
          </th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => (
          <tr key={slot.from} className="border-b border-hairline">
            <th scope="row" className={rowHeaderClasses}>
              {slot.label}
            </th>
            {groups.map((group) => cell(slot.groups[group], `${groupNames[group]}, ${slot.label}`, group, slot))}
            {cell(slotTotalOf(slot), `all gifts from ${slot.label}`, null, slot)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="py-2 pr-2 text-left">
            All dates shown
          </th>
          {groups.map((group) =>
            cell(addBuckets(slots.map((slot) => slot.groups[group])), groupNames[group], group, period),
          )}
          {cell(addBuckets(slots.map(slotTotalOf)), 'all gifts', null, period)}
        </tr>
      </tfoot>
    </table>
  )
}
