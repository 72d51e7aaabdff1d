import { z } from 'zod'
import { sendReview } from './mails.ts'
import { organizationPath } from './organizations.ts'
import { route } from './route.ts'
import { currency, wireDay, wireId, wireMoney } from './wire.ts'

/** What an upload may be, told before a file is chosen and held by the server. */
export const uploadLimits = {
  rows: 4000,
  megabytes: 10,
  formats: ['.csv', '.xlsx', '.xls'],
  undoHours: 24,
} as const

/** Forms send everything as text. */
const formFlag = z
  .enum(['true', 'false', '1', '0', 'on', 'off', ''])
  .default('false')
  .transform((text) => text === 'true' || text === '1' || text === 'on')

export const dateOrder = z.enum(['mdy', 'dmy'])
export type DateOrder = z.infer<typeof dateOrder>

export const organizationMeaning = z.number().int().or(z.literal('leave_out'))
export type OrganizationMeaning = z.infer<typeof organizationMeaning>

/**
 * What a row of a file may say anew about a gift that is here already. What was blank and what brought no money is applied
 * unless the person says otherwise; what contradicts the portal is not unless they say so.
 */
export const newsKinds = [
  'refunded',
  'failed',
  'employer',
  'address',
  'other_employer',
  'amount',
  'date',
  'donor',
] as const
export type NewsKind = (typeof newsKinds)[number]
export const newsByDefault: readonly NewsKind[] = ['refunded', 'failed', 'employer', 'address']

const isNewsKind = (text: string): text is NewsKind => newsKinds.some((kind) => kind === text)

/** `news` travels as words with commas between them; `none` is none of them. */
const formNews = z
  .string()
  .max(200)
  .transform((text, context): NewsKind[] => {
    const words = text === 'none' ? [] : text.split(',').map((word) => word.trim())
    const kinds = words.filter(isNewsKind)
    if (kinds.length === words.length) return kinds
    context.addIssue({ code: 'custom', message: `Choose among ${newsKinds.join(', ')}, or none.` })
    return z.NEVER
  })

/** `map` travels as JSON inside the form: normalized header → target. */
const formMap = z
  .string()
  .max(200_000)
  .transform((text, context): Record<string, string> => {
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'The map of the columns could not be read.' })
      return z.NEVER
    }
  })

/** `organizations` travels the same way: a name in the file → the id of the organization that it means, or `leave_out`. */
const formNames = z
  .string()
  .max(200_000)
  .transform((text, context): Record<string, OrganizationMeaning> => {
    try {
      return z.record(z.string(), organizationMeaning).parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'What the names of organizations mean could not be read.' })
      return z.NEVER
    }
  })

/** What a person corrected in the rows of a file; `replace` first, then single cells. Columns by their normalized header. */
export const corrections = z.object({
  replace: z
    .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
    .max(500)
    .default([]),
  cells: z
    .array(z.object({ row: z.number().int().min(1), column: z.string(), value: z.string() }))
    .max(uploadLimits.rows)
    .default([]),
})
export type Corrections = z.output<typeof corrections>

const formCorrections = z
  .string()
  .max(250_000)
  .transform((text, context): Corrections => {
    try {
      return corrections.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'The corrections of the rows could not be read.' })
      return z.NEVER
    }
  })

const blankAsMissing = (value: unknown): unknown => (value === '' ? undefined : value)
const readingFields = {
  type: z.string().max(20).optional(),
  date_order: z
    .preprocess(blankAsMissing, dateOrder.optional())
    .describe('the answer where the file leaves open whether 02/03 is February or March'),
  include_attention: formFlag.describe('also take payments that failed, were refunded or are pending, and pledges'),
  sheet: z.preprocess(blankAsMissing, z.string().max(200).optional()).describe('which sheet of a workbook'),
  organizations: z
    .preprocess(blankAsMissing, formNames.optional())
    .describe('JSON: a name in the file → the id of the organization that it means, or "leave_out"; remembered'),
  news: z
    .preprocess(blankAsMissing, formNews.optional())
    .describe(
      `kinds of news about gifts that are here to apply, with commas, or "none"; without it ${newsByDefault.join(', ')}`,
    ),
  corrections: z
    .preprocess(blankAsMissing, formCorrections.optional())
    .describe('JSON: cells that are read as if the file said it so'),
  organization_id: z
    .preprocess(blankAsMissing, wireId.optional())
    .describe('all rows belong to this one, for files of an organization with chapters that do not say it'),
}

export const testFields = z.object({
  ...readingFields,
  sendOptInEmail: formFlag,
  emailForEmployer: formFlag,
  map: formMap.optional().describe('look at the file with this map instead of the proposed one'),
})
export type TestFields = z.output<typeof testFields>

export const uploadFields = z.object({
  ...readingFields,
  opt_in: formFlag.describe('donors are asked for their consent first'),
  no_company: formFlag.describe('donors without an employer are written to as well'),
  map: formMap,
})
export type UploadFields = z.output<typeof uploadFields>

export const importWarning = z.object({
  code: z.string(),
  message: z.string(),
  column: z.string().optional().describe('normalized header'),
  count: z.number().optional(),
  sum: wireMoney.optional(),
  rows: z.array(z.number()).optional().describe('1 is the first gift of the file; at most 100 of them'),
})
export type ImportWarning = z.infer<typeof importWarning>

export const importColumn = z.object({
  header: z.string().describe('normalized, unique: the key in map and sample'),
  original_header: z.string().describe('as it stands in the file'),
  target: z.string(),
  confidence: z.number().describe('0 to 1'),
  reason: z.string(),
})
export type ImportColumn = z.infer<typeof importColumn>

export const attention = z.object({
  kind: z.enum([
    'payment_failed',
    'payment_refunded',
    'payment_part_refunded',
    'payment_pending',
    'pledge',
    'soft_credit',
    'company_match',
  ]),
  count: z.number(),
  sum: wireMoney,
})
export type Attention = z.infer<typeof attention>

const newsValue = z.string().nullable().describe('an amount, a day, or a name; null: nothing')

/** What is new about gifts that are here already, of one kind. */
export const newsOfFile = z.object({
  kind: z.enum(newsKinds),
  count: z.number().describe('rows'),
  applied: z.boolean(),
  with_employer: z
    .number()
    .describe('rows whose match the employer has already: they are told to the staff and mailed to nobody'),
  examples: z
    .array(z.object({ row: z.number(), donation_id: z.number(), donor: z.string(), from: newsValue, to: newsValue }))
    .describe('the first three'),
})
export type NewsOfFile = z.infer<typeof newsOfFile>

/** What matching makes of the gifts that an upload adds, and of those that it brings news about. */
export const importOutcome = z.object({
  merged: z.number().describe('added gifts that became part of another match, below its minimum or in its series'),
  employers: z.number().describe('different employers that were found'),
  with_employer: z.number().describe('added gifts whose employer is known'),
  matchable: z.number().describe('matches that could be asked for'),
  sums: z
    .array(z.object({ currency, sum: wireMoney }))
    .describe('up to how much these matches could add, where that is known'),
  unknown_sums: z.number().describe('matches of which nobody knows how much they could add'),
  in_review: z.number().describe('gifts whose employer is being looked up by people'),
  waiting_for_setup: z.number().describe('gifts that are looked at once the setup is complete'),
  waiting_for_consent: z.number().describe('gifts whose donors are asked first'),
})
export type ImportOutcome = z.infer<typeof importOutcome>

/** Why rows cannot be recorded, by what stands in the file: what can be corrected in all of them at once. */
export const problemKind = z.object({
  reason: z.string(),
  column: z.string().describe('normalized header'),
  value: z.string(),
  count: z.number(),
})
export type ProblemKind = z.infer<typeof problemKind>

/** What an upload with this map would do. */
export const importReview = z.object({
  gifts: z.number().describe('rows that would be recorded'),
  updates: z.number().describe('rows that name a donation of the portal, and rows whose news are applied'),
  unchanged: z.number().describe('rows whose gift is here already'),
  rejected: z.number(),
  left_out: z.number(),
  amount_sum: wireMoney.describe('of the rows that would be recorded'),
  file_sum: wireMoney.describe('over all rows whose amount can be read, negative ones included'),
  news: z.array(newsOfFile),
  problems: z
    .array(
      z.object({
        row: z.number(),
        problem: z.string(),
        column: z.string().nullable().describe('normalized header of the cell to correct; null: no single cell'),
        value: z.string().describe('what stands there'),
        donor: z.string().describe('who the row is about, as far as it says'),
      }),
    )
    .describe('the first hundred'),
  problem_kinds: z
    .array(problemKind)
    .describe('of all rows that cannot be recorded, the most frequent first; at most 50'),
  outcome: importOutcome,
  mails: sendReview.describe('mails to donors that the upload would start'),
})
export type ImportReview = z.infer<typeof importReview>

export const testAnswer = z.object({
  map: z.record(z.string(), z.string()),
  sample: z.array(z.record(z.string(), z.string())),
  rows: z.number(),
  warnings: z.array(importWarning),
  organization: z.object({
    id: z.number(),
    name: z.string(),
    children: z.array(z.object({ id: z.number(), name: z.string() })),
    names: z
      .array(z.object({ name: z.string(), rows: z.number(), means: organizationMeaning.nullable() }))
      .describe('names in the file that are not those of the portal, the most frequent first; at most 100'),
  }),
  columns: z.array(importColumn),
  remembered_at: z
    .string()
    .nullable()
    .describe('when a file with these columns was last uploaded here: the map is the one of then'),
  date_order: z.enum(['mdy', 'dmy', 'unneeded', 'ambiguous']),
  date_example: z
    .object({ text: z.string(), mdy: z.string(), dmy: z.string() })
    .nullable()
    .describe('a date of the file that can be read both ways, and the day it would be'),
  suggested_date_order: dateOrder.nullable(),
  attention: z.array(attention),
  review: importReview.nullable().describe('null while a question about the map is open'),
  currency,
  file: z.object({
    format: z.enum(['csv', 'xlsx', 'xls']),
    encoding: z.string().nullable(),
    separator: z.string().nullable(),
    sheet: z.string().nullable(),
    sheets: z.array(z.string()),
    header_row: z.number(),
  }),
})
export type TestAnswer = z.infer<typeof testAnswer>

export const importState = z.enum(['queued', 'running', 'done', 'failed', 'undone'])
export type ImportState = z.infer<typeof importState>

/** In the order in which an upload goes through them. */
export const importPhases = ['queued', 'reading', 'evaluating', 'saving', 'finished'] as const
export type ImportPhase = (typeof importPhases)[number]

/** `rows` = accepted + rejected + unchanged + left_out once the import is done. */
export const importRun = z.object({
  id: z.number(),
  state: importState,
  rows: z.number(),
  accepted: z.number().describe('rows that were recorded, the updated ones among them'),
  updated: z.number(),
  rejected: z.number(),
  unchanged: z.number().describe('rows that were there already'),
  left_out: z
    .number()
    .describe('failed, refunded and pending payments and pledges, and rows of organizations that are not wanted'),
  news: z.number().describe('of the updated rows those that brought news about gifts that were here'),
  error: z.string().nullable(),
  phase: z.enum(importPhases),
  phase_done: z.number().describe('rows through this phase; never goes back'),
  file_name: z.string(),
  user: z.object({ name: z.string() }),
  opt_in: z.boolean(),
  no_company: z.boolean(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  can_undo: z.boolean(),
  outcome: importOutcome
    .nullable()
    .describe('as it was when the upload ended; null before, and for uploads of long ago'),
})
export type ImportRun = z.infer<typeof importRun>

const file = z
  .custom<Blob>()
  .meta({ type: 'string', format: 'binary', description: 'at most 10 MB and 4000 rows: .csv, .xlsx or .xls' })

export const testImportFile = route({
  name: 'testImportFile',
  method: 'POST',
  path: '/api/organization/{id}/donation/import-file/Test',
  summary: 'Look at a donation file before it is uploaded: its columns, where they go, and what would happen',
  who: 'write',
  within: 'organization',
  params: organizationPath,
  body: testFields.extend({ donations: file }),
  bodyKind: 'multipart',
  answer: testAnswer,
  rate: { max: 120, seconds: 60 },
})

export const uploadImportFile = route({
  name: 'uploadImportFile',
  method: 'POST',
  path: '/api/organization/{id}/donation/import-file/Upload',
  summary: 'Upload a donation file; the import runs in the background',
  who: 'write',
  within: 'organization',
  params: organizationPath,
  body: uploadFields.extend({ donations: file }),
  bodyKind: 'multipart',
  answer: z.object({ import: importRun }),
  status: 202,
  rate: { max: 60, seconds: 60 },
})

export const listImports = route({
  name: 'listImports',
  method: 'GET',
  path: '/api/organization/{id}/import',
  summary: 'Uploads of an organization, newest first',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ imports: z.array(importRun), total: z.number() }),
})

const importPath = z.object({ id: wireId, importId: wireId })

export const getImport = route({
  name: 'getImport',
  method: 'GET',
  path: '/api/organization/{id}/import/{importId}',
  summary: 'How far an upload is, and what came of it',
  who: 'read',
  within: 'organization',
  params: importPath,
  answer: z.object({
    import: importRun,
    days: z.object({ first: wireDay, last: wireDay }).nullable().describe('of the gifts that it added'),
    with_employer: z
      .array(z.object({ donation_id: z.number(), donor: z.string(), kinds: z.array(z.enum(newsKinds)) }))
      .describe('matches with news that their employer has already, for the staff to settle with it; at most 100'),
  }),
})

export const downloadImportRejects = route({
  name: 'downloadImportRejects',
  method: 'GET',
  path: '/api/organization/{id}/import/{importId}/rejects',
  summary: 'The rejected rows with their reasons, ready to be mended and uploaded again',
  who: 'read',
  within: 'organization',
  params: importPath,
  answer: z.string(),
  answerKind: 'csv',
})

export const undoImport = route({
  name: 'undoImport',
  method: 'POST',
  path: '/api/organization/{id}/import/{importId}/undo',
  summary: 'Take an upload back: for 24 hours, while none of its mails has gone out',
  who: 'write',
  within: 'organization',
  params: importPath,
  answer: z.object({ import: importRun }),
})
