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
  rows: z.array(z.number()).optional().describe('row numbers, 1 for the first gift in the file; at most 100'),
})
export type ImportWarning = z.infer<typeof importWarning>

export const importColumn = z.object({
  header: z.string().describe('normalized unique header; key in `map` and `sample`'),
  original_header: z.string().describe('header in the file'),
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
    'money_out',
    'organization_gift',
    'no_person',
  ]),
  count: z.number(),
  sum: wireMoney,
})

const newsValue = z.string().nullable().describe('amount, date, or name; null if empty')

export const giftUpdates = z.object({
  kind: z.enum(giftUpdateKinds),
  count: z.number().describe('number of rows'),
  applied: z.boolean(),
  with_employer: z
    .number()
    .describe('rows with a match that was already submitted to the employer; reported to staff, not emailed'),
  examples: z
    .array(z.object({ row: z.number(), donation_id: z.number(), donor: z.string(), from: newsValue, to: newsValue }))
    .describe('first three'),
})
export type GiftUpdates = z.infer<typeof giftUpdates>

export const importOutcome = z.object({
  merged: z.number().describe('added gifts combined into another match because of its minimum or series'),
  employers: z.number().describe('number of distinct employers found'),
  with_employer: z.number().describe('added gifts with a known employer'),
  matchable: z.number().describe('matches that can be requested'),
  sums: z
    .array(z.object({ currency, sum: wireMoney }))
    .describe('maximum total of these matches per currency, as far as known'),
  unknown_sums: z.number().describe('matches without a known amount'),
  in_review: z.number().describe('gifts with an employer in manual review'),
  waiting_for_setup: z.number().describe('gifts to be evaluated after the setup is complete'),
  waiting_for_consent: z.number().describe('gifts awaiting the donor’s consent'),
})
export type ImportOutcome = z.infer<typeof importOutcome>

/** Grouped by reason and cell value, so that all rows of a group can be corrected together. */
export const problemKind = z.object({
  reason: z.string(),
  column: z.string().describe('normalized header'),
  value: z.string(),
  count: z.number(),
})
export type ProblemKind = z.infer<typeof problemKind>

export const importReview = z.object({
  gifts: z.number().describe('rows to be imported'),
  updates: z.number().describe('rows with a donation ID of the portal, and rows with applied updates'),
  unchanged: z.number().describe('rows with an existing gift'),
  rejected: z.number(),
  left_out: z.number(),
  not_taken: z.number().describe('rows about known gifts with updates that are not applied'),
  joined: z.number().describe('rows with additional designations of a gift in an earlier row'),
  of_erased: z.number().describe('rows to be imported about donors with erased data; counted without personal data'),
  amount_sum: wireMoney.describe('total of the rows to be imported'),
  file_sum: wireMoney.describe('total of all rows with a valid amount, including negative ones'),
  news: z.array(giftUpdates),
  problems: z
    .array(
      z.object({
        row: z.number(),
        sheet_row: z.number().describe('row in a spreadsheet program'),
        problem: z.string(),
        column: z.string().nullable().describe('normalized header of the cell to correct; null if not a single cell'),
        value: z.string().describe('current value of the cell'),
        donor: z.string().describe('donor of the row, if known'),
      }),
    )
    .describe('first 100'),
  problem_kinds: z.array(problemKind).describe('problems of all rejected rows, most frequent first; at most 50'),
  outcome: importOutcome,
  outcome_once_set_up: importOutcome
    .nullable()
    .describe('outcome after the setup is complete; null if no gift in the file waits for it'),
  mails: sendReview.describe('emails to donors resulting from the upload'),
})
export type ImportReview = z.infer<typeof importReview>

export const testResult = z.object({
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
      .describe('organization names in the file that are not in the portal, most frequent first; at most 100'),
  }),
  columns: z.array(importColumn),
  remembered_at: z
    .string()
    .nullable()
    .describe('time of the last upload with these columns, which the map is from; null if none'),
  date_order: z.enum(['mdy', 'dmy', 'unneeded', 'ambiguous']),
  date_example: z
    .object({ text: z.string(), mdy: z.string(), dmy: z.string() })
    .nullable()
    .describe('ambiguous date in the file, with the resulting date for each order; null if none'),
  suggested_date_order: dateOrder.nullable(),
  attention: z.array(attention),
  questions: z.array(importQuestion).describe('questions that require a decision; an upload uses the answers shown'),
  review: importReview.nullable().describe('null until the column mapping is complete'),
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
export type TestResult = z.infer<typeof testResult>
