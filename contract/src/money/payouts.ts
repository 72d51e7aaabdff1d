import { payoutLineKinds } from '@twofold/matching'
import { z } from 'zod'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { currency, inOrganization, organizationPath, wireDay, wireId, wireMoney } from '../shared/wire.ts'

export const payoutMessages = {
  payer: 'Enter the payer',
  long: 'This is too long',
  amount: 'Enter an amount like 250 or 1,250.00',
  day: 'Enter the date received',
  lines: 'Enter at least one gift',
  known: 'This check is already here: same payer, number and date.',
  knownUnnumbered: 'This check is already here: same payer, date, donor and amount.',
  noMoney: 'We found no payments in this file: no row has a paid amount. Nothing was recorded.',
  notAsked: 'Someone already answered this.',
  notRecorded: 'Not recorded, as you chose.',
  answerOptions: 'Choose one of the options.',
  notRead: 'We’re still reading this report. Add its lines when it’s done.',
  parts: 'The amounts add up to more than this line.',
  partTwice: 'Choose each match once.',
  noRepeat: 'This line doesn’t repeat an earlier payment.',
  answerFailed: 'Failed to save the answer',
  addFailed: 'Failed to add the matches',
  gone: 'Someone else already reviewed this line.',
  notTied: 'This line is already waiting for review.',
  noMatch: 'We can’t find a match with this ID in your organization or its chapters.',
  currency: 'That match is in a different currency.',
  cancelled: 'That match is closed. Restore it before you link money to it.',
  negative: 'This line reverses a payment, so you can’t add it as a new match. Choose the match that was paid.',
  moreThanReceived:
    'This line reverses a payment, but that match hasn’t received that much. Choose the match that was paid, or wait until the payment is here.',
  reversedSince: 'Another line reverses this payment. Unlink that line first.',
  processorList:
    'This looks like a list of card payments, not money from employers. Upload your gifts under Donations.',
  pivotTable: 'This is a summary (pivot table). Upload the list of payments that it adds up.',
  bankStatement: 'This looks like a bank statement. Upload it under Payouts, Bank deposits.',
  undoing: 'We’re undoing a report right now. Save this check again when that’s done.',
  notDone: 'You can only undo a report after we’ve read it.',
  elsewhere: 'This money belongs to a former chapter’s match, so you can’t unlink it.',
  undoneElsewhere:
    'Some of this money belongs to a former chapter’s matches, so you can’t undo the report. Unlink your own lines one by one.',
  notUndone: 'Something went wrong on our side. The report wasn’t undone, and nothing changed. Try again.',
  uploadFailed: 'Failed to upload the report',
  loadFailed: 'Failed to load payouts',
  settleFailed: 'Failed to link the line',
  saveFailed: 'Failed to save the check',
  undoFailed: 'Failed to undo the report',
  voidFailed: 'Failed to unlink the lines',
  dateFailed: 'Failed to save the date',
} as const

/** The former parent may not see its name. */
export const formerChapter = 'A former chapter'

export const payoutsPerPage = 50
export const payoutLinesPerPage = 100
export const waitingLinesPerPage = 50

const reportState = z.enum(['queued', 'running', 'asking', 'done', 'failed', 'undoing', 'undone'])

const optionKey = z.string().min(1).max(80)

export const reportQuestion = z.object({
  id: z.string(),
  text: z.string(),
  examples: z.array(z.object({ sheet_row: z.number(), text: z.string() })).describe('at most 5'),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.string().describe('preselected option: the last one for this layout, otherwise the cautious one'),
})
export type ReportQuestion = z.infer<typeof reportQuestion>

/** The option of a question that records nothing of its report. */
export const stopAnswer = 'stop'

export const payoutReport = z.object({
  id: z.number(),
  state: reportState,
  file_name: z.string().nullable().describe('file name; null if entered manually'),
  lines: z.number(),
  done: z.number().describe('processed lines; during an undo, the matched lines undone so far'),
  tied: z.number().describe('lines linked to a match automatically'),
  doubtful: z
    .number()
    .describe('lines with several possible matches or a possible duplicate payment when the report was read'),
  unmatched: z
    .number()
    .describe('lines without a matching gift when the report was read; not added as matches automatically'),
  to_add: z.number().describe('unmatched lines that are still waiting'),
  own_gifts: z.number().describe('gifts of donors forwarded by the platform, not employer money'),
  added: z.number().describe('lines added as new matches by a user'),
  known: z.number().describe('lines that already existed'),
  thanks: z.number().describe('waiting thank-you emails of the report, which must be released'),
  waits_for_undo: z.boolean().describe('true while waiting for the undo of an earlier report'),
  refused: z
    .array(z.object({ row: z.number(), sheet_row: z.number(), why: z.string() }))
    .describe('lines that are not payments or could not be read; at most 200'),
  refused_count: z.number(),
  warnings: z.array(z.string()),
  to_void: z
    .number()
    .describe(
      'counted lines of recorded payments that this report calls voided, canceled, or returned; 1 for a payment without lines',
    ),
  voided: z
    .number()
    .describe('lines of such payments that a user removed from all sums; 1 for a payment without lines'),
  questions: z
    .array(reportQuestion)
    .describe('questions to answer before the report is recorded; empty unless `state` is asking'),
  error: z.string().nullable().describe('reason for a failed report or undo; null if none'),
  user: z.object({ name: z.string() }),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
export type PayoutReport = z.infer<typeof payoutReport>

export const payout = z.object({
  id: z.number(),
  report_id: z.number(),
  reference: z.string().describe('payment number of the payer; empty if unknown'),
  payer: z.string(),
  platform: z.string().nullable(),
  paid_on: wireDay.nullable(),
  period_end: wireDay.nullable(),
  currency,
  gross: wireMoney.describe('tied + waiting + own_gifts + unexplained'),
  fees: wireMoney,
  tied: wireMoney.describe('amount received by matches'),
  waiting: wireMoney.describe('amount of waiting lines; may be negative'),
  own_gifts: wireMoney.describe('gifts of donors forwarded by the platform, not employer money'),
  unexplained: wireMoney.describe('amount paid that is not in any report line yet'),
  lines: z.number(),
  waiting_lines: z.number(),
  arrived_on: wireDay.nullable().describe('date of the last linked bank line; null if none'),
  arrived: wireMoney.describe('amount of linked bank lines'),
  not_arrived: wireMoney.describe('amount after fees without a bank line'),
})
export type Payout = z.infer<typeof payout>

export const payoutLine = z.object({
  id: z.number(),
  payout_id: z.number(),
  payer: z.string(),
  reference: z.string(),
  kind: z.enum(payoutLineKinds),
  line_id: z.string(),
  donor_name: z.string(),
  donor_email: z.string(),
  company: z.string(),
  project: z.string(),
  given_on: wireDay.nullable(),
  currency,
  gift: wireMoney.describe("donor's money in this payout"),
  match: wireMoney.describe("employer's money in this payout"),
  fee: wireMoney,
  stated_gift: wireMoney.nullable().describe('amount that the donor gave elsewhere; null if not stated'),
  balance: wireMoney.nullable().describe('amount that the employer has yet to pay; null if not stated'),
  note: z.string(),
  state: z
    .enum(['tied', 'doubtful', 'own_gift', 'same', 'voided'])
    .describe(
      "own_gift: donor's money without a match; same: duplicate of another line, not counted; voided: not counted, because the payment was undone",
    ),
  unmatched: z.boolean().describe('true if no gift fits the line'),
  repeats: z
    .object({
      payout_id: z.number(),
      payer: z.string(),
      reference: z.string(),
      paid_on: wireDay.nullable(),
      is_typed: z.boolean(),
      text: z.string().describe('text such as "payment OCT26AAAA from Benevity"'),
    })
    .nullable()
    .describe('existing payment that the line may duplicate; in state same, the payment that counts'),
  tied_by: z.enum(['id', 'email_amount_date', 'expected', 'earlier_line', 'person', 'new']).nullable(),
  donation_id: z.number().nullable(),
  organization_id: z.number().nullable(),
  organization: z.string().nullable().describe('organization of the match; null if the line is waiting'),
  elsewhere: z.boolean().describe('true if the match belongs to a former chapter; neither can be changed here'),
})
export type PayoutLine = z.infer<typeof payoutLine>

export const candidate = z.object({
  donation_id: z.number(),
  why: z.string(),
  part: wireMoney.nullable().describe('amount for this match, if several matches add up to the line; null otherwise'),
  donor_name: z.string(),
  donor_email: z.string(),
  company: z.string(),
  organization: z.string(),
  amount: wireMoney,
  matched: wireMoney.describe('estimated match'),
  received: wireMoney,
  given_on: wireDay,
  status_id: z.number(),
  transaction_id: z.string().nullable(),
})
export type Candidate = z.infer<typeof candidate>

const sums = z.object({
  currency,
  payouts: z.number(),
  gross: wireMoney,
  fees: wireMoney,
  tied: wireMoney,
  waiting: wireMoney,
  own_gifts: wireMoney,
  unexplained: wireMoney,
  waiting_lines: z.number(),
})
export type PayoutSums = z.infer<typeof sums>

const partsAtMost = 50
const partAmount = typedAmount(payoutMessages.amount, { min: 0.01, max: 1_000_000_000 })

const page = z.coerce.number().int().min(1).max(100_000).default(1)
const payoutPath = organizationPath.extend({ payoutId: wireId })
const reportPath = organizationPath.extend({ reportId: wireId })
const linePath = organizationPath.extend({ lineId: wireId })

export const listPayouts = route('GET', '/api/organization/{id}/payout', {
  name: 'listPayouts',
  summary: 'Received payouts, newest first, with sums and the latest reports',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z.object({ page }),
  response: z.object({
    payouts: z.array(payout),
    total: z.number(),
    sums: z.array(sums).describe('one per currency'),
    reports: z.array(payoutReport).describe('the last 10 reports'),
  }),
})

export const getPayout = route('GET', '/api/organization/{id}/payout/{payoutId}', {
  name: 'getPayout',
  summary: 'One payout with its lines',
  access: 'read',
  scope: 'organization',
  params: payoutPath,
  query: z.object({ page }),
  response: z.object({
    payout,
    report: payoutReport.describe('first existing report with this payout'),
    reports: z
      .array(payoutReport)
      .describe('all reports with this payout or its lines, each of which can be undone; at most 50'),
    lines: z.array(payoutLine),
    organizations: z
      .array(z.object({ id: z.number(), name: z.string(), lines: z.number(), received: wireMoney }))
      .describe('amounts received by the organization and its chapters'),
  }),
})

export const setPayoutDate = route('POST', '/api/organization/{id}/payout/{payoutId}/date', {
  name: 'setPayoutDate',
  summary: 'Set the payment date of a payout; its matches are received on this day',
  access: 'write',
  scope: 'organization',
  params: payoutPath,
  body: z.object({ paid_on: wireDay.nullable().describe('null removes the date') }),
  response: z.object({ payout }),
})

export const listWaitingLines = route('GET', '/api/organization/{id}/payout-line', {
  name: 'listWaitingLines',
  summary: 'Waiting payout lines with possible matches and reasons',
  access: 'read',
  ...inOrganization,
  query: z.object({ payout: wireId.optional() }),
  response: z.object({
    lines: z.array(z.object({ line: payoutLine, candidates: z.array(candidate) })).describe('at most 50'),
    total: z.number(),
  }),
})

export const settlePayoutLine = route('POST', '/api/organization/{id}/payout-line/{lineId}/settle', {
  name: 'settlePayoutLine',
  summary: 'Assign a waiting line to one or more matches, or mark it as a duplicate payment',
  access: 'write',
  scope: 'organization',
  params: linePath,
  body: z
    .object({
      donation_id: wireId.nullable().optional().describe('match of the line; null to create a new match'),
      parts: z
        .array(z.object({ donation_id: wireId, amount: partAmount }))
        .min(1)
        .max(partsAtMost)
        .optional()
        .describe('several matches with their amounts; the rest of the line remains waiting'),
      same_payment: z.literal(true).optional().describe('mark as a duplicate of the payment in `repeats`'),
    })
    .refine(
      ({ donation_id, parts, same_payment }) =>
        [donation_id, parts, same_payment].filter((it) => it !== undefined).length === 1,
      {
        message: 'Choose one: donation_id, parts or same_payment',
      },
    ),
  response: z.object({ line: payoutLine }),
})

export const reopenPayoutLine = route('POST', '/api/organization/{id}/payout-line/{lineId}/reopen', {
  name: 'reopenPayoutLine',
  summary: 'Unlink a line from its match; the line waits again, and the match returns to its previous state',
  access: 'write',
  scope: 'organization',
  params: linePath,
  response: z.object({ line: payoutLine }),
})

const file = z
  .custom<Blob>()
  .meta({ type: 'string', format: 'binary', description: 'at most 10 MB and 4000 lines: .csv, .xlsx or .xls' })

export const uploadPayoutReport = route('POST', '/api/organization/{id}/payout-report', {
  name: 'uploadPayoutReport',
  summary: 'Upload a payout report; its lines are matched in the background',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: z.object({ report: file }),
  bodyKind: 'multipart',
  response: z.object({ report: payoutReport }),
  status: 202,
  rate: { max: 60, seconds: 60 },
})

export const getPayoutReport = route('GET', '/api/organization/{id}/payout-report/{reportId}', {
  name: 'getPayoutReport',
  summary: 'Progress and result of a payout report',
  access: 'read',
  scope: 'organization',
  params: reportPath,
  response: z.object({ report: payoutReport }),
})

export const answerPayoutReport = route('POST', '/api/organization/{id}/payout-report/{reportId}/answer', {
  name: 'answerPayoutReport',
  summary: 'Answer the questions of a payout report; others have their preselected answers',
  access: 'write',
  scope: 'organization',
  params: reportPath,
  body: z.object({ answers: z.record(optionKey, optionKey).describe('question ID → option') }),
  response: z.object({ report: payoutReport }),
})

export const addUnmatchedLines = route('POST', '/api/organization/{id}/payout-report/{reportId}/add-unmatched', {
  name: 'addUnmatchedLines',
  summary: 'Add the unmatched lines of a report as new matches; undoing the report removes them',
  access: 'write',
  scope: 'organization',
  params: reportPath,
  response: z.object({ report: payoutReport, added: z.number() }),
})

export const voidPayments = route('POST', '/api/organization/{id}/payout-report/{reportId}/void', {
  name: 'voidPayments',
  summary: 'Remove the lines of payments that the report calls undone from all sums; undo restores them',
  access: 'write',
  scope: 'organization',
  params: reportPath,
  body: z.object({ undo: z.boolean().default(false) }),
  response: z.object({ report: payoutReport }),
})

export const undoPayoutReport = route('POST', '/api/organization/{id}/payout-report/{reportId}/undo', {
  name: 'undoPayoutReport',
  summary: 'Undo a payout report in the background; all matches return to their previous state',
  access: 'write',
  scope: 'organization',
  params: reportPath,
  response: z.object({ report: payoutReport }),
})

const text = (most: number) => z.string().trim().max(most, payoutMessages.long)
const amount = typedAmount(payoutMessages.amount, { min: 0.01, max: 1_000_000_000 })

export const checkLine = z.object({
  donor_name: text(200).default(''),
  donor_email: text(255).default(''),
  amount,
  note: text(300).default('').describe('gift ID, if stated in the letter'),
})

export const checkForm = z.object({
  payer: text(200).min(1, payoutMessages.payer),
  reference: text(100).default('').describe('check number'),
  paid_on: z.string(payoutMessages.day).trim().pipe(wireDay),
  lines: z.array(checkLine).min(1, payoutMessages.lines).max(100),
})
export type CheckForm = z.infer<typeof checkForm>

export const addCheck = route('POST', '/api/organization/{id}/payout', {
  name: 'addCheck',
  summary: 'Record a received check; its gifts are matched immediately',
  access: 'write',
  ...inOrganization,
  body: checkForm,
  response: z.object({ report: payoutReport, payout_id: z.number() }),
})

/** Returned with the refusal of a duplicate check. */
export const knownCheck = z.object({ payout_id: z.number() })
export type KnownCheck = z.infer<typeof knownCheck>
