import type { ColumnMap } from '@twofold/contract'
import { headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import type { Row, Table } from './table.ts'

const designationHeader = /\b(funds?|designations?|campaign|appeal|program|purpose|project|allocation)\b/
const moneyHeader = /\b(amount|total|price|share|value)\b/
const donorTargets = ['donor.name', 'donor.first_name', 'donor.last_name', 'donor.email']

export type ContinuedRows = {
  /** Has the blank cells of continuation rows filled from the gift's first row. */
  readonly table: Table
  /** Maps a continuation row to the first row of its gift. */
  readonly startOf: ReadonlyMap<number, number>
}

/**
 * Split gifts in spreadsheets repeat neither donor nor date: the rows below the first have only a fund and an amount. A
 * row with nothing but an amount is probably a total.
 */
export function continuedRows(table: Table, map: ColumnMap): ContinuedRows {
  const columnsOf = (...targets: readonly string[]) =>
    table.headers.flatMap((header, at) =>
      Object.hasOwn(map, header) && targets.includes(map[header] ?? '') ? [at] : [],
    )
  const donors = columnsOf(...donorTargets)
  const ids = columnsOf('transaction_id')
  const days = columnsOf('donated_at')
  const amounts = columnsOf('amount')
  const designations = table.originalHeaders.flatMap((header, at) => {
    const words = headerWords(header)
    return designationHeader.test(words) && !moneyHeader.test(words) && !donors.includes(at) ? [at] : []
  })
  const startOf = new Map<number, number>()
  if (donors.length === 0 || designations.length === 0 || map['amply_id'] !== undefined) return { table, startOf }
  let start: Row | null = null
  const rows = table.rows.map((row) => {
    const isBlank = (at: number) => (row.cells[at] ?? '').trim() === ''
    const isAsIn = (first: Row) => (at: number) => isBlank(at) || row.cells[at]?.trim() === first.cells[at]?.trim()
    const first = start
    const hasMoney = row.cells.some((cell, at) => !designations.includes(at) && isMoney(cell))
    const isFurther =
      first !== null &&
      row.damage === undefined &&
      donors.every(isBlank) &&
      [...ids, ...days].every(isAsIn(first)) &&
      [...ids, ...days].some(isBlank) &&
      designations.some((at) => !isBlank(at)) &&
      hasMoney
    if (!isFurther) {
      start = donors.every(isBlank) ? null : row
      return row
    }
    startOf.set(row.row, first.row)
    const hasAmount = amounts.some((at) => !isBlank(at))
    const cells = row.cells.map((cell, at) => {
      const above = first.cells[at] ?? ''
      const isFilled =
        isBlank(at) && !designations.includes(at) && (amounts.includes(at) ? !hasAmount : !isMoney(above))
      return isFilled || ids.includes(at) || days.includes(at) ? above : cell
    })
    return { ...row, cells }
  })
  return { table: { ...table, rows }, startOf }
}

const isMoney = (cell: string): boolean => /\d/.test(cell) && parseMoney(cell.trim()) !== null
