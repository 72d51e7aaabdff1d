import { findDecimalMark, parseMoney, type Row, type Table } from '../../../donations/file-reading/index.ts'
import { isLoneDash } from './cells.ts'

/** Unlabeled sums below a group of rows, or of all rows at the end. */
export function withoutTotalsRows(table: Table): Table {
  const totals: Row[] = []
  const lines: Row[] = []
  let group: Row[] = []
  table.rows.forEach((row, at) => {
    const isLast = at === table.rows.length - 1
    const isOfAll = isLast && isSumOf(row, lines, isLast)
    if (isOfAll) totals.push(row)
    if (isOfAll || isSumOf(row, group, isLast)) group = []
    else {
      lines.push(row)
      group.push(row)
    }
  })
  if (lines.length === table.rows.length) return table
  return { ...table, rows: lines, aside: [...table.aside, ...totals.map(({ cells }) => ['Total', ...cells])] }
}

/** "Net deposit", "Check amount", "Amount due". */
const totalLabelPattern =
  /^(total|net|sum|amount|(net|gross|total|check|cheque|payment|deposit|disbursement|ach|eft|balance|amount) (deposit(ed)?|total|amount|paid|payment|due|disbursed|remitted|sum)( to .{1,60})?)$/i

/** After a single line, or above further rows, a total must also have fewer filled cells. */
function isSumOf(row: Row, lines: readonly Row[], isLast: boolean): boolean {
  if (row.damage || lines.length < 1) return false
  const filledCells = row.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell, at }]))
  const line = lines.at(-1)
  const isLabel = (cell: string, at: number) =>
    isLast && parseMoney(cell) === null && (totalLabelPattern.test(cell.trim()) || cell === line?.cells[at])
  const sums = filledCells.filter(({ cell, at }) => !isLabel(cell, at))
  const hasFewerCells = filledCells.length < (lines[0]?.cells.filter((cell) => cell.trim() !== '').length ?? 0)
  if (!hasFewerCells && (lines.length === 1 || !isLast)) return false
  const mark = findDecimalMark(sums.map(({ cell }) => cell))
  const centsIn = (cell = '') => (isLoneDash(cell) ? 0 : (parseMoney(cell, mark)?.cents ?? null))
  const isSum = sums.every(
    ({ cell, at }) => centsIn(cell) === lines.reduce((cents, { cells }) => cents + (centsIn(cells[at]) ?? 0), 0),
  )
  return isSum && sums.some(({ cell }) => centsIn(cell) !== 0)
}
