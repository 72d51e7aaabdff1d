import type { Row, Table } from '../../../donations/file-reading/index.ts'
import type { ReportColumns } from './columns.ts'

/**
 * A gift that is split between designations has a row for each part. Every row repeats the whole amount, and a column
 * that we don't use contains the parts. Returns the first row of the gift for each repeating row.
 */
export function findSplitRows(
  { rows }: Pick<Table, 'rows'>,
  { columnsByRole, unassigned, rivals }: Pick<ReportColumns, 'columnsByRole' | 'unassigned' | 'rivals'>,
  centsOf: (row: Row, column: number) => number | null,
): ReadonlyMap<Row, Row> {
  const wholeColumns = (['paid', 'match', 'gift'] as const).flatMap((role) => columnsByRole.get(role) ?? [])
  const commonColumns = [...columnsByRole].flatMap(([role, columns]) => (role === 'project' ? [] : columns))
  const gifts = Map.groupBy(rows, ({ cells }) => JSON.stringify(commonColumns.map((at) => cells[at] ?? '')))
  return new Map(
    [...gifts.values()].flatMap((parts) => {
      const [first, ...repeated] = parts
      if (first === undefined || repeated.length === 0) return []
      const whole = wholeColumns.map((at) => centsOf(first, at)).find((cents) => cents !== null && cents > 0)
      const isSplit = [...unassigned, ...rivals].some((column) => {
        const cents = parts.map((row) => centsOf(row, column) ?? 0)
        return cents.every((part) => part > 0) && cents.reduce((sum, part) => sum + part, 0) === whole
      })
      return isSplit ? repeated.map((row) => [row, first] as const) : []
    }),
  )
}
