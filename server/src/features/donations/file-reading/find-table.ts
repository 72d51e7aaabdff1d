import { unguardFormula } from '../../../platform/security/formula-guard.ts'
import { FileRefused, tooManyColumns, tooManyRows } from './file-refused.ts'
import { findHeader, hasValue, joinHeaderRows } from './header-rows.ts'
import { normalizeHeaders } from './headers.ts'
import { parseMoney } from './money.ts'
import type { GridRow, Limits, Row, RowDamage, Warning } from './table.ts'

export type FoundTable = {
  headerRow: number
  headers: string[]
  originalHeaders: string[]
  rows: Row[]
  aside: string[][]
  linesAbove: number
  warnings: Warning[]
}

const isFilled = (cell: string) => cell.trim() !== ''
const filledCells = (row: GridRow) => row.cells.filter(isFilled)

/**
 * Header, gifts, and surrounding lines. @param beyond lines that were not read because of the limit @throws FileRefused
 */
export function findTable(grid: readonly GridRow[], limits: Limits, beyond = 0): FoundTable {
  const lines = grid.filter((row) => row.cells.some(isFilled))
  if (lines.length === 0)
    throw new FileRefused('file_empty', 'This file is empty. Please choose the file with the donations.')
  const found = findHeader(lines)
  const joined = found === null ? null : joinHeaderRows(lines, found)
  const headerAt = joined?.last ?? found
  const header = joined?.header ?? (found === null ? null : lines[found])
  const above = joined?.first ?? headerAt ?? 0
  const warnings: Warning[] = []
  if (headerAt === null) {
    const message = 'The first row doesn’t look like column names, so we read it as a gift. Check the columns below.'
    warnings.push({ code: 'no_header', message })
  } else if (above > 0) warnings.push(linesAbove(above))

  const below = headerAt === null ? lines : lines.slice(headerAt + 1)
  const { body, dropped } = withoutTotals(withContinued(below).filter((row) => !header || !sameCells(row, header)))
  if (dropped.length > 0) warnings.push(linesBelow(dropped.length))
  const count = body.length + beyond
  // Unread lines must never be dropped silently.
  if (beyond > 0 || count > limits.maxRows) throw tooManyRows(Math.max(count, limits.maxRows + 1), limits.maxRows)
  if (body.length === 0) {
    throw new FileRefused(
      'no_rows',
      'This file has column names but no rows below them. Please check the export and try again.',
    )
  }
  const columns = columnsOf(header?.cells ?? [], body)
  if (columns.length > limits.maxColumns) throw tooManyColumns(limits.maxColumns)
  const originalHeaders = columns.map((at) => unguardFormula(header?.cells[at]?.trim() ?? ''))
  const last = columns.at(-1) ?? 0
  const rows = body.map((row, at) => toTableRow(row, at + 1, columns, last, limits.maxCellLength))
  const damaged = rows.filter((row) => row.damage)
  if (damaged.length > 0) warnings.push(damagedRows(damaged))
  const aside = labelsAbove(lines.slice(0, above))
  return {
    headerRow: header?.sheetRow ?? 0,
    headers: normalizeHeaders(originalHeaders),
    originalHeaders,
    rows,
    aside: [...aside, ...dropped.map(({ cells }) => cells)],
    linesAbove: aside.length,
    warnings,
  }
}

/** A row of labels above a row of values is one line for each. */
function labelsAbove(lines: readonly GridRow[]): string[][] {
  return lines.flatMap((row, at) => {
    const [above, below] = [lines[at - 1], lines[at + 1]]
    if (above && isValuesOf(row, above)) return row.cells.map((value, at) => [above.cells[at] ?? '', value])
    return below && isValuesOf(below, row) ? [] : [row.cells]
  })
}

/** Every value has a label above it, and one is a date or an amount. */
function isValuesOf(values: GridRow, labels: GridRow): boolean {
  const isLabels = filledCells(labels).length >= 3 && !hasValue(labels)
  return (
    isLabels &&
    hasValue(values) &&
    values.cells.every((cell, at) => !isFilled(cell) || isFilled(labels.cells[at] ?? ''))
  )
}

/** Repeats a cell that is merged down in each of its rows. */
function withContinued(rows: readonly GridRow[]): GridRow[] {
  let above: readonly string[] = []
  return rows.map((row) => {
    const { continued } = row
    const texts = above
    if (!continued) above = row.cells
    else {
      const width = Math.max(row.cells.length, ...[...continued].map((at) => at + 1))
      above = Array.from({ length: width }, (_, at) => (continued.has(at) ? (texts[at] ?? '') : (row.cells[at] ?? '')))
    }
    return continued ? { ...row, cells: [...above] } : row
  })
}

/** Unwraps `="00123"`, which keeps a spreadsheet from changing the text. */
const textOf = (cell: string): string =>
  unguardFormula(cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1).replaceAll('""', '"') : cell)

function toTableRow(row: GridRow, number: number, columns: readonly number[], last: number, longest: number): Row {
  const tableRow: Row = {
    row: number,
    sheetRow: row.sheetRow,
    cells: columns.map((at) => textOf(row.cells[at] ?? '')),
  }
  const damage = row.damage ?? damageOf(row, last, longest)
  return damage ? { ...tableRow, damage } : tableRow
}

function damageOf(row: GridRow, last: number, longest: number): RowDamage | undefined {
  if (row.cells.slice(last + 1).some(isFilled)) return 'extra_cells'
  return row.cells.some((cell) => cell.length > longest) ? 'cell_too_long' : undefined
}

function columnsOf(header: readonly string[], body: readonly GridRow[]): number[] {
  const counts: number[] = []
  for (const row of body) {
    if (row.damage) continue
    row.cells.forEach((cell, at) => {
      if (isFilled(cell)) counts[at] = (counts[at] ?? 0) + 1
    })
  }
  const width = Math.max(header.length, counts.length)
  const named = header.findLastIndex(isFilled)
  const columns: number[] = []
  for (let at = 0; at < width; at++) {
    const count = counts[at] ?? 0
    // Past the last name, a few filled cells come from rows with an extra separator.
    const isColumn = isFilled(header[at] ?? '') || (at < named || named < 0 ? count > 0 : count > body.length * 0.2)
    if (isColumn && (at < named || named < 0 || isFilled(header[at] ?? '') || body.length >= 5)) columns.push(at)
  }
  return columns
}

const sameCells = (row: GridRow, header: GridRow) =>
  row.cells.length === header.cells.length && row.cells.every((cell, at) => cell.trim() === header.cells[at]?.trim())

const totalWord =
  /^(report |page |grand |sub ?-?|overall |net )?(totals?|sum|subtotals?|summe|gesamt(summe|betrag)?|zwischensumme|count|average)\b/i
const closingWords =
  /^((number of |# ?of |no\.? of )?(records|rows|transactions|donations|gifts)( found| returned| exported)?\s*[:=]|end of|generated|exported|printed|run (date|by|on)|report |copyright|©|confidential|page \d|check fee|net total|total\b|filters?:|as of )/i

/** "Cisco Total", as spreadsheets label group totals. */
const totalOfGroup = /\S (sub)?totals?:?$/i

/** Total lines are labeled as such, and sum other lines or are mostly empty. */
function withoutTotals(rows: readonly GridRow[]): { body: GridRow[]; dropped: GridRow[] } {
  const mentions = (row: GridRow, words: RegExp) =>
    filledCells(row)
      .slice(0, 2)
      .some((cell) => words.test(cell.trim()))
  const mentionsTotal = (row: GridRow) =>
    (mentions(row, totalWord) || mentions(row, totalOfGroup)) && !row.cells.some((cell) => cell.includes('@'))
  // A short list may have more total lines than gifts.
  const gifts = rows.filter((row) => !mentionsTotal(row) && !mentions(row, closingWords))
  const counts = (gifts.length > 0 ? gifts : rows).map((row) => filledCells(row).length).sort((a, b) => a - b)
  const usual = counts[Math.floor(counts.length * 0.75)] ?? 0
  const isSparse = (row: GridRow) => filledCells(row).length <= Math.max(1, usual * 0.6)
  const isTotal = (row: GridRow) =>
    mentionsTotal(row) && (isSparse(row) || isSumOf(row, gifts) || isSumOf(row, groupAbove(row, rows, mentionsTotal)))

  let end = rows.length
  let at = rows.length - 1
  while (at >= 0 && rows.length - at <= 20) {
    const row = rows[at]
    if (!row || !(isSparse(row) || isTotal(row))) break
    if (isTotal(row) || mentions(row, closingWords) || isRemark(row, rows[at - 1], usual)) end = at
    at--
  }
  const body = rows.slice(0, end).filter((row) => !isTotal(row))
  const keptRows = new Set(body)
  return { body, dropped: rows.filter((row) => !keptRows.has(row)) }
}

/** The rows between the total line before it and this one. */
function groupAbove(
  row: GridRow,
  rows: readonly GridRow[],
  isTotalLine: (row: GridRow) => boolean,
): readonly GridRow[] {
  const end = rows.indexOf(row)
  return rows.slice(rows.slice(0, end).findLastIndex(isTotalLine) + 1, end)
}

function isSumOf(row: GridRow, gifts: readonly GridRow[]): boolean {
  return (['.', ','] as const).some((mark) => {
    const centsIn = (cell = '') => (/\d/.test(cell) ? (parseMoney(cell.trim(), mark)?.cents ?? null) : null)
    const sums = row.cells.flatMap((cell, at) => {
      const cents = centsIn(cell)
      return cents === null
        ? []
        : [{ cents, sum: gifts.reduce((all, { cells }) => all + (centsIn(cells[at]) ?? 0), 0) }]
    })
    return sums.some(({ cents }) => cents !== 0) && sums.every(({ cents, sum }) => cents === sum)
  })
}

/** A remark is one sentence in one cell after a blank line. */
function isRemark(row: GridRow, before: GridRow | undefined, usual: number): boolean {
  const [text, ...others] = filledCells(row)
  const afterGap = before !== undefined && row.sheetRow > before.sheetRow + 1
  return usual >= 3 && others.length === 0 && afterGap && (text ?? '').trim().includes(' ')
}

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const linesAbove = (count: number): Warning => ({
  code: 'lines_above_header',
  message: `We skipped ${plural(count, 'line', 'lines')} above the column names.`,
  count,
})

const linesBelow = (count: number): Warning => ({
  code: 'lines_below_table',
  message: `We skipped ${plural(count, 'line', 'lines')} of totals or notes that ${count === 1 ? 'is not a gift' : 'are not gifts'}.`,
  count,
})

const damagedRows = (rows: readonly Row[]): Warning => ({
  code: 'damaged_rows',
  message: `${plural(rows.length, 'row is', 'rows are')} damaged: a quotation mark never closes, there are more cells than columns, or a cell is far too long. You will get them back in the file of rejected rows.`,
  count: rows.length,
  rows: rows.slice(0, 100).map((row) => row.row),
})
