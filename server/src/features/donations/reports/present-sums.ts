import { type Currency, reports, toUnits } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import type { SumRow } from './sum.queries.ts'

export function presentSums(
  rows: readonly SumRow[],
  by: reports.Grouping | undefined,
  ownCurrency: Currency,
): reports.ReportGroups {
  const groupedRows = [...Map.groupBy(by ? rows.filter(({ rank }) => rank > 0) : [], ({ key }) => key)]
  const groups = groupedRows.map(([key, groupRows]) => ({
    key,
    label: labelOf(by, groupRows[0]),
    ...sumsOf(groupRows, ownCurrency),
  }))
  // Groups without a day come last.
  if (by && reports.timeGroupings.includes(by)) {
    groups.sort((one, other) => ((one.key || '~') < (other.key || '~') ? -1 : 1))
  }
  return {
    currency: ownCurrency,
    total: sumsOf(rows, ownCurrency),
    groups,
    more: by ? Math.max(0, (rows[0]?.keys ?? 0) - groups.length) : 0,
  }
}

const emptyLabels = {
  company: 'No employer named',
  campaign: 'No campaign',
  platform: 'No online portal known',
  received: 'Nothing received',
  deadline: 'No deadline known',
} as const satisfies Partial<Record<reports.Grouping, string>>

function labelOf(by: reports.Grouping | undefined, row: SumRow | undefined): string {
  if (!row) return ''
  if (by === 'status') return findStatus(Number(row.key))?.label ?? row.key
  if (row.label !== '') return row.label
  return by !== undefined && by in emptyLabels ? emptyLabels[by as keyof typeof emptyLabels] : row.key
}

function sumsOf(rows: readonly SumRow[], ownCurrency: Currency): reports.ReportSums {
  const ownRows = rows.filter((row) => row.currency === ownCurrency)
  const others = [...Map.groupBy(rows, (row) => row.currency)].filter(([currency]) => currency !== ownCurrency)
  return {
    gifts: total(rows, 'gifts'),
    submitted_gifts: total(rows, 'submitted_gifts'),
    received_gifts: total(rows, 'received_gifts'),
    ...moneyOf(ownRows),
    others: others.map(([currency, otherRows]) => ({ currency, ...moneyOf(otherRows) })),
  }
}

type SumColumn =
  | 'gifts'
  | 'submitted_gifts'
  | 'received_gifts'
  | `${'given' | 'estimated' | 'submitted' | 'received'}_cents`

const total = (rows: readonly SumRow[], name: SumColumn): number => rows.reduce((sum, row) => sum + row[name], 0)

const moneyOf = (rows: readonly SumRow[]) => ({
  given: toUnits(total(rows, 'given_cents')),
  estimated: toUnits(total(rows, 'estimated_cents')),
  submitted: toUnits(total(rows, 'submitted_cents')),
  received: toUnits(total(rows, 'received_cents')),
})
