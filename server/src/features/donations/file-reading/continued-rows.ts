import { type ColumnMap, imports } from '@twofold/contract'
import { isNoPersonName, isOrganizationName } from '@twofold/matching'
import type { Question, ReadOptions } from './gift.ts'
import { designationHeader, headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import { anonymousReader } from './read-row.ts'
import type { Row, Table } from './table.ts'

const moneyHeader = /\b(amount|total|price|share|value)\b/
const donorTargets = ['donor.name', 'donor.first_name', 'donor.last_name', 'donor.email']

export type ContinuedRows = {
  /** Has the blank cells of continuation rows filled from the gift's first row. */
  readonly table: Table
  /** Maps a continuation row to the first row of its gift. */
  readonly startOf: ReadonlyMap<number, number>
  /** Rows that only name the donor of the gifts below. */
  readonly leftOut: ReadonlySet<number>
  /** Gifts whose donor may be the one above. */
  readonly belowDonor: ReadonlySet<number>
  readonly questions: readonly Question[]
}

/** Asks whether rows without a donor are gifts of the donor above. */
const donorAboveId = 'donor_above'

type Columns = {
  readonly donors: readonly number[]
  /** Filled from the donor's row. */
  readonly carried: readonly number[]
  readonly days: readonly number[]
  readonly amounts: readonly number[]
}

type Known = Pick<ReadOptions, 'answers'> & {
  readonly startOf: ReadonlyMap<number, number>
  readonly leftOut: ReadonlySet<number>
}

const groupWord =
  /\d|\b(funds?|gifts?|donations?|donors?|contributions?|appeals?|campaigns?|gala|programs?|projects?|designations?|quarter|totals?|income|revenue|general|unrestricted|restricted|cash|checks?|cards?|members?|memberships?|sponsors?|sponsorships?|events?|online|payroll|drive|annual|monthly|capital|scholarships?|accounts?|deposits?|sales|services?|uncategorized)\b/i

/** Reports also group gifts by fund, campaign, or month. */
const isGiverName = (text: string): boolean =>
  !groupWord.test(text) &&
  (/\p{L}[\s,]+(\P{L}\s)?\p{L}/u.test(text) || isOrganizationName(text) || isNoPersonName(text))

/** Lists that start with the donor name them once for several gifts. A blank donor may also be anonymous. */
function withDonorsAbove(
  table: Table,
  { donors, carried, days, amounts }: Columns,
  { answers, startOf, leftOut }: Known,
): Omit<ContinuedRows, 'startOf'> {
  const without = { table, leftOut: new Set<number>(), belowDonor: new Set<number>(), questions: [] }
  if (!donors.includes(0)) return without
  const isFilled = (row: Row, at: number) => (row.cells[at] ?? '').trim() !== ''
  const hasMoneyOrDay = (row: Row) => [...days, ...amounts].some((at) => isFilled(row, at))
  const saysAnonymous = anonymousReader(table)
  const isGift = (row: Row) => [days, amounts].every((columns) => columns.some((at) => isFilled(row, at)))
  const aboveOf = new Map<Row, Row>()
  let above: Row | null = null
  for (const row of table.rows) {
    if (donors.some((at) => isFilled(row, at))) above = leftOut.has(row.row) ? null : row
    else if (above !== null && isGift(row) && !row.damage && !startOf.has(row.row) && !saysAnonymous(row))
      aboveOf.set(row, above)
  }
  const concerned = [...aboveOf.keys()]
  if (concerned.length === 0) return without
  const named = new Set(aboveOf.values())
  const titles = [...named].filter((row) => !hasMoneyOrDay(row))
  // Each group has one row with its donor, and no gift row names a donor.
  const isClear =
    titles.length > 1 &&
    titles.length === named.size &&
    titles.every((row) => isGiverName(row.cells[0] ?? '')) &&
    table.rows.every((row) => leftOut.has(row.row) || named.has(row) || aboveOf.has(row))
  const answer = answers?.[donorAboveId] ?? (isClear ? imports.takeAnswer : imports.leaveOutAnswer)
  const rows = table.rows.map((row) => {
    const donor = aboveOf.get(row)
    if (donor === undefined || answer !== imports.takeAnswer) return row
    const cells = row.cells.map((cell, at) =>
      cell.trim() === '' && carried.includes(at) ? (donor.cells[at] ?? '') : cell,
    )
    return { ...row, cells }
  })
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
    examples: concerned.slice(0, imports.questionExamples).map((row) => {
      const name = titles.includes(aboveOf.get(row) ?? row) ? (aboveOf.get(row)?.cells[0] ?? '').trim() : ''
      return { row: row.row, text: [name, text(row)].filter(Boolean).join(', '), known: null, taken: false }
    }),
    by_row: false,
  }
  return {
    table: { ...table, rows },
    leftOut: new Set(titles.map(({ row }) => row)),
    belowDonor: new Set(concerned.map(({ row }) => row)),
    questions: [question],
  }
}

/**
 * Split gifts in spreadsheets repeat neither donor nor date: the rows below the first have only a fund and an amount. A
 * row with nothing but an amount is probably a total.
 */
export function continuedRows(
  table: Table,
  map: ColumnMap,
  options: Pick<ReadOptions, 'answers'> & { readonly leftOut: ReadonlySet<number> },
): ContinuedRows {
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
  if (donors.length === 0 || map['amply_id'] !== undefined)
    return { table, startOf, leftOut: new Set(), belowDonor: new Set(), questions: [] }
  let start: Row | null = null
  const rows = table.rows.map((row) => {
    const isBlank = (at: number) => (row.cells[at] ?? '').trim() === ''
    const isBlankOrSame = (first: Row) => (at: number) =>
      isBlank(at) || row.cells[at]?.trim() === first.cells[at]?.trim()
    const first = start
    const hasMoney = row.cells.some((cell, at) => !designations.includes(at) && isMoney(cell))
    const isContinuation =
      first !== null &&
      row.damage === undefined &&
      donors.every(isBlank) &&
      [...ids, ...days].every(isBlankOrSame(first)) &&
      [...ids, ...days].some(isBlank) &&
      designations.some((at) => !isBlank(at)) &&
      hasMoney
    if (!isContinuation) {
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
  const named = columnsOf(...donorTargets, 'company.name', 'donor.phone')
  const addresses = table.headers.flatMap((header, at) =>
    Object.hasOwn(map, header) && map[header]?.startsWith('address.') ? [at] : [],
  )
  const columns = { donors: named, carried: [...named, ...addresses], days, amounts }
  return { startOf, ...withDonorsAbove({ ...table, rows }, columns, { ...options, startOf }) }
}

const isMoney = (cell: string): boolean => /\d/.test(cell) && parseMoney(cell.trim()) !== null
