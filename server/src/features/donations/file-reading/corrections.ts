import type { imports } from '@twofold/contract'
import type { Row, Table } from './table.ts'

export function corrected(table: Table, corrections: imports.Corrections | undefined): Table {
  if (!corrections || corrections.cells.length + corrections.replace.length === 0) return table
  const columnAt = new Map(table.headers.map((header, at) => [header, at]))
  const replacements = new Map<number, Map<string, string>>()
  for (const { column, from, to } of corrections.replace) {
    const at = columnAt.get(column)
    if (at === undefined) continue
    const values = replacements.get(at) ?? new Map<string, string>()
    replacements.set(at, values.set(from.trim(), to))
  }
  const cellsByRow = Map.groupBy(corrections.cells, ({ row }) => row)
  return { ...table, rows: table.rows.map(correctRow) }

  function correctRow(row: Row): Row {
    const cells = row.cells.map((cell, at) => replacements.get(at)?.get(cell.trim()) ?? cell)
    for (const { column, value } of cellsByRow.get(row.row) ?? []) {
      const at = columnAt.get(column)
      if (at !== undefined) cells[at] = value
    }
    return { ...row, cells }
  }
}
