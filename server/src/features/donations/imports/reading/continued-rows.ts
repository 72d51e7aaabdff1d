import { type ColumnMap, imports } from '@twofold/contract'
import type { Question, ReadOptions } from './gift.ts'
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
  readonly questions: readonly Question[]
}

/** Asks whether rows without a donor are gifts of the donor above. */
const donorAboveId = 'donor_above'

type Columns = {
  readonly donors: readonly number[]
  readonly days: readonly number[]
  readonly amounts: readonly number[]
}

/** Lists that start with the donor name them once for several gifts. A blank donor may also be anonymous. */
function withDonorsAbove(
  table: Table,
  { donors, days, amounts }: Columns,
  { answers, startOf }: Pick<ReadOptions, 'answers'> & { readonly startOf: ReadonlyMap<number, number> },
): Pick<ContinuedRows, 'table' | 'questions'> {
  if (!donors.includes(0)) return { table, questions: [] }
  const isFilled = (row: Row, at: number) => (row.cells[at] ?? '').trim() !== ''
  const answer = answers?.[donorAboveId] ?? imports.leaveOutAnswer
  let above: Row | null = null
  const concerned: Row[] = []
  const rows = table.rows.map((row) => {
    if (donors.some((at) => isFilled(row, at))) above = row
    const isGift = [days, amounts].every((columns) => columns.some((at) => isFilled(row, at)))
    if (above === null || above === row || !isGift || row.damage || startOf.has(row.row)) return row
    concerned.push(row)
    const { cells } = above
    return answer === imports.takeAnswer
      ? {
          ...row,
          cells: row.cells.map((cell, at) => (cell.trim() === '' && donors.includes(at) ? (cells[at] ?? '') : cell)),
        }
      : row
  })
  if (concerned.length === 0) return { table, questions: [] }
  const text = (row: Row) => [...days, ...amounts].map((at) => row.cells[at]?.trim()).join(', ')
  const question: Question = {
    id: donorAboveId,
    message:
      concerned.length === 1
        ? '1 row names no donor. Did the donor above it give this, too?'
        : `${concerned.length} rows name no donor. Did the donor above them give these, too?`,
    options: [
      { value: imports.leaveOutAnswer, label: 'No: reject these rows' },
      { value: imports.takeAnswer, label: 'Yes: record them for the donor above' },
    ],
    answer,
    count: concerned.length,
    sumCents: null,
    examples: concerned
      .slice(0, imports.questionExamples)
      .map((row) => ({ row: row.row, text: text(row), known: null, taken: false })),
    by_row: false,
  }
  return { table: { ...table, rows }, questions: [question] }
}

/**
 * Split gifts in spreadsheets repeat neither donor nor date: the rows below the first have only a fund and an amount. A
 * row with nothing but an amount is probably a total.
 */
export function continuedRows(table: Table, map: ColumnMap, options: Pick<ReadOptions, 'answers'>): ContinuedRows {
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
  if (donors.length === 0 || map['amply_id'] !== undefined) return { table, startOf, questions: [] }
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
  const columns = { donors: columnsOf(...donorTargets, 'company.name', 'donor.phone'), days, amounts }
  return { startOf, ...withDonorsAbove({ ...table, rows }, columns, { ...options, startOf }) }
}

const isMoney = (cell: string): boolean => /\d/.test(cell) && parseMoney(cell.trim()) !== null
