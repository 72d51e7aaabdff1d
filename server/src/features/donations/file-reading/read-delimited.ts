import { decodeText } from './decode-text.ts'
import { findTable } from './find-table.ts'
import { findSeparator, scanDelimited } from './scan-delimited.ts'
import type { GridRow, Limits, Table } from './table.ts'

/** Titles, blank lines, and totals. */
const otherLines = 500

/** @throws FileRefused */
export function readDelimited(bytes: Uint8Array, limits: Limits): Table {
  const { text, encoding } = decodeText(bytes)
  const separator = findSeparator(text)
  const content = text.replace(/^sep=.\r?\n/i, '')
  const offset = content.length === text.length ? 0 : 1
  const { rows, end } = scanDelimited(content, separator, limits.maxRows + otherLines)
  const grid = rows.map(
    ({ record, cells, openQuote }): GridRow => ({
      sheetRow: record + offset,
      cells,
      ...(openQuote && { damage: 'open_quote' as const }),
    }),
  )
  const found = findTable(grid, limits, countLines(content, end))
  return { format: 'csv', encoding, separator, sheet: null, sheets: [], epoch: 1900, ...found }
}

function countLines(text: string, start: number): number {
  let count = 0
  for (let at = start; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    if (end - at > 1) count++
    at = end + 1
  }
  return count
}
