import { z } from 'zod'
import { wireDay, wireId } from '../../shared/wire.ts'
import { type QuestionAnswers, questionAnswers } from './import-questions.ts'

export const uploadLimits = {
  rows: 4000,
  megabytes: 10,
  formats: ['.csv', '.xlsx', '.xls'],
  undoHours: 24,
} as const

/** Forms send all values as text. */
const formFlag = z
  .enum(['true', 'false', '1', '0', 'on', 'off', ''])
  .default('false')
  .transform((text) => text === 'true' || text === '1' || text === 'on')

export const dateOrder = z.enum(['mdy', 'dmy'])
export type DateOrder = z.infer<typeof dateOrder>

export const organizationMapping = z.number().int().or(z.literal('leave_out'))
export type OrganizationMapping = z.infer<typeof organizationMapping>

/** Changes that fill an empty value or bring no money apply by default. Changes that contradict the portal do not. */
export const giftUpdateKinds = [
  'refunded',
  'part_refunded',
  'failed',
  'employer',
  'address',
  'match_requested',
  'match_refused',
  'match_paid',
  'other_employer',
  'amount',
  'date',
  'donor',
] as const
export type GiftUpdateKind = (typeof giftUpdateKinds)[number]
export const defaultGiftUpdateKinds: readonly GiftUpdateKind[] = [
  'refunded',
  'part_refunded',
  'failed',
  'employer',
  'address',
  'match_requested',
  'match_refused',
]

const isNewsKind = (text: string): text is GiftUpdateKind => giftUpdateKinds.some((kind) => kind === text)

/** `news` is a comma-separated list. `none` selects nothing. */
const formNews = z
  .string()
  .max(200)
  .transform((text, context): GiftUpdateKind[] => {
    const words = text === 'none' ? [] : text.split(',').map((word) => word.trim())
    const kinds = words.filter(isNewsKind)
    if (kinds.length === words.length) return kinds
    context.addIssue({ code: 'custom', message: `Choose from ${giftUpdateKinds.join(', ')}, or none.` })
    return z.NEVER
  })

/** JSON within the form: normalized header → target. */
const formMap = z
  .string()
  .max(200_000)
  .transform((text, context): Record<string, string> => {
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'We couldn’t read which column goes where.' })
      return z.NEVER
    }
  })

/** JSON within the form: a name in the file → the organization's id, or `leave_out`. */
const formNames = z
  .string()
  .max(200_000)
  .transform((text, context): Record<string, OrganizationMapping> => {
    try {
      return z.record(z.string(), organizationMapping).parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'We couldn’t read the organization names.' })
      return z.NEVER
    }
  })

/** `replace` is applied first, then single cells. Columns are identified by normalized header. */
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
      context.addIssue({ code: 'custom', message: 'We couldn’t read the row corrections.' })
      return z.NEVER
    }
  })

const formAnswers = z
  .string()
  .max(20_000)
  .transform((text, context): QuestionAnswers => {
    try {
      return questionAnswers.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'Send the answers as JSON: the ID of a question and its answer.' })
      return z.NEVER
    }
  })

const formRows = z
  .string()
  .max(40_000)
  .transform((text, context): number[] => {
    const rows = text.split(',').map((word) => Number(word.trim()))
    if (rows.length <= uploadLimits.rows && rows.every((row) => Number.isInteger(row) && row > 0)) return rows
    context.addIssue({ code: 'custom', message: 'Send row numbers with commas between them, like 3,17.' })
    return z.NEVER
  })

const blankAsMissing = (value: unknown): unknown => (value === '' ? undefined : value)
const readingFields = {
  type: z.string().max(20).optional(),
  date_order: z
    .preprocess(blankAsMissing, dateOrder.optional())
    .describe('date order if the file is ambiguous, such as for 02/03'),
  gift_date: z
    .preprocess(blankAsMissing, wireDay.optional())
    .describe('date of all gifts, for a file without a date column'),
  include_attention: formFlag.describe('answers `take` to all unanswered questions about rows that would be skipped'),
  answers: z
    .preprocess(blankAsMissing, formAnswers.optional())
    .describe('JSON object of question ID to option value, from the test; remembered for similar files'),
  take_rows: z
    .preprocess(blankAsMissing, formRows.optional())
    .describe('comma-separated row numbers to import even if an answer skips rows of their kind'),
  sheet: z.preprocess(blankAsMissing, z.string().max(200).optional()).describe('sheet of a workbook'),
  organizations: z
    .preprocess(blankAsMissing, formNames.optional())
    .describe('JSON object of name in the file to organization ID or "leave_out"; remembered'),
  news: z
    .preprocess(blankAsMissing, formNews.optional())
    .describe(
      `comma-separated kinds of updates to known gifts, or "none"; default: ${defaultGiftUpdateKinds.join(', ')}`,
    ),
  corrections: z.preprocess(blankAsMissing, formCorrections.optional()).describe('JSON of corrected cell values'),
  organization_id: z
    .preprocess(blankAsMissing, wireId.optional())
    .describe('organization of all rows, if the file does not specify it and the organization has chapters'),
}

/** Unknown fields are rejected, so that a misspelled option is not ignored silently. */
export const testFields = z.strictObject({
  ...readingFields,
  sendOptInEmail: formFlag.describe('previews emails as with `opt_in` in the upload'),
  emailForEmployer: formFlag.describe('previews emails as with `no_company` in the upload'),
  map: formMap.optional().describe('column mapping to use instead of the suggested one'),
})
export type TestFields = z.output<typeof testFields>

export const uploadFields = z.strictObject({
  ...readingFields,
  opt_in: formFlag.describe('asks donors for their consent first'),
  no_company: formFlag.describe('also emails donors without an employer'),
  map: formMap,
})
export type UploadFields = z.output<typeof uploadFields>
