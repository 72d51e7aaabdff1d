import { z } from 'zod'
import { route } from './route.ts'

/** The company directory as a file, so that others can keep it with us. */

export const directoryFileMessages = { downloadFailed: 'Failed to download the directory.' } as const

/** The columns of the file; lists within a cell are parted by `|`, amounts are in the policy's currency, blank is not known. */
export const directoryFileColumns = [
  'name',
  'aliases',
  'email_domains',
  'website',
  'country',
  'industry',
  'has_program',
  'ratio',
  'min_amount',
  'max_amount_per_year',
  'eligible_employees',
  'eligible_nonprofits',
  'excluded_nonprofits',
  'match_method',
  'csr_platform',
  'verification',
  'submission_url',
  'deadline_rule',
  'volunteer_grant',
  'source_url',
  'as_of',
  'parent',
  'currency',
  'maximum_basis',
] as const
export type DirectoryFileColumn = (typeof directoryFileColumns)[number]

export const downloadDirectory = route({
  name: 'downloadDirectory',
  method: 'GET',
  path: '/api/directory-file/companies.csv',
  summary: 'Every company of the directory with its names, domains and policy, as CSV',
  who: 'super',
  answer: z.string(),
  answerKind: 'csv',
  rate: { max: 30, seconds: 300 },
})
