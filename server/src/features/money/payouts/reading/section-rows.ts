import { headerWords, parseMoney, type Row, type Table } from '../../../donations/imports/index.ts'
import type { ReportColumns } from './columns.ts'
import { askAboutSections, type Doubt, sectionsQuestionId } from './doubts.ts'
import type { ReportAnswers } from './report.ts'
import { readReportHeader } from './report-header.ts'
import { withoutTotalsRows } from './totals-row.ts'

const maxNameLength = 100
const labelPattern =
  /^(employer|company|corporation|corporate partner|sponsor|payer|payor|paid by|entreprise|employeur|empresa|arbeitgeber)( name)?\s*:\s*/i
/** "Microsoft (2 gifts)" */
const countPattern = /\( ?\d+( \p{L}+)? ?\)$/u

type Section = { readonly row: Row; readonly name: string; readonly isLabeled: boolean }

/** A name alone in a row above its lines is their employer. `isCompany` knows employers by name; others raise a question. */
export function withSectionCompanies(
  table: Table,
  { columnsByRole }: Pick<ReportColumns, 'columnsByRole'>,
  isCompany: (name: string) => boolean,
  answers: ReportAnswers,
): Doubt<Table> {
  const [companyColumn] = columnsByRole.get('company') ?? []
  const sections = table.rows.flatMap((row, at) => readSection(row, table.rows[at + 1], companyColumn) ?? [])
  const isSection = new Set(sections.map(({ row }) => row))
  const lines = table.rows.filter((row) => !isSection.has(row))
  if (sections.length === 0 || lines.some((row) => (row.cells[companyColumn ?? -1] ?? '').trim() !== ''))
    return { value: table, questions: [] }
  const unknown = sections.filter(
    ({ name, isLabeled }) => companyColumn === undefined && !isLabeled && !isCompany(name),
  )
  const questions = askAboutSections(unknown.map(({ row, name }) => ({ sheetRow: row.sheetRow, name })))
  const areCompanies = unknown.length === 0 || answers[sectionsQuestionId] === 'company'
  return { value: areCompanies ? addCompanies(table, sections, companyColumn) : table, questions }
}

function readSection(row: Row, below: Row | undefined, companyColumn: number | undefined): Section | null {
  const filled = filledCells(row)
  const [cell, ...more] = filled
  if (row.damage || !cell || more.length > 0 || !below || filledCells(below).length < 2) return null
  if (companyColumn !== undefined && cell.at !== companyColumn) return null
  const isLabeled = labelPattern.test(cell.text)
  const name = cell.text.replace(labelPattern, '').replace(countPattern, '').trim()
  const isName =
    /^\p{L}/u.test(name) &&
    name.length <= maxNameLength &&
    !/[:@]|[.!?]$/.test(name.replace(/\b(inc|co|corp|ltd|cos)\.$/i, '')) &&
    parseMoney(name) === null &&
    !/\btotals?\b/.test(headerWords(name)) &&
    readReportHeader([[name]], { order: 'mdy', epoch: 1900, thisYear: 2000 }).reference === ''
  return isName ? { row, name, isLabeled } : null
}

const filledCells = ({ cells }: Row) =>
  cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ at, text: cell.trim() }]))

function addCompanies(table: Table, sections: readonly Section[], companyColumn = table.originalHeaders.length): Table {
  const names = new Map(sections.map(({ row, name }) => [row, name]))
  const companies = new Map<Row, string>()
  let company = ''
  for (const row of table.rows) {
    company = names.get(row) ?? company
    if (!names.has(row)) companies.set(row, company)
  }
  const lines = withoutTotalsRows({ ...table, rows: [...companies.keys()] })
  const rows = lines.rows.map((row) => ({
    ...row,
    cells: row.cells.toSpliced(companyColumn, 1, companies.get(row) ?? ''),
  }))
  if (companyColumn < table.originalHeaders.length) return { ...lines, rows }
  return {
    ...lines,
    rows,
    headers: [...table.headers, 'company_of_section'],
    originalHeaders: [...table.originalHeaders, 'Company'],
  }
}
