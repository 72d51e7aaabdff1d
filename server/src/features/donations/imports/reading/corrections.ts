import type { imports } from '@twofold/contract'
import type { Row, Table } from './table.ts'

export function corrected(table: Table, corrections: imports.Corrections | undefined): Table {
  if (!corrections || corrections.cells.length + corrections.replace.length === 0) return table
  const columnAt = new Map(table.headers.map((header, at) => [header, at]))
  const alike = new Map<number, Map<string, string>>()
  for (const { column, from, to } of corrections.replace) {
    const at = columnAt.get(column)
    if (at === undefined) continue
    const values = alike.get(at) ?? new Map<string, string>()
    alike.set(at, values.set(from.trim(), to))
  }
  const single = Map.groupBy(corrections.cells, ({ row }) => row)
  return { ...table, rows: table.rows.map(mended) }

  function mended(row: Row): Row {
    const cells = row.cells.map((cell, at) => alike.get(at)?.get(cell.trim()) ?? cell)
    for (const { column, value } of single.get(row.row) ?? []) {
      const at = columnAt.get(column)
      if (at !== undefined) cells[at] = value
    }
    return { ...row, cells }
  }
}
