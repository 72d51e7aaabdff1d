import { type Currency, reports, toUnits } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import type { SumRow } from './sum.queries.ts'

export function presentSums(
  rows: readonly SumRow[],
  by: reports.Grouping | undefined,
  own: Currency,
): reports.ReportGroups {
  const told = [...Map.groupBy(by ? rows.filter(({ rank }) => rank > 0) : [], ({ key }) => key)]
  const groups = told.map(([key, held]) => ({ key, label: labelOf(by, held[0]), ...sumsOf(held, own) }))
  // Groups without a day come last.
  if (by && reports.timeGroupings.includes(by)) {
    groups.sort((one, other) => ((one.key || '~') < (other.key || '~') ? -1 : 1))
  }
  return {
    currency: own,
    total: sumsOf(rows, own),
    groups,
    more: by ? Math.max(0, (rows[0]?.keys ?? 0) - groups.length) : 0,
  }
}

const without = {
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
  return by !== undefined && by in without ? without[by as keyof typeof without] : row.key
}

function sumsOf(rows: readonly SumRow[], own: Currency): reports.ReportSums {
  const ofOwn = rows.filter((row) => row.currency === own)
  const others = [...Map.groupBy(rows, (row) => row.currency)].filter(([currency]) => currency !== own)
  return {
    gifts: total(rows, 'gifts'),
    submitted_gifts: total(rows, 'submitted_gifts'),
    received_gifts: total(rows, 'received_gifts'),
    ...moneyOf(ofOwn),
    others: others.map(([currency, held]) => ({ currency, ...moneyOf(held) })),
  }
}

type Summed =
  | 'gifts'
  | 'submitted_gifts'
  | 'received_gifts'
  | `${'given' | 'estimated' | 'submitted' | 'received'}_cents`

const total = (rows: readonly SumRow[], name: Summed): number => rows.reduce((sum, row) => sum + row[name], 0)

const moneyOf = (rows: readonly SumRow[]) => ({
  given: toUnits(total(rows, 'given_cents')),
  estimated: toUnits(total(rows, 'estimated_cents')),
  submitted: toUnits(total(rows, 'submitted_cents')),
  received: toUnits(total(rows, 'received_cents')),
})
