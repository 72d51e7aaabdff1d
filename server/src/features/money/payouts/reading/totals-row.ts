import { findDecimalMark, parseMoney, type Table } from '../../../donations/imports/index.ts'
import { isLoneDash } from './cells.ts'

/** Unlabeled sums in the last row. After a single line, it must also have fewer filled cells. */
export function withoutTotalsRow(table: Table): Table {
  const lastRow = table.rows.at(-1)
  const lines = table.rows.slice(0, -1)
  if (!lastRow || lastRow.damage || lines.length < 1) return table
  const filledCells = lastRow.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell, at }]))
  const hasFewerCells = filledCells.length < (lines[0]?.cells.filter((cell) => cell.trim() !== '').length ?? 0)
  if (lines.length === 1 && !hasFewerCells) return table
  const mark = findDecimalMark(filledCells.map(({ cell }) => cell))
  const centsIn = (cell = '') => (isLoneDash(cell) ? 0 : (parseMoney(cell, mark)?.cents ?? null))
  const isSum = filledCells.every(
    ({ cell, at }) => centsIn(cell) === lines.reduce((cents, { cells }) => cents + (centsIn(cells[at]) ?? 0), 0),
  )
  return isSum && filledCells.some(({ cell }) => centsIn(cell) !== 0)
    ? { ...table, rows: lines, aside: [...table.aside, ['Total', ...lastRow.cells]] }
    : table
}
