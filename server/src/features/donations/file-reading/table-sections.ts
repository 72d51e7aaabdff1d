import type { ColumnMap } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { type DateContext, isDayWithoutYear, parseDate } from './dates.ts'
import { isHeaderRow } from './header-rows.ts'
import { headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import type { AttentionKind, Row, Table, Warning } from './table.ts'

export type TableSections = {
  /** Rows of a further table with the same names in another order have their cells in the columns of the first. */
  readonly table: Table
  /** Titles, totals, repeated column names, and rows of another table. */
  readonly leftOut: ReadonlySet<number>
  readonly kindOf: (row: number) => AttentionKind | null
  readonly warnings: readonly Warning[]
}

const donorTargets = ['donor.name', 'donor.first_name', 'donor.last_name', 'donor.email']
const nameTargets = ['donor.name', 'donor.first_name', 'donor.last_name']

/** A title such as "Pledges" classifies the rows below it. */
const titleKinds: readonly (readonly [AttentionKind, RegExp])[] = [
  ['company_match', /\b(matching (gifts?|funds?)|(employer|company|corporate) match(es|ing)?)\b/i],
  ['pledge', /\bpledge[sd]?\b(?! ?(pay|paid))/i],
  ['payment_refunded', /\b(refund(s|ed)?|charge ?backs?|reversals?)\b/i],
  ['payment_failed', /\b(failed|declined|cancel?led|voided|bounced)\b/i],
  ['payment_pending', /\b(pending|unpaid|outstanding|not (yet )?(paid|received)|awaiting|expected)\b/i],
  ['soft_credit', /\bsoft credits?\b/i],
  [
    'organization_gift',
    /^(corporat(e|ions?)|compan(y|ies)|business(es)?|foundations?|organizations?)( (gifts?|donations?|donors?|sponsors?|giving))?$/i,
  ],
]

const totalLabel = /\b(sub ?-?|grand ?)?totale?s?\b|^(sum|count|average|summe|gesamt\w*|zwischensumme|somme|suma)\b/i
/** A company may be called Total. */
const totalOnly =
  /^(grand |overall |report |sub ?-?)?total(e?s)?( (amount|donations|gifts|general|due|raised|received|for .{1,40}|\d+))?:?$/i

/** Two or three capitalized words, which may be a person without a gift. */
const isLikePerson = (text: string): boolean =>
  /^\p{Lu}[\p{Ll}.'’-]+( \p{Lu}[\p{L}.'’-]*){1,2}$/u.test(text) &&
  !/\b(gifts?|donations?|donors?|appeal|gala|campaign|members|fund)\b/i.test(text)

/** Reports have titles and further tables between the gifts. A row with a day and an amount is always a gift. */
export function tableSections(table: Table, map: ColumnMap, dates: Omit<DateContext, 'order'>): TableSections {
  const columnsOf = (targets: readonly string[]) =>
    table.headers.flatMap((header, at) =>
      targets.includes(Object.hasOwn(map, header) ? (map[header] ?? '') : '') ? [at] : [],
    )
  const [amounts, days, donors, names] = [['amount'], ['donated_at'], donorTargets, nameTargets].map(columnsOf)
  const leftOut = new Set<number>()
  const kinds = new Map<number, AttentionKind>()
  const warnings: Warning[] = []
  if (!amounts || !days || !donors || !names || amounts.length === 0 || table.headers.length < 3)
    return { table, leftOut, kindOf: () => null, warnings }
  const cellIn = (row: Row | undefined, at: number) => row?.cells[at]?.trim() ?? ''
  const isDay = (cell: string) =>
    (['mdy', 'dmy'] as const).some((order) => parseDate(cell, { ...dates, order }) !== null) || isDayWithoutYear(cell)
  const isGift = (row: Row | undefined) =>
    days.some((at) => isDay(cellIn(row, at))) && amounts.some((at) => isMoney(cellIn(row, at)))
  const isAboveGifts = (after: Row | undefined) => isGift(after) && names.every((at) => cellIn(after, at) === '')
  /** A label where a day or a donor should be. */
  const isTotal = (row: Row) =>
    days.every((at) => !isDay(cellIn(row, at))) &&
    !row.cells.some((cell) => cell.includes('@')) &&
    (days.some((at) => totalLabel.test(cellIn(row, at))) || donors.some((at) => totalOnly.test(cellIn(row, at))))
  const titles: number[] = []
  const totals: number[] = []
  let kind: AttentionKind | null = null
  let other: OtherTable | null = null
  const rows = table.rows.map((row, index): Row => {
    const [before, after] = [table.rows[index - 1], table.rows[index + 1]]
    const isApart = before === undefined || row.sheetRow > before.sheetRow + 1 || leftOut.has(before.row)
    const title = row.damage || isGift(row) ? null : titleIn(row, { names, isApart, isAbove: isAboveGifts(after) })
    const titleKind = titleKinds.find(([, words]) => words.test(title ?? ''))?.[0] ?? null
    const isDonor = titleKind === null && names[0] === 0 && cellIn(row, 0) !== '' && isAboveGifts(after)
    if (title !== null && !isDonor) {
      kind = titleKind
      other = null
      titles.push(row.row)
      leftOut.add(row.row)
      return row
    }
    if (!row.damage && isHeaderRow(row.cells)) {
      other = otherTable(table, row, [amounts, days, donors])
      leftOut.add(row.row)
      if (other === null) titles.push(row.row)
      return row
    }
    if (!row.damage && isTotal(row)) {
      leftOut.add(row.row)
      totals.push(row.row)
      return row
    }
    if (kind !== null) kinds.set(row.row, kind)
    if (other === null) return row
    if (other.placeOf) {
      const { placeOf } = other
      return { ...row, cells: placeOf.map((from) => (from === null ? '' : (row.cells[from] ?? ''))) }
    }
    if (isGift(row)) return row
    leftOut.add(row.row)
    other.rows.push(row.row)
    if (!warnings.includes(other.warning)) warnings.push(other.warning)
    other.warning.count = other.rows.length
    other.warning.rows = other.rows.slice(0, 100)
    return row
  })
  if (titles.length > 0) warnings.push(titleWarning(titles))
  if (totals.length > 0) warnings.push(totalWarning(totals))
  return { table: { ...table, rows }, leftOut, kindOf: (row) => kinds.get(row) ?? null, warnings }
}

const isMoney = (cell: string): boolean => /\d/.test(cell) && parseMoney(cell) !== null

/** One text in a row without a gift. In the donor's column, it may also be a donor without a gift, who comes back. */
function titleIn(
  { cells }: Row,
  {
    names,
    isApart,
    isAbove,
  }: { readonly names: readonly number[]; readonly isApart: boolean; readonly isAbove: boolean },
): string | null {
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [at]))
  const texts = new Set(filled.map((at) => cells[at]?.trim() ?? ''))
  const [text = ''] = texts
  if (texts.size !== 1 || text.includes('@') || !/\p{L}{2}/u.test(text) || text.length > 120) return null
  const isName = filled.some((at) => names.includes(at))
  return !isName || isAbove || isApart || !isLikePerson(text) ? text : null
}

type OtherTable = {
  /** For each column of the first table, the place in a row of this one. Null if it has other columns. */
  readonly placeOf: readonly (number | null)[] | null
  readonly rows: number[]
  readonly warning: Warning
}

/** Null if the row repeats the column names of the first table. */
function otherTable(table: Table, header: Row, needed: readonly (readonly number[])[]): OtherTable | null {
  const ours = table.originalHeaders.map(headerWords)
  const theirs = header.cells.map(headerWords)
  if (theirs.every((words, at) => words === '' || words === ours[at])) return null
  const placeOf = ours.map((words) => {
    const at = words === '' ? -1 : theirs.indexOf(words)
    return at < 0 ? null : at
  })
  const isComplete = needed.every((columns) => columns.some((at) => placeOf[at] !== null))
  const names = header.cells.map((cell) => cell.trim()).filter(Boolean)
  return {
    placeOf: isComplete ? placeOf : null,
    rows: [],
    warning: {
      code: 'other_table',
      message: `Another table starts in row ${header.sheetRow} (${quoted(names.slice(0, 4).join(', ').slice(0, 80))}). Its columns are different, so we leave its rows out. Upload it as a file of its own.`,
    },
  }
}

const totalWarning = (rows: readonly number[]): Warning => ({
  code: 'totals',
  message: `We left out ${rows.length === 1 ? '1 line with a total' : `${rows.length} lines with totals`}.`,
  count: rows.length,
  rows: rows.slice(0, 100),
})

const titleWarning = (rows: readonly number[]): Warning => ({
  code: 'titles',
  message: `We left out ${rows.length === 1 ? '1 title that is not a gift' : `${rows.length} titles that are not gifts`}.`,
  count: rows.length,
  rows: rows.slice(0, 100),
})
