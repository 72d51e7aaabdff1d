import { directory, directoryFiles } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import type { z } from 'zod'
import { Refusal } from '../../../platform/errors.ts'
import { plainWords } from '../../../platform/http/plain-words.ts'
import type { Row, Table } from '../../imports/index.ts'
import type { GivenCompany, RowProblem } from '../editor/write-companies.ts'
import { cellsOf } from './directory-as-csv.ts'
import type { ListedCompany } from './directory-files.queries.ts'

/** A file of companies, held against what the directory says: each row is what it says otherwise. */
export type CompaniesOfFile = {
  readonly rows: readonly GivenCompany[]
  readonly problems: readonly RowProblem[]
  readonly unchanged: number
  /** Headings of columns that we do not know. */
  readonly leftOut: readonly string[]
  readonly warnings: readonly string[]
}

/** Ids of platforms by their names, other names and ids in lower case. */
export type PlatformNames = ReadonlyMap<string, string>

type Column = directoryFiles.DirectoryFileColumn
const { directoryFileColumns, directoryFileMessages, emptyingCell } = directoryFiles

/** What others call our columns. */
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

/** @throws invalid where the file is no list of companies */
export function readCompanies(
  table: Table,
  listed: readonly ListedCompany[],
  platforms: PlatformNames,
): CompaniesOfFile {
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
  const rows: GivenCompany[] = []
  const problems: RowProblem[] = []
  for (const row of table.rows) {
    const read = readRow(row, places, { known, platforms, seen })
    if ('why' in read) problems.push(read)
    else rows.push(read)
  }
  return {
    rows: rows.filter((row) => isNews(row, known)),
    unchanged: rows.filter((row) => !isNews(row, known)).length,
    problems,
    leftOut,
    warnings: table.warnings.map(({ message }) => message),
  }
}

const refused = (message: string) => new Refusal('invalid', message, { fields: { companies: message } })

type Reading = { readonly known: Known; readonly platforms: PlatformNames; readonly seen: Set<string> }
type Known = ReadonlyMap<string, ListedCompany>

const isNews = ({ name, fields, terms, parent }: GivenCompany, known: Known): boolean =>
  !known.has(name.toLowerCase()) ||
  parent !== undefined ||
  Object.keys(fields).length > 0 ||
  Object.keys(terms).length > 0

function readRow(
  { sheetRow: row, cells, damage }: Row,
  places: ReadonlyMap<Column, number>,
  { known, platforms, seen }: Reading,
): GivenCompany | RowProblem {
  const cell = (column: Column): string => cells[places.get(column) ?? -1]?.trim() ?? ''
  const parsed = directory.companyForm.shape.name.safeParse(cell('name'), { error: plainWords })
  if (!parsed.success) return { row, name: cell('name'), why: wordsOf('name', parsed.error) }
  const { data: name } = parsed
  if (damage) return { row, name, why: directoryFileMessages.damaged }
  if (seen.has(name.toLowerCase())) return { row, name, why: directoryFileMessages.twice }
  seen.add(name.toLowerCase())
  const there = known.get(name.toLowerCase())
  const said = (column: Column): string | null => {
    const text = cell(column)
    return text === '' || text === (there ? cellsOf[column](there) : '') ? null : text
  }
  const method = cell('match_method').toLowerCase() || (there?.method ?? '')
  const given: Mutable<GivenCompany> = { row, name, fields: {}, terms: {} }
  for (const column of directoryFileColumns) {
    const text = column === 'name' ? null : said(column)
    const why =
      text === null ? null : readers[column]?.(given, text === emptyingCell ? '' : text, { method, platforms })
    if (why) return { row, name, why: `${column}: ${why}` }
  }
  return given
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Around = { readonly method: string; readonly platforms: PlatformNames }
/** Takes a cell in; answers what is wrong with it. */
type Reader = (given: Mutable<GivenCompany>, text: string, around: Around) => string | null

const wordsOf = (column: string, { issues }: z.ZodError): string =>
  issues[0]?.message.replace(/^\d+(?=[ .])|^The request\b/, column) ?? 'That is not valid.'

const list = (text: string): string[] =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)

type Fields = Pick<directory.CompanyForm, 'aliases' | 'email_domains' | 'website' | 'country' | 'industry'>

const field =
  (name: keyof Fields, read: (text: string) => unknown = (text) => text): Reader =>
  (given, text) => {
    const parsed = directory.companyForm.shape[name].safeParse(read(text), { error: plainWords })
    if (!parsed.success) return wordsOf('This', parsed.error)
    given.fields = { ...given.fields, [name]: parsed.data }
    return null
  }

const term =
  (name: keyof directory.PolicyTerms, read: (text: string) => unknown = orNull): Reader =>
  (given, text) => {
    const parsed = directory.policyTerms.shape[name].safeParse(read(text), { error: plainWords })
    if (!parsed.success) return wordsOf('This', parsed.error)
    given.terms = { ...given.terms, [name]: parsed.data }
    return null
  }

const orNull = (text: string): string | null => text || null
const lower = (text: string): string | null => text.toLowerCase() || null
const plain = (text: string): string => text
const amount = (text: string): number | null => (text === '' ? null : Number(text.replaceAll(/[$,\s]/g, '')))

const readers: Readonly<Partial<Record<Column, Reader>>> = {
  aliases: field('aliases', list),
  email_domains: field('email_domains', list),
  website: field('website'),
  country: field('country'),
  industry: field('industry'),
  parent: (given, text) => {
    given.parent = orNull(text)
    return null
  },
  has_program: term('program', (text) => text.toLowerCase() || 'unknown'),
  ratio: term('ratio'),
  min_amount: term('min_amount', amount),
  max_amount_per_year: term('max_per_year', amount),
  eligible_employees: term('eligible_employees', list),
  eligible_nonprofits: term('eligible_nonprofits', list),
  excluded_nonprofits: term('excluded_nonprofits', list),
  match_method: term('match_method', lower),
  csr_platform: (given, text, around) => {
    const id = text === '' ? '' : around.platforms.get(text.toLowerCase())
    if (id === undefined) return `${directory.directoryMessages.platform}: ${quoted(text)} is none.`
    return term('csr_platform')(given, id, around)
  },
  verification: term('verification', lower),
  // of a company that takes forms, the address is the form's
  submission_url: (given, text, around) =>
    term('submission_url')(given, text, around) ??
    (around.method === 'form' ? term('form_url')(given, text, around) : null),
  deadline_rule: term('deadline_rule'),
  volunteer_grant: term('volunteer_grant'),
  source_url: term('source_url', plain),
  as_of: term('as_of', plain),
  currency: term('currency', (text) => text.toUpperCase() || 'USD'),
  maximum_basis: term('maximum_basis', (text) => text.toLowerCase() || 'match'),
  deductible_part_only: term('deductible_part_only', (text) => text.toLowerCase() || 'unknown'),
  guide_url: term('guide_url'),
}
