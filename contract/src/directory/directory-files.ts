import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { directoryChange } from './directory-changes.ts'

/** A file is applied in one transaction, and affected open matches are evaluated again. */
export const maxCompaniesPerFile = 1_000

export const directoryFileMessages = {
  downloadFailed: 'Failed to download the directory.',
  uploadFailed: 'Failed to upload the directory.',
  noName: 'We can’t find a column with company names. Name it “name”, as in the file you can download here.',
  noColumns: 'Besides the names, we don’t recognize any columns. Use the headings from the file you can download here.',
  noRows: 'There are no companies in this file.',
  tooMany: `This file changes more than ${maxCompaniesPerFile.toLocaleString('en-US')} companies. Split it into smaller files and upload them one after the other.`,
  nothing: 'This file matches the directory. Nothing to change.',
  onlyProblems: 'Nothing to change: every row has a problem.',
  nothingButProblems: 'Nothing to change: the valid rows already match the directory.',
  otherwise: 'The directory changed since you reviewed this file. Review the changes again.',
  twice: 'This company is already in the file above',
  damaged: 'Couldn’t read this row: a quotation mark or column is out of place',
  noParent: 'No company has that name',
} as const

/** Clears the field. An empty cell keeps it. */
export const emptyingCell = '-'

/** Lists in a cell are separated by `|`, amounts are in the policy's currency, and empty means unknown. */
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
  'deductible_part_only',
  'guide_url',
] as const
export type DirectoryFileColumn = (typeof directoryFileColumns)[number]

export const downloadDirectory = route('GET', '/api/directory-file/companies.csv', {
  name: 'downloadDirectory',
  summary: 'All companies of the directory with their names, domains and policies, as CSV',
  access: 'super',
  response: z.string(),
  responseKind: 'csv',
  rate: { max: 30, seconds: 300 },
})

const file = z
  .custom<Blob>()
  .meta({ type: 'string', format: 'binary', description: 'at most 10 MB and 4000 rows: .csv, .xlsx or .xls' })

const counted = {
  added: z.number(),
  changed: z.number(),
  unchanged: z.number().describe('rows without changes'),
  refused: z.number().describe('rows with a problem, which are not applied'),
} as const

export const directoryFileReview = z.object({
  ...counted,
  problems: z
    .array(z.object({ row: z.number().describe('row number as in a spreadsheet'), name: z.string(), why: z.string() }))
    .describe('at most 200'),
  companies: z
    .array(
      z.object({
        row: z.number(),
        name: z.string(),
        is_new: z.boolean(),
        changes: directoryChange.shape.changes,
      }),
    )
    .describe('at most 200'),
  left_out: z.array(z.string()).describe('headings of unknown columns'),
  warnings: z.array(z.string()).describe('parts of the file that were not read'),
  seen: z.string().describe('token of this review, required by the upload'),
  review: changeReview,
})
export type DirectoryFileReview = z.infer<typeof directoryFileReview>

export const reviewDirectoryFile = route('POST', '/api/directory-file/review', {
  name: 'reviewDirectoryFile',
  summary: 'Preview the changes, row problems and effects on open matches of a directory file',
  access: 'super',
  changes: false,
  body: z.object({ companies: file }),
  bodyKind: 'multipart',
  response: directoryFileReview,
  rate: { max: 30, seconds: 300 },
})

export const uploadDirectoryFile = route('POST', '/api/directory-file', {
  name: 'uploadDirectoryFile',
  summary: 'Apply a directory file: all rows without a problem, or none if an error occurs',
  access: 'super',
  body: z.object({ companies: file, seen: z.string().max(100).describe('`seen` of the review') }),
  bodyKind: 'multipart',
  response: z.object({ ...counted, change: directoryChange }),
  rate: { max: 30, seconds: 300 },
})
