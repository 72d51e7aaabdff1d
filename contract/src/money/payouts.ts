import { payoutLineKinds } from '@twofold/matching'
import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { currency, wireDay, wireId, wireMoney } from '../shared/wire.ts'

/** Received money: payments of employers and platforms, their lines, and the matches that they pay. */

export const payoutMessages = {
  payer: 'Enter who paid',
  long: 'This is too long',
  amount: 'Enter an amount like 250 or 1,250.00',
  day: 'Enter the day it came',
  lines: 'Enter at least one gift',
  known: 'This check is already here: same payer, same number, same day.',
  knownUnnumbered: 'This check is already here: same payer, same day, same donor and amount.',
  noMoney: 'There is no payment in this file: no row has an amount that was paid. Nothing was recorded.',
  notAsked: 'This report was answered in the meantime.',
  notRecorded: 'Not recorded: it is another organization’s report.',
  notRead: 'The report has to be read before its lines can be added.',
  parts: 'The parts come to more than this line.',
  partTwice: 'Choose each match once.',
  noRepeat: 'This line tells of no payment that is here already.',
  answerFailed: 'Failed to save the answer',
  addFailed: 'Failed to add the matches',
  gone: 'Somebody else settled this line in the meantime.',
  notTied: 'This line waits already.',
  noMatch: 'There is no match with this ID in your organization or its chapters.',
  currency: 'That match is in another currency than this payment.',
  cancelled: 'That match is set aside, so no money can be tied to it. Restore it first.',
  negative: 'This line takes money back, so it cannot become a match of its own. Choose the match that had the money.',
  moreThanReceived:
    'This line takes money back, and that match has not received so much. Choose the match that had the money, or leave the line waiting until the payment is here.',
  takenBackSince:
    'Another line takes money of this match back, so this one can’t be unlinked alone. Unlink the line that takes it back first.',
  bankStatement:
    'This looks like a statement of your bank: each booking would become a match. Please upload it under Payouts, Bank lines.',
  undoing: 'A report is being undone right now. Please save this check again when that is done.',
  notDone: 'Only a report that was read can be undone.',
  elsewhere: 'This money is with a match of a former chapter. It keeps the match as it is, so the line stays with it.',
  undoneElsewhere:
    'Money of this report is with matches of a former chapter, which keeps them as they are. Unlink single lines of your own matches instead.',
  notUndone:
    'Something on our side kept going wrong, so this report was not undone and nothing changed. Please try again.',
  uploadFailed: 'Failed to upload the report',
  loadFailed: 'Failed to load payouts',
  settleFailed: 'Failed to settle the line',
  saveFailed: 'Failed to save the check',
  undoFailed: 'Failed to undo the report',
} as const

/** Shown for an organization that left, because the former parent may not see its name. */
export const formerChapter = 'A former chapter'

export const payoutsPerPage = 50
export const payoutLinesPerPage = 100
export const waitingLinesPerPage = 50

const reportState = z.enum(['queued', 'running', 'asking', 'done', 'failed', 'undoing', 'undone'])

export const payoutReport = z.object({
  id: z.number(),
  state: reportState,
  file_name: z.string().nullable().describe('null: typed in'),
  lines: z.number(),
  done: z.number().describe('lines that were gone through; while it is undone, of those that were matched'),
  tied: z.number().describe('lines whose match was clear'),
  doubtful: z
    .number()
    .describe('lines that could belong to several matches, or to a payment that was here, when the report was read'),
  unmatched: z.number().describe('lines that fit no gift and wait; none becomes a match before somebody says so'),
  to_add: z.number().describe('of the unmatched, those that still wait'),
  own_gifts: z.number().describe('gifts of donors that the platform forwarded; no money of employers'),
  added: z.number().describe('lines that were added as new matches because somebody said so'),
  known: z.number().describe('lines that were there already'),
  thanks: z
    .number()
    .describe('thank-you emails that it brought and that wait; none goes out before somebody releases it'),
  waits_for_undo: z.boolean().describe('it is read when an earlier report that is being undone is undone'),
  refused: z
    .array(z.object({ row: z.number(), sheet_row: z.number(), why: z.string() }))
    .describe('lines that are no money received, or cannot be read; at most 200'),
  refused_count: z.number(),
  warnings: z.array(z.string()),
  question: z
    .object({
      words: z.string(),
      examples: z.array(z.object({ sheet_row: z.number(), words: z.string() })).describe('at most 5'),
    })
    .nullable()
    .describe('what is asked before anything of the report is recorded; null unless its state is asking'),
  error: z.string().nullable().describe('why it failed, or why it was not undone'),
  user: z.object({ name: z.string() }),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
export type PayoutReport = z.infer<typeof payoutReport>

export const payout = z.object({
  id: z.number(),
  report_id: z.number(),
  reference: z.string().describe("the payer's number; blank: none is known"),
  payer: z.string(),
  platform: z.string().nullable(),
  paid_on: wireDay.nullable(),
  period_end: wireDay.nullable(),
  currency,
  gross: wireMoney.describe('tied + waiting + own_gifts + unexplained'),
  fees: wireMoney,
  tied: wireMoney.describe('received by matches'),
  waiting: wireMoney.describe('in lines that wait for a person; may be negative'),
  own_gifts: wireMoney.describe('gifts of donors that the platform forwarded; no money of employers'),
  unexplained: wireMoney.describe('paid, and in no line of any report yet'),
  lines: z.number(),
  waiting_lines: z.number(),
  arrived_on: wireDay
    .nullable()
    .describe('when the bank booked the last of it; null: no line of the bank is known to be it'),
  arrived: wireMoney.describe('in lines of the bank'),
  not_arrived: wireMoney.describe('after fees, in no line of the bank yet'),
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
  gift: wireMoney.describe("the donor's own money in this payout"),
  match: wireMoney.describe("the employer's"),
  fee: wireMoney,
  stated_gift: wireMoney.nullable().describe('what the donor gave elsewhere'),
  balance: wireMoney.nullable().describe('what the employer still means to pay'),
  note: z.string(),
  state: z
    .enum(['tied', 'doubtful', 'own_gift', 'same'])
    .describe("own_gift: the donor's own money, of no match; same: another line tells of this payment, and counts"),
  unmatched: z.boolean().describe('no gift here fits it'),
  repeats: z
    .object({
      payout_id: z.number(),
      payer: z.string(),
      reference: z.string(),
      paid_on: wireDay.nullable(),
      is_typed: z.boolean(),
      words: z.string().describe('"payment OCT26AAAA from Benevity"'),
    })
    .nullable()
    .describe('the payment that is here already and that it may tell of; of a line in state same, the one that counts'),
  tied_by: z.enum(['id', 'email_amount_date', 'expected', 'earlier_line', 'person', 'new']).nullable(),
  donation_id: z.number().nullable(),
  organization_id: z.number().nullable(),
  organization: z.string().nullable().describe('whose match it is; null: the line waits for a person'),
  elsewhere: z.boolean().describe('its match is of a chapter that left: neither can be changed here any more'),
})
export type PayoutLine = z.infer<typeof payoutLine>

export const candidate = z.object({
  donation_id: z.number(),
  why: z.string(),
  part: wireMoney
    .nullable()
    .describe('where several matches together come to exactly the line: what of it is for this one'),
  donor_name: z.string(),
  donor_email: z.string(),
  company: z.string(),
  organization: z.string(),
  amount: wireMoney,
  matched: wireMoney.describe('as estimated'),
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

export const listPayouts = route({
  name: 'listPayouts',
  method: 'GET',
  path: '/api/organization/{id}/payout',
  summary: 'Money received: payouts, the newest first, with their sums and the last reports',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: z.object({ page }),
  answer: z.object({
    payouts: z.array(payout),
    total: z.number(),
    sums: z.array(sums).describe('one for each currency'),
    reports: z.array(payoutReport).describe('the last ten uploads'),
  }),
})

export const getPayout = route({
  name: 'getPayout',
  method: 'GET',
  path: '/api/organization/{id}/payout/{payoutId}',
  summary: 'One payout with its lines',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: payoutPath,
  query: z.object({ page }),
  answer: z.object({
    payout,
    report: payoutReport.describe('that brought it first, of those that are still there'),
    reports: z
      .array(payoutReport)
      .describe('all that brought it or lines of it, each of which can be undone; at most 50'),
    lines: z.array(payoutLine),
    organizations: z
      .array(z.object({ id: z.number(), name: z.string(), lines: z.number(), received: wireMoney }))
      .describe('whose matches received it, of an organization and its chapters'),
  }),
})

export const listWaitingLines = route({
  name: 'listWaitingLines',
  method: 'GET',
  path: '/api/organization/{id}/payout-line',
  summary: 'Lines that wait for a person, each with the matches it may belong to and why',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  query: z.object({ payout: wireId.optional() }),
  answer: z.object({
    lines: z.array(z.object({ line: payoutLine, candidates: z.array(candidate) })).describe('at most 50'),
    total: z.number(),
  }),
})

export const settlePayoutLine = route({
  name: 'settlePayoutLine',
  method: 'POST',
  path: '/api/organization/{id}/payout-line/{lineId}/settle',
  summary: 'Say which match or matches a waiting line belongs to, or that it tells of a payment that is here already',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: linePath,
  body: z
    .object({
      donation_id: wireId.nullable().optional().describe('null: it becomes a match of its own'),
      parts: z
        .array(z.object({ donation_id: wireId, amount: partAmount }))
        .min(1)
        .max(partsAtMost)
        .optional()
        .describe('several matches, each with its part; what is left of the line goes on waiting'),
      same_payment: z.literal(true).optional().describe('the payment in `repeats`: it counts once'),
    })
    .refine(
      ({ donation_id, parts, same_payment }) =>
        [donation_id, parts, same_payment].filter((it) => it !== undefined).length === 1,
      {
        message: 'Choose one: donation_id, parts or same_payment',
      },
    ),
  answer: z.object({ line: payoutLine }),
})

export const reopenPayoutLine = route({
  name: 'reopenPayoutLine',
  method: 'POST',
  path: '/api/organization/{id}/payout-line/{lineId}/reopen',
  summary: 'Take a line off its match again: it waits for a person, and the match goes back to where it was',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: linePath,
  answer: z.object({ line: payoutLine }),
})

const file = z
  .custom<Blob>()
  .meta({ type: 'string', format: 'binary', description: 'at most 10 MB and 4000 lines: .csv, .xlsx or .xls' })

export const uploadPayoutReport = route({
  name: 'uploadPayoutReport',
  method: 'POST',
  path: '/api/organization/{id}/payout-report',
  summary: 'Upload a report of money paid; its lines find their matches in the background',
  who: 'write',
  within: 'organization',
  params: organizationPath,
  body: z.object({ report: file }),
  bodyKind: 'multipart',
  answer: z.object({ report: payoutReport }),
  status: 202,
  rate: { max: 60, seconds: 60 },
})

export const getPayoutReport = route({
  name: 'getPayoutReport',
  method: 'GET',
  path: '/api/organization/{id}/payout-report/{reportId}',
  summary: 'How far a report is, and what came of it',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: reportPath,
  answer: z.object({ report: payoutReport }),
})

export const answerPayoutReport = route({
  name: 'answerPayoutReport',
  method: 'POST',
  path: '/api/organization/{id}/payout-report/{reportId}/answer',
  summary: 'Say whether a report that was asked about is recorded',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: reportPath,
  body: z.object({ record: z.boolean() }),
  answer: z.object({ report: payoutReport }),
})

export const addUnmatchedLines = route({
  name: 'addUnmatchedLines',
  method: 'POST',
  path: '/api/organization/{id}/payout-report/{reportId}/add-unmatched',
  summary: 'Add the lines of a report that fit no gift as new matches; they go when the report is undone',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: reportPath,
  answer: z.object({ report: payoutReport, added: z.number() }),
})

export const undoPayoutReport = route({
  name: 'undoPayoutReport',
  method: 'POST',
  path: '/api/organization/{id}/payout-report/{reportId}/undo',
  summary: 'Take a report back with all it did, in the background: every match goes back to where it was',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: reportPath,
  answer: z.object({ report: payoutReport }),
})

const text = (most: number) => z.string().trim().max(most, payoutMessages.long)
const amount = typedAmount(payoutMessages.amount, { min: 0.01, max: 1_000_000_000 })

export const checkLine = z.object({
  donor_name: text(200).default(''),
  donor_email: text(255).default(''),
  amount,
  note: text(300).default('').describe('the ID of the gift, where the letter names one'),
})

export const checkForm = z.object({
  payer: text(200).min(1, payoutMessages.payer),
  reference: text(100).default('').describe('the number of the check'),
  paid_on: z.string(payoutMessages.day).trim().pipe(wireDay),
  lines: z.array(checkLine).min(1, payoutMessages.lines).max(100),
})
export type CheckForm = z.infer<typeof checkForm>

export const addCheck = route({
  name: 'addCheck',
  method: 'POST',
  path: '/api/organization/{id}/payout',
  summary: 'Record a check that came by mail; its gifts find their matches at once',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  body: checkForm,
  answer: z.object({ report: payoutReport, payout_id: z.number() }),
})

/** Returned with the refusal of a duplicate check. */
export const knownCheck = z.object({ payout_id: z.number() })
export type KnownCheck = z.infer<typeof knownCheck>
