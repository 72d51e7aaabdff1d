import { directoryFiles, toUnits } from '@twofold/contract'
import { stringify } from 'csv-stringify/sync'
import { guardsFormulas } from '../../../platform/formula-guard.ts'
import type { ListedCompany } from './directory-files.queries.ts'

const list = (words: readonly string[] | null): string => (words ?? []).join('|')
const amount = (cents: number | null): string => (cents === null ? '' : String(toUnits(cents)))

/** What each column says of a company. */
export const cellsOf: Readonly<Record<directoryFiles.DirectoryFileColumn, (row: ListedCompany) => string>> = {
  name: ({ name }) => name,
  aliases: ({ aliases }) => list(aliases),
  email_domains: ({ email_domains }) => list(email_domains),
  website: ({ website }) => website,
  country: ({ country }) => country,
  industry: ({ industry }) => industry,
  has_program: ({ program }) => (program === 'unknown' ? '' : (program ?? '')),
  ratio: ({ ratio }) => ratio ?? '',
  min_amount: ({ min_amount_cents }) => amount(min_amount_cents),
  max_amount_per_year: ({ max_per_year_cents }) => amount(max_per_year_cents),
  eligible_employees: ({ eligible_employees }) => list(eligible_employees),
  eligible_nonprofits: ({ eligible_nonprofits }) => list(eligible_nonprofits),
  excluded_nonprofits: ({ excluded_nonprofits }) => list(excluded_nonprofits),
  match_method: ({ method }) => method ?? '',
  csr_platform: ({ csr_platform }) => csr_platform ?? '',
  verification: ({ verification }) => verification ?? '',
  submission_url: ({ address }) => address ?? '',
  deadline_rule: ({ deadline_rule }) => deadline_rule ?? '',
  volunteer_grant: ({ volunteer_grant }) => volunteer_grant ?? '',
  source_url: ({ source_url }) => source_url ?? '',
  as_of: ({ as_of }) => as_of ?? '',
  parent: ({ parent }) => parent ?? '',
  currency: ({ currency }) => currency ?? '',
  maximum_basis: ({ maximum_basis }) => maximum_basis ?? '',
  deductible_part_only: ({ deductible_part_only }) =>
    deductible_part_only === 'unknown' ? '' : (deductible_part_only ?? ''),
  guide_url: ({ guide_url }) => guide_url ?? '',
}

/** Names come from outside: a spreadsheet program runs none of them. */
export const directoryAsCsv = (rows: readonly ListedCompany[]): string =>
  stringify(
    [
      [...directoryFiles.directoryFileColumns],
      ...rows.map((row) => directoryFiles.directoryFileColumns.map((column) => cellsOf[column](row))),
    ],
    guardsFormulas,
  )
