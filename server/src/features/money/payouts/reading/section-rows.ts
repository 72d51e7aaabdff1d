import { headerWords, parseMoney, type Row, type Table } from '../../../donations/file-reading/index.ts'
import { namingRoles, type ReportColumns } from './columns.ts'
import { isKindWord } from './kind-words.ts'
import { askAboutBlankCompanies, askAboutSections } from './line-questions.ts'
import { blankCompaniesQuestionId, type Doubt, sectionsQuestionId } from './questions.ts'
import type { ReportAnswers } from './report.ts'
import { readReportHeader } from './report-header.ts'
import { withoutTotalsRows } from './totals-row.ts'

const maxNameLength = 100
const labelPattern =
  /^(employer|company|corporation|corporate partner|sponsor|payer|payor|paid by|entreprise|employeur|empresa|arbeitgeber)( name)?\s*:\s*/i
/** "Company / Employee" */
const sharedHeaderPattern = /^(company|employer) (and |or )?(employee|donor|associate)s?\b/
/** "October 2026", "Q3 2026". */
const periodPattern =
  /^(q[1-4]|(first|second|third|fourth|1st|2nd|3rd|4th) quarter|jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)\b[\s\d,./'’-]*$/i
/** "Microsoft (2 gifts)" */
const countPattern = /\( ?\d+( \p{L}+)? ?\)$/u

type Section = { readonly row: Row; readonly name: string; readonly isLabeled: boolean; readonly at: number }
type SectionKind = 'company' | 'donor'

/**
 * A name alone in a row above its lines is their employer, or their donor if the lines name employers only. `isCompany`
 * knows employers by name; others raise a question.
 */
export function withSections(
  table: Table,
  { columnsByRole }: Pick<ReportColumns, 'columnsByRole'>,
  isCompany: (name: string) => boolean,
  answers: ReportAnswers,
): Doubt<Table> {
  const [companyColumn] = columnsByRole.get('company') ?? []
  const hasDonors = namingRoles.some((role) => columnsByRole.has(role))
  const sections = findSections(table, hasDonors ? companyColumn : undefined)
  const isSection = new Set(sections.map(({ row }) => row))
  const lines = table.rows.filter((row) => !isSection.has(row))
  const companies = lines.map(({ cells }) => (cells[companyColumn ?? -1] ?? '').trim()).filter(Boolean)
  if (sections.length === 0 || (companies.length > 0 && hasDonors)) return { value: table, questions: [] }
  const isEmployer = ({ name, isLabeled, at }: Section) =>
    isLabeled || isCompany(name) || sharedHeaderPattern.test(headerWords(table.originalHeaders[at] ?? ''))
  const areEmployers = companyColumn === undefined ? sections.every(isEmployer) : sections.some(isEmployer)
  const unknown =
    areEmployers || (companyColumn !== undefined && companies.length === 0)
      ? []
      : sections.filter((section) => !isEmployer(section))
  const areDonors = companies.length > 0 && unknown.length === sections.length && companies.every(isCompany)
  const questions = areDonors
    ? []
    : askAboutSections(
        unknown.map(({ row, name }) => ({ sheetRow: row.sheetRow, name })),
        { canBeDonors: !hasDonors },
      )
  const answer = answers[sectionsQuestionId]
  const kind: SectionKind | null = areDonors
    ? 'donor'
    : unknown.length === 0
      ? 'company'
      : answer === 'company' || (answer === 'donor' && !hasDonors)
        ? answer
        : null
  if (kind === null) return { value: table, questions }
  if (kind === 'donor') return { value: addSectionColumn(table, sections, 'Employee'), questions }
  if (companies.length === 0)
    return { value: addSectionColumn(table, sections, 'Company', { column: companyColumn }), questions }
  const originalHeaders = table.originalHeaders.with(companyColumn ?? -1, 'Employee')
  return { value: addSectionColumn({ ...table, originalHeaders }, sections, 'Company'), questions }
}

/** "Matching gifts" alone in a row above its lines. */
export function withKindSections(table: Table, { columnsByRole }: Pick<ReportColumns, 'columnsByRole'>): Table {
  if (columnsByRole.has('kind')) return table
  const sections = findSections(table, undefined).filter(({ name }) => isKindWord(name))
  const title = table.aside
    .map((cells) => cells.map((cell) => cell.trim()).filter(Boolean))
    .findLast(([text = '', ...more]) => more.length === 0 && isKindWord(text))
  return sections.length === 0 ? table : addSectionColumn(table, sections, 'Type', { above: title?.[0] })
}

/** In a column if given. A section row may have the sums of its lines. */
function findSections({ rows }: Table, column: number | undefined): Section[] {
  const sections = rows.flatMap((row, at) => readSection(row, rows[at + 1], column) ?? [])
  const isSection = new Set(sections.map(({ row }) => row))
  const hasSums = sections.some(({ row }) => filledCells(row).length > 1)
  const isComplete = sections.every(({ row }) => {
    const from = rows.indexOf(row) + 1
    const next = rows.findIndex((other, at) => at >= from && isSection.has(other))
    return isSumOfRows(row, rows.slice(from, next === -1 ? rows.length : next))
  })
  return hasSums && !isComplete ? sections.filter(({ row }) => filledCells(row).length === 1) : sections
}

function isSumOfRows(section: Row, rows: readonly Row[]): boolean {
  const [, ...sums] = filledCells(section)
  return sums.every(({ at, text }) => {
    const cents = rows.reduce((sum, { cells }) => sum + (parseMoney(cells[at] ?? '')?.cents ?? 0), 0)
    return parseMoney(text)?.cents === cents
  })
}

function readSection(row: Row, below: Row | undefined, column: number | undefined): Section | null {
  const [cell, ...sums] = filledCells(row)
  if (row.damage || !cell || !below || filledCells(below).length < sums.length + 2) return null
  if (!sums.every(({ text }) => /[.,]\d\d\D*$/.test(text) && parseMoney(text) !== null)) return null
  if (column !== undefined && cell.at !== column) return null
  if (sums.length > 0 && (below.cells[cell.at] ?? '').trim() !== '') return null
  const isLabeled = labelPattern.test(cell.text)
  const name = cell.text.replace(labelPattern, '').replace(countPattern, '').trim()
  const isName =
    /^\p{L}/u.test(name) &&
    name.length <= maxNameLength &&
    !/[:@]|[.!?]$/.test(name.replace(/\b(inc|co|corp|ltd|cos)\.$/i, '')) &&
    parseMoney(name) === null &&
    !periodPattern.test(name) &&
    !/\btotals?\b/.test(headerWords(name)) &&
    readReportHeader([[name]], { order: 'mdy', epoch: 1900, thisYear: 2000 }).reference === ''
  return isName ? { row, name, isLabeled, at: cell.at } : null
}

/** The employer of a group is in its first row only, unless each row names its payment. */
export function withCompaniesAbove(
  table: Table,
  { columnsByRole }: Pick<ReportColumns, 'columnsByRole'>,
  answers: ReportAnswers,
): Doubt<Table> {
  const [column] = columnsByRole.get('company') ?? []
  if (column === undefined || !namingRoles.some((role) => columnsByRole.has(role)))
    return { value: table, questions: [] }
  const companies = table.rows.map(({ cells }) => (cells[column] ?? '').trim())
  const [numberColumn] = columnsByRole.get('payout_id') ?? []
  const blank = table.rows.filter(({ cells }, at) => {
    const isUnnumbered = numberColumn !== undefined && (cells[numberColumn] ?? '').trim() === ''
    return companies[at] === '' && !isUnnumbered && filledCells({ cells }).length > 1
  })
  const isRepeated = companies.some((company, at) => company !== '' && company === companies[at - 1])
  if (blank.length === 0 || companies[0] === '' || isRepeated) return { value: table, questions: [] }
  const haveTotals = [...new Set(companies.filter(Boolean))].every((company) =>
    table.aside.some((cells) => cells.some((cell) => /\btotals?\b/i.test(cell) && cell.includes(company))),
  )
  const heading = (table.originalHeaders[column] ?? '').trim().slice(0, 60)
  const questions = haveTotals ? [] : askAboutBlankCompanies(blank.length, heading, shownRows(blank))
  if (!haveTotals && answers[blankCompaniesQuestionId] !== 'above') return { value: table, questions }
  const isBlank = new Set(blank)
  let above = ''
  const rows = table.rows.map((row, at) => {
    above = companies[at] || above
    return isBlank.has(row) ? { ...row, cells: row.cells.with(column, above) } : row
  })
  return { value: { ...table, rows }, questions }
}

const shownRows = (rows: readonly Row[]) =>
  rows.map((row) => ({
    sheet_row: row.sheetRow,
    text: filledCells(row)
      .map(({ text }) => text)
      .join(' · ')
      .slice(0, 200),
  }))

const filledCells = ({ cells }: Pick<Row, 'cells'>) =>
  cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ at, text: cell.trim() }]))

function addSectionColumn(
  table: Table,
  sections: readonly Section[],
  header: string,
  {
    column = table.originalHeaders.length,
    above: first = '',
  }: { readonly column?: number | undefined; readonly above?: string | undefined } = {},
): Table {
  const names = new Map(sections.map(({ row, name }) => [row, name]))
  const nameOfLine = new Map<Row, string>()
  let above = first
  for (const row of table.rows) {
    above = names.get(row) ?? above
    if (!names.has(row)) nameOfLine.set(row, above)
  }
  const lines = withoutTotalsRows({ ...table, rows: [...nameOfLine.keys()] })
  const rows = lines.rows.map((row) => ({ ...row, cells: row.cells.toSpliced(column, 1, nameOfLine.get(row) ?? '') }))
  if (column < table.originalHeaders.length) return { ...lines, rows }
  return {
    ...lines,
    rows,
    headers: [...table.headers, 'name_of_section'],
    originalHeaders: [...table.originalHeaders, header],
  }
}
