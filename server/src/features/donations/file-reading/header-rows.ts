import { headerWords } from './headers.ts'
import type { GridRow } from './table.ts'

/** Reports put titles and periods above the header. */
const linesSearchedForHeader = 60

export function findHeader(lines: readonly GridRow[]): number | null {
  let best: { at: number; score: number; isHeader: boolean } | null = null
  for (const [at, row] of lines.slice(0, linesSearchedForHeader).entries()) {
    const { score, isHeader } = likeHeader(row)
    if (!best || score > best.score) best = { at, score, isHeader }
  }
  return best?.isHeader ? belowLabels(lines, best.at) : null
}

/** Labels and values above the columns may look more like a header: "Report name, ..., Organization name, ...". */
function belowLabels(lines: readonly GridRow[], at: number): number {
  const [found, second, third, fourth] = lines.slice(at, at + 4)
  if (!found || !second || !third) return at
  const isLabels = !hasValue(found) && isNamesOnly(second) && hasValue(third) && !isNameRow(second, found)
  if (isLabels && filledAt(second).length * 2 > filledAt(found).length) return at + 1
  // A block of one payment, with its values below its labels, and then the lines of the payment.
  const isBlock =
    fourth !== undefined &&
    hasValue(second) &&
    isNamesOnly(third) &&
    hasValue(fourth) &&
    !namesPerson(found) &&
    namesPerson(third)
  return isBlock ? at + 2 : at
}

const lineWord = /\b(employees?|match(ed|ing|es)?|given|gross|reference)\b/
const personHeader =
  /^(name|(full|first|last|donor|employee|associate|supporter|constituent|contact)( .*)?|(.* )?email( address)?)$/

export const hasValue = (row: GridRow): boolean =>
  row.cells.some((cell) => isValue(cell.trim()) && !isYear(cell.trim()))
const namesPerson = (row: GridRow): boolean => row.cells.some((cell) => personHeader.test(headerWords(cell)))

function isNamesOnly(row: GridRow): boolean {
  const texts = row.cells.map((cell) => cell.trim()).filter(Boolean)
  const known = texts.map(headerWords).filter((words) => headerWord.test(words) || lineWord.test(words))
  return (
    texts.length >= 3 &&
    known.length * 2 >= texts.length &&
    texts.every((text) => text.length <= 60 && !text.includes('@') && !isValue(text))
  )
}

const headerWord =
  /\b(id|number|date|name|amount|email|phone|address|street|city|state|zip|postal|country|employer|company|donor|gift|donation|status|type|total|first|last|fund|campaign|currency|fee|net|gross|payment|transaction|method|note|comment)\b/

function likeHeader(row: GridRow): { score: number; isHeader: boolean } {
  let score = 0
  let known = 0
  let values = 0
  let addresses = 0
  for (const cell of row.cells.filter((cell) => cell.trim() !== '')) {
    const text = cell.slice(0, 300).trim()
    if (/^[^\s@]+@[^\s@]+$/.test(text)) {
      addresses++
      score -= 2
    } else if (isYear(text)) continue
    else if (isValue(text)) {
      values++
      score -= 1.5
    } else if (text.length <= 200) {
      score += 1
      if (headerWord.test(headerWords(text))) {
        known++
        score += 0.5
      }
    }
  }
  return { score, isHeader: addresses === 0 && score > 0 && (values < 2 || known >= 2) && (known > 0 || values === 0) }
}

/** Returns whether a row below the header has names of columns, too: no values, and mostly known words. */
export function isHeaderRow(cells: readonly string[]): boolean {
  const texts = cells.map((cell) => cell.trim()).filter(Boolean)
  const known = texts.filter((text) => text.length <= 60 && headerWord.test(headerWords(text)))
  return (
    texts.length >= 3 &&
    texts.every((text) => !text.includes('@') && !isValue(text) && !isYear(text)) &&
    (known.length >= texts.length * 0.6 || (known.length >= 1 && texts.every((text) => tableWord.test(text))))
  )
}

const tableWord =
  /^(donor|name|date|amount|pledge[sd]?|paid|due|balance|status|notes?|email|phone|received|total|check #?|fund|type)( \w+)?$/i

/** A column of a year's gifts, or the year of a gift. */
const isYear = (text: string): boolean => /^(19|20)\d{2}$/.test(text)

/** Appears in gifts and not in headers. */
const isValue = (text: string) =>
  text.length <= 60 &&
  /\d/.test(text) &&
  (/^[\p{Sc}A-Z(+-]{0,5}\s?[\d\s.,'’()%-]+\s?[\p{Sc}A-Z)]{0,5}-?$/u.test(text) ||
    /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text))

export type JoinedHeader = {
  /** Places of the two rows among the filled lines. */
  readonly first: number
  readonly last: number
  readonly header: GridRow
}

/**
 * Joins a row of groups ("Donor", "Employer") with the names below it: "Donor Name" and "Employer Name". A blank cell
 * belongs to the group on its left. Null if the header is one row.
 *
 * @param at place of the row that looks like the header; it is the upper or the lower one
 */
export function joinHeaderRows(lines: readonly GridRow[], at: number): JoinedHeader | null {
  const [above, found, below] = [lines[at - 1], lines[at], lines[at + 1]]
  if (found && above && isGroupRow(above, found)) return { first: at - 1, last: at, header: join(above, found) }
  if (found && below && isNameRow(below, found)) return { first: at, last: at + 1, header: join(found, below) }
  return null
}

const filledAt = (row: GridRow): number[] => row.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [at]))
const textAt = (row: GridRow, at: number): string => row.cells[at]?.trim() ?? ''

/** "Charity Name, Riverbend Food Bank" directly above the header. */
const labelPattern = /\b(name|currency|method|by|for|charity|nonprofit|payer|payee|vendor)$/
const isLabelWithValue = (row: GridRow, filled: readonly number[]): boolean =>
  filled.length === 2 &&
  filled[1] === 1 &&
  labelPattern.test(headerWords(textAt(row, 0))) &&
  !headerWord.test(headerWords(textAt(row, 1)))

const groupsAtLeast = 2
const groupName = /^[\p{L}][\p{L}\s/&'’().-]{1,39}( \d)?$/u

/** Titles are one cell, and lines of a report contain days, page numbers, or more cells than the header. */
function isGroupRow(row: GridRow, names: GridRow): boolean {
  const filled = filledAt(row)
  const groups = filled.filter((at) => textAt(names, at) !== '')
  return (
    row.sheetRow === names.sheetRow - 1 &&
    groups.length >= groupsAtLeast &&
    !isLabelWithValue(row, filled) &&
    groups.length < filledAt(names).length &&
    filled.every((at) => groupName.test(textAt(row, at)) && !/\b(page|printed|report)\b/i.test(textAt(row, at)))
  )
}

/** The row above has names of columns that span both rows, so it looks more like the header. */
function isNameRow(row: GridRow, upper: GridRow): boolean {
  const filled = filledAt(row)
  const isBelowBlank = filled.some((at) => at > 0 && textAt(upper, at) === '' && at < upper.cells.length)
  return (
    row.sheetRow === upper.sheetRow + 1 &&
    isBelowBlank &&
    filled.length >= 2 &&
    filled.every((at) => !isValue(textAt(row, at)) && headerWord.test(headerWords(textAt(row, at))))
  )
}

/** A group about people has no columns of the gift; a file without merged cells doesn't show where it ends. */
const ofPeople =
  /\b(donor|constituent|contact|spouse|partner|employer|company|organization|address|person|parent|student)\b/
const ofGift = /\b(amount|date|gift|donation|fund|campaign|payment|transaction|method|currency|appeal|designation)\b/

function join(groups: GridRow, names: GridRow): GridRow {
  const width = Math.max(groups.cells.length, names.cells.length)
  let group = ''
  let last = width
  const cells = Array.from({ length: width }, (_, at) => {
    const [upper, lower] = [textAt(groups, at), textAt(names, at)]
    if (upper !== '') {
      group = lower === '' ? '' : withoutFiller(upper)
      last = groups.merged?.get(at) ?? (groups.merged && groups.merged.size > 0 ? at : width)
    } else if (at > last || (ofPeople.test(headerWords(group)) && ofGift.test(headerWords(lower)))) group = ''
    return lower === '' ? upper : [group, lower].filter(Boolean).join(' ')
  })
  return { ...names, cells }
}

const withoutFiller = (group: string): string =>
  group.replace(/ (information|info|details?|data|section|fields?)$/i, '').trim()
