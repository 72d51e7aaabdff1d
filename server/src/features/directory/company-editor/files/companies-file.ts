import { directory, directoryFiles } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import { validationMessages } from '../../../../platform/http/validation-messages.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { formulaGuardOptions } from '../../../../platform/security/formula-guard.ts'
import type { Row, Table } from '../../../donations/file-reading/index.ts'
import { blankTerms } from '../editor/policy-terms.ts'
import type { CompanyInput, RowProblem } from '../editor/write-companies.ts'
import type { ListedCompany } from './directory-files.queries.ts'

export type ParsedCompaniesFile = {
  readonly rows: readonly CompanyInput[]
  readonly problems: readonly RowProblem[]
  readonly unchanged: number
  readonly leftOut: readonly string[]
  readonly warnings: readonly string[]
}

/** Keys are names, aliases, and ids in lowercase. */
export type PlatformNames = ReadonlyMap<string, string>

type Column = directoryFiles.DirectoryFileColumn
const { directoryFileColumns, directoryFileMessages, emptyingCell } = directoryFiles

const otherNames: Readonly<Record<string, Column>> = {
  company: 'name',
  company_name: 'name',
  employer: 'name',
  employer_name: 'name',
  alias: 'aliases',
  other_names: 'aliases',
  domain: 'email_domains',
  domains: 'email_domains',
  email_domain: 'email_domains',
  program: 'has_program',
  match_ratio: 'ratio',
  minimum: 'min_amount',
  min: 'min_amount',
  maximum: 'max_amount_per_year',
  max: 'max_amount_per_year',
  max_per_year: 'max_amount_per_year',
  platform: 'csr_platform',
  deadline: 'deadline_rule',
  source: 'source_url',
  program_page: 'guide_url',
  guidelines: 'guide_url',
  part_of: 'parent',
  parent_company: 'parent',
}

const columnOf = (header: string): Column | null =>
  directoryFileColumns.find((column) => column === header) ??
  (Object.hasOwn(otherNames, header) ? (otherNames[header] ?? null) : null)

/** @throws invalid if the file is not a list of companies */
export function parseCompaniesFile(
  table: Table,
  listed: readonly ListedCompany[],
  platforms: PlatformNames,
): ParsedCompaniesFile {
  const places = new Map<Column, number>()
  const leftOut: string[] = []
  table.headers.forEach((header, at) => {
    const column = columnOf(header)
    if (column && !places.has(column)) places.set(column, at)
    else leftOut.push(table.originalHeaders[at] || header)
  })
  if (!places.has('name')) throw refused(directoryFileMessages.noName)
  if (places.size === 1) throw refused(directoryFileMessages.noColumns)
  if (table.rows.length === 0) throw refused(directoryFileMessages.noRows)
  const known = new Map(listed.map((row) => [row.name.toLowerCase(), row]))
  const seen = new Set<string>()
  const rows: CompanyInput[] = []
  const problems: RowProblem[] = []
  for (const row of table.rows) {
    const read = readRow(row, places, { known, platforms, seen })
    if ('why' in read) problems.push(read)
    else rows.push(read)
  }
  return {
    rows: rows.filter((row) => hasNews(row, known)),
    unchanged: rows.filter((row) => !hasNews(row, known)).length,
    problems,
    leftOut,
    warnings: table.warnings.map(({ message }) => message),
  }
}

const refused = (message: string) => new Refusal('invalid', message, { fields: { companies: message } })

type ReadingState = { readonly known: Known; readonly platforms: PlatformNames; readonly seen: Set<string> }
type Known = ReadonlyMap<string, ListedCompany>

const hasNews = ({ name, fields, terms, parent }: CompanyInput, known: Known): boolean =>
  !known.has(name.toLowerCase()) ||
  parent !== undefined ||
  Object.keys(fields).length > 0 ||
  Object.keys(terms).length > 0

function readRow(
  { sheetRow: row, cells, damage }: Row,
  places: ReadonlyMap<Column, number>,
  { known, platforms, seen }: ReadingState,
): CompanyInput | RowProblem {
  const cell = (column: Column): string => cells[places.get(column) ?? -1]?.trim() ?? ''
  const parsed = directory.companyForm.shape.name.safeParse(cell('name'), { error: validationMessages })
  if (!parsed.success) return { row, name: cell('name'), why: wordsOf('name', parsed.error) }
  const { data: name } = parsed
  if (damage) return { row, name, why: directoryFileMessages.damaged }
  if (seen.has(name.toLowerCase())) return { row, name, why: directoryFileMessages.twice }
  seen.add(name.toLowerCase())
  const existingCompany = known.get(name.toLowerCase())
  const changedCell = (column: Column): string | null => {
    const text = cell(column)
    return text === '' || text === (existingCompany ? cellOf(existingCompany, column) : '') ? null : text
  }
  const method = cell('match_method').toLowerCase() || (existingCompany?.match_method ?? '')
  const input: Mutable<CompanyInput> = { row, name, fields: {}, terms: {} }
  for (const column of directoryFileColumns) {
    const text = column === 'name' ? null : changedCell(column)
    const why = text === null ? null : readCell(input, column, text === emptyingCell ? '' : text, { method, platforms })
    if (why) return { row, name, why: `${column}: ${why}` }
  }
  return input
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

const wordsOf = (column: string, { issues }: z.ZodError): string =>
  issues[0]?.message.replace(/^\d+(?=[ .])|^The request\b/, column) ?? 'Not valid.'

const fieldOf = (column: Column) =>
  column === 'has_program' ? 'program' : column === 'max_amount_per_year' ? 'max_per_year' : column

const ofCompany = ['aliases', 'email_domains', 'website', 'country', 'industry'] as const

function cellOf(row: ListedCompany, column: Column): string {
  const value = row[fieldOf(column)]
  return Array.isArray(value) ? value.join('|') : String(value ?? '')
}

/** Names come from outside: spreadsheet programs must not run them. */
export const directoryAsCsv = (rows: readonly ListedCompany[]): string =>
  stringify(
    [[...directoryFileColumns], ...rows.map((row) => directoryFileColumns.map((column) => cellOf(row, column)))],
    formulaGuardOptions,
  )

function typedValue(name: string, text: string, blank: unknown): unknown {
  const kind = directory.fieldKinds[name]
  if (text === '') return kind === 'list' ? [] : blank
  if (kind === 'list') return text.split('|').flatMap((part) => part.trim() || [])
  if (kind === 'amount') return Number(text.replaceAll(/[$,\s]/g, ''))
  if (kind === 'choice') return name === 'currency' ? text.toUpperCase() : text.toLowerCase()
  return text
}

/** Returns an error message for an invalid cell. */
function readCell(
  input: Mutable<CompanyInput>,
  column: Column,
  text: string,
  { method, platforms }: { readonly method: string; readonly platforms: PlatformNames },
): string | null {
  const name = fieldOf(column)
  const own = ofCompany.find((field) => field === name)
  if (own) {
    const parsed = directory.companyForm.shape[own].safeParse(typedValue(own, text, ''), { error: validationMessages })
    if (!parsed.success) return wordsOf('This', parsed.error)
    input.fields = { ...input.fields, [own]: parsed.data }
    return null
  }
  if (name === 'parent') input.parent = text || null
  if (!isTerm(name)) return null
  const id = name === 'csr_platform' && text !== '' ? platforms.get(text.toLowerCase()) : text
  if (id === undefined) return `${directory.directoryMessages.platform}: ${quoted(text)} isn’t on it.`
  const parsed = directory.policyTerms.shape[name].safeParse(typedValue(name, id, blankTerms[name]), {
    error: validationMessages,
  })
  if (!parsed.success) return wordsOf('This', parsed.error)
  input.terms = { ...input.terms, [name]: parsed.data }
  // for a company that takes forms, the address is that of the form
  if (name === 'submission_url' && method === 'form') {
    input.terms = { ...input.terms, form_url: input.terms.submission_url ?? null }
  }
  return null
}

const isTerm = (name: string): name is keyof directory.PolicyTerms => Object.hasOwn(blankTerms, name)
