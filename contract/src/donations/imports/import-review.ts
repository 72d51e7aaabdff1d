import { z } from 'zod'
import { sendReview } from '../../email/mails.ts'
import { currency, wireMoney } from '../../shared/wire.ts'
import { dateOrder, giftUpdateKinds, organizationMapping } from './import-form.ts'
import { importQuestion } from './import-questions.ts'

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
    'test_payment',
    'goods',
    'organization_gift',
  ]),
  count: z.number(),
  sum: wireMoney,
})
export type Attention = z.infer<typeof attention>

const newsValue = z.string().nullable().describe('an amount, a day, or a name; null: nothing')

/** Changes of one kind for known gifts. */
export const giftUpdates = z.object({
  kind: z.enum(giftUpdateKinds),
  count: z.number().describe('rows'),
  applied: z.boolean(),
  with_employer: z
    .number()
    .describe('rows whose match the employer has already: they are told to the staff and mailed to nobody'),
  examples: z
    .array(z.object({ row: z.number(), donation_id: z.number(), donor: z.string(), from: newsValue, to: newsValue }))
    .describe('the first three'),
})
export type GiftUpdates = z.infer<typeof giftUpdates>

/** Matching results for the gifts that an upload adds or changes. */
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

/**
 * Rows that cannot be recorded, grouped by reason and cell value, so that all rows of a group can be corrected
 * together.
 */
export const problemKind = z.object({
  reason: z.string(),
  column: z.string().describe('normalized header'),
  value: z.string(),
  count: z.number(),
})
export type ProblemKind = z.infer<typeof problemKind>

/** Effect of an upload with this map. */
export const importReview = z.object({
  gifts: z.number().describe('rows that would be recorded'),
  updates: z.number().describe('rows that name a donation of the portal, and rows whose news are applied'),
  unchanged: z.number().describe('rows whose gift is here already'),
  rejected: z.number(),
  left_out: z.number(),
  not_taken: z.number().describe('rows about known gifts with changes that are not applied'),
  joined: z.number().describe('rows that are further designations of a gift in an earlier row'),
  of_erased: z
    .number()
    .describe(
      'of the rows that would be recorded, gifts of people whose data was erased: they count, and nothing of the person is kept',
    ),
  amount_sum: wireMoney.describe('of the rows that would be recorded'),
  file_sum: wireMoney.describe('over all rows whose amount can be read, negative ones included'),
  news: z.array(giftUpdates),
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
  outcome_once_set_up: importOutcome
    .nullable()
    .describe('the same with the setup finished; null: no gift of the file waits for that'),
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
      .array(z.object({ name: z.string(), rows: z.number(), means: organizationMapping.nullable() }))
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
  questions: z
    .array(importQuestion)
    .describe('what only a person can settle; an upload goes by the answers shown here'),
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
