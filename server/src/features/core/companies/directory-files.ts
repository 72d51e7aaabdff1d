import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { directory } from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** To add an edition, only replace or add files: a new digest of all files means a new edition. */
const folder = new URL('./directory/', import.meta.url)

const list = z.string().transform((cell) => (cell === '' ? [] : cell.split('|')))
const cents = z.string().transform((cell) => (cell === '' ? null : Math.round(Number(cell) * 100)))
const filled = z.string().transform((cell) => (cell === '' ? null : cell))

const { platformKind } = directory

const employerRow = z.object({
  name: z.string().min(1),
  aliases: list,
  email_domains: list,
  website: z.string(),
  country: z.string(),
  industry: z.string(),
})

/** Empty cells mean unknown. */
const programRow = employerRow.extend({
  has_program: z.enum(['yes', 'no']),
  ratio: filled,
  min_amount: cents,
  max_amount_per_year: cents,
  eligible_employees: list,
  eligible_nonprofits: list,
  excluded_nonprofits: list,
  match_method: filled,
  csr_platform: filled,
  verification: filled,
  submission_url: filled,
  deadline_rule: filled,
  volunteer_grant: filled,
  source_url: z.string(),
  as_of: z.string(),
})

const subsidiaryRow = employerRow.extend({ parent: z.string().min(1) })
/** Subsidiaries, brands, former names, French names. */
const namesRow = z.object({ name: z.string(), aliases: list })
/** Kind of `submission_url`. A program page states the rules but takes no match requests. */
const submissionUrlRow = z.object({ name: z.string(), kind: z.enum(['portal', 'platform', 'program_page']) })
const guideRow = z.object({ name: z.string(), guide_url: z.string(), source_url: z.string(), as_of: z.string() })
const sourceRow = z.object({ name: z.string(), columns: list, source_url: z.string(), as_of: z.string() })

/** Facts that the other files cannot express, and corrections. */
const correctionRow = z.discriminatedUnion('column', [
  z.object({ name: z.string(), column: z.literal('maximum_basis'), value: z.enum(['match', 'gift']) }),
  z.object({ name: z.string(), column: z.literal('max_per_year_cad'), value: z.string().regex(/^\d+$/) }),
])

const platformRow = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  kind: platformKind,
  aliases: list,
  owner: z.string(),
  employee_url: z.string(),
  employee_steps: list,
  evidence: list,
  nonprofit_url: z.string(),
  nonprofit_steps: list,
  payer_names: list,
  payout_schedule: list,
  payout_minimum_usd: cents,
  fees: list,
  countries: list,
  report_columns: list,
  source_url: z.string(),
  as_of: z.string(),
})

const ofPlatform = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ id: z.string(), ...shape })
const platformSource = ofPlatform({ column: z.string(), source_url: z.string(), as_of: z.string() })
const payerText = ofPlatform({ text: z.string(), kind: z.string(), source_url: z.string(), as_of: z.string() })
const reportFormat = ofPlatform({
  variant: z.string(),
  preamble: list,
  columns: list,
  trailer: list,
  notes: z.string(),
  source_url: z.string(),
  as_of: z.string(),
})

export type Employer = z.output<typeof employerRow> & { readonly parent: string | null }
export type Program = z.output<typeof programRow> & {
  readonly currency: 'USD' | 'CAD'
  readonly maximum_basis: 'match' | 'gift'
  readonly form_url: string | null
  readonly guide_url: string | null
  readonly further_sources: readonly {
    readonly columns: readonly string[]
    readonly source_url: string
    readonly as_of: string
  }[]
}
export type PlatformEntry = z.output<typeof platformRow> & {
  readonly further_sources: readonly object[]
  readonly payer_texts: readonly object[]
  readonly report_formats: readonly object[]
}

export type Edition = {
  readonly digest: string
  readonly employers: readonly Employer[]
  readonly programs: readonly Program[]
  readonly platforms: readonly PlatformEntry[]
}

export type DirectoryFiles = { readonly digest: string; readonly files: ReadonlyMap<string, Buffer> }

export async function readDirectoryFiles(): Promise<DirectoryFiles> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.csv')).sort()
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder))] as const)),
  )
  const hash = createHash('sha256')
  for (const [name, bytes] of files) hash.update(name).update(bytes)
  return { digest: hash.digest('hex'), files }
}

export function editionOf({ digest, files }: DirectoryFiles): Edition {
  const rowsOf = <Row extends z.ZodType>(name: string, row: Row): z.output<Row>[] =>
    z.array(row).parse(parse(files.get(name) ?? '', { columns: true, bom: true, skip_empty_lines: true }))
  const corrections = rowsOf('corrections.csv', correctionRow)
  const aliasesOfName = new Map(rowsOf('names.csv', namesRow).map(({ name, aliases }) => [name, aliases]))
  const sources = rowsOf('companies-sources.csv', sourceRow)
  const programs = rowsOf('companies.csv', programRow)
  const programPages = new Set(
    rowsOf('ways.csv', submissionUrlRow).flatMap(({ name, kind }) => (kind === 'program_page' ? [name] : [])),
  )
  const guides = rowsOf('guides.csv', guideRow)
  const subsidiaries = rowsOf('subsidiaries.csv', subsidiaryRow)
  const own = new Set(subsidiaries.flatMap(({ aliases, name, email_domains }) => [name, ...aliases, ...email_domains]))
  const withAliases = (row: z.output<typeof employerRow>, parent: string | null): Employer => ({
    ...row,
    parent,
    // a subsidiary's names identify the subsidiary, not its parent
    aliases: [
      ...row.aliases.filter((alias) => parent !== null || !own.has(alias)),
      ...(aliasesOfName.get(row.name) ?? []),
    ],
    email_domains: row.email_domains.filter((domain) => parent !== null || !own.has(domain)),
  })
  return {
    digest,
    employers: [
      ...[...programs, ...rowsOf('employers.csv', employerRow)].map((row) => withAliases(row, null)),
      ...subsidiaries.map((row) => withAliases(row, row.parent)),
    ],
    programs: programs.map((row) => {
      const guide = guides.find(({ name }) => name === row.name)
      const furtherSources = sources.filter(({ name }) => name === row.name).map(({ name: _, ...source }) => source)
      if (programPages.has(row.name)) {
        const page = { ...corrected({ ...row, submission_url: null }, corrections), guide_url: row.submission_url }
        return { ...page, further_sources: furtherSources.map(ofProgramPage) }
      }
      return {
        ...corrected(row, corrections),
        guide_url: guide?.guide_url ?? null,
        further_sources: guide
          ? [...furtherSources, { columns: ['guide_url'], source_url: guide.source_url, as_of: guide.as_of }]
          : furtherSources,
      }
    }),
    platforms: platformsOf(rowsOf),
  }
}

const ofProgramPage = <Source extends { readonly columns: readonly string[] }>(source: Source): Source => ({
  ...source,
  columns: source.columns.map((column) => (column === 'submission_url' ? 'guide_url' : column)),
})

function corrected(
  row: z.output<typeof programRow>,
  corrections: readonly z.output<typeof correctionRow>[],
): Omit<Program, 'further_sources' | 'guide_url'> {
  const ownCorrections = corrections.filter(({ name }) => name === row.name)
  const cad = ownCorrections.find(({ column }) => column === 'max_per_year_cad')
  const basis = ownCorrections.find((correction) => correction.column === 'maximum_basis')
  return {
    ...row,
    currency: cad ? 'CAD' : 'USD',
    max_amount_per_year: cad ? Number(cad.value) * 100 : row.max_amount_per_year,
    maximum_basis: basis?.value ?? 'match',
    // for a company that takes forms, the address is that of the form
    form_url: row.match_method === 'form' ? row.submission_url : null,
    // requests to an employer on a platform go there, even if the source does not mention it
    match_method: row.match_method ?? (isPlatform(row.csr_platform) ? 'csr' : null),
  }
}

const isPlatform = (csrPlatform: string | null): boolean =>
  csrPlatform !== null && !['other', 'none'].includes(csrPlatform)

function platformsOf(rowsOf: <Row extends z.ZodType>(name: string, row: Row) => z.output<Row>[]): PlatformEntry[] {
  const withoutId = <Row extends { readonly id: string }>(rows: readonly Row[], id: string): Omit<Row, 'id'>[] =>
    rows.filter((row) => row.id === id).map(({ id: _, ...row }) => row)
  const sources = rowsOf('platform-sources.csv', platformSource)
  const texts = rowsOf('platform-payer-texts.csv', payerText)
  const formats = rowsOf('platform-report-formats.csv', reportFormat)
  return rowsOf('platforms.csv', platformRow).map((row) => ({
    ...row,
    further_sources: withoutId(sources, row.id),
    payer_texts: withoutId(texts, row.id),
    report_formats: withoutId(formats, row.id),
  }))
}
