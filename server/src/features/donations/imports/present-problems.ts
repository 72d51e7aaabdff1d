import type { ColumnMap, imports } from '@twofold/contract'
import type { ReadFile } from '../file-reading/index.ts'
import type { RejectedRow } from './rejected-rows.queries.ts'

const rowsShown = 100
const kindsShown = 50

const targetsOf: Readonly<Record<string, readonly string[]>> = {
  amount_missing: ['amount'],
  amount_invalid: ['amount'],
  amount_not_positive: ['amount'],
  date_missing: ['donated_at'],
  date_invalid: ['donated_at'],
  date_in_future: ['donated_at'],
  email_invalid: ['donor.email'],
  donor_missing: ['donor.name', 'donor.email', 'donor.last_name', 'donor.first_name'],
  duplicate_transaction_id: ['transaction_id', 'amply_id'],
  unknown_organization: ['organization_id', 'organization_name', 'ein'],
  unknown_status: ['status_id', 'status'],
  unknown_company: ['company.id'],
  unknown_donation: ['amply_id'],
  merged_donation: ['amount'],
}

type File = Pick<ReadFile['table'], 'headers' | 'sheetRows'> & { readonly map: ColumnMap }

export function presentProblems(
  rejected: readonly RejectedRow[],
  { headers, sheetRows, map }: File,
): Pick<imports.ImportReview, 'problems' | 'problem_kinds'> {
  const columnOf = (target: string) => headers.findIndex((header) => map[header] === target)
  const cellOf = ({ cells }: RejectedRow, target: string): string => cells[columnOf(target)]?.trim() ?? ''
  const located = rejected.map((one) => {
    const at = (targetsOf[one.reason] ?? []).map(columnOf).find((column) => column >= 0)
    return {
      ...one,
      column: at === undefined ? null : (headers[at] ?? null),
      value: at === undefined ? '' : (one.cells[at] ?? '').trim(),
    }
  })
  const kinds = new Map<string, imports.ProblemKind>()
  for (const { reason, column, value } of located) {
    if (column === null || reason === 'duplicate_transaction_id') continue
    const key = JSON.stringify([reason, column, value])
    const known = kinds.get(key)
    kinds.set(key, { reason, column, value: value.slice(0, 300), count: (known?.count ?? 0) + 1 })
  }
  return {
    problems: located.slice(0, rowsShown).map((one) => ({
      row: one.row,
      sheet_row: sheetRows[one.row - 1] ?? one.row,
      problem: one.problem,
      column: one.column,
      value: one.value.slice(0, 300),
      donor:
        cellOf(one, 'donor.name') ||
        [cellOf(one, 'donor.first_name'), cellOf(one, 'donor.last_name')].filter(Boolean).join(' ') ||
        cellOf(one, 'donor.email'),
    })),
    problem_kinds: [...kinds.values()]
      .filter(({ count }) => count > 1)
      .sort((one, other) => other.count - one.count)
      .slice(0, kindsShown),
  }
}
