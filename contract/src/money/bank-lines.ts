import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { currency, wireDay, wireId, wireMoney } from '../shared/wire.ts'

/** Lines of bank statements and the payouts that they pay. */

export const bankMessages = {
  text: 'Enter what the bank wrote',
  amount: 'Enter an amount like 250 or 1,250.00',
  day: 'Enter the day it came',
  long: 'This is too long',
  columns:
    'We found no columns for the day, the description and the amount. Please keep the bank’s headings in the file.',
  report:
    'This looks like a report of gifts, not a statement of your bank. Please upload it under Payouts, Upload a report.',
  noPayout: 'There is no such payout here, or it is in another currency.',
  taken: 'Another bank line already covers that payout.',
  twice: 'Choose each payout once.',
  nothingLeft: 'Payouts before it cover the whole line. Take one of them off first.',
  loadFailed: 'Failed to load bank lines',
  addFailed: 'Failed to add the bank line',
  settleFailed: 'Failed to settle the bank line',
  removeFailed: 'Failed to remove the bank line',
  restoreFailed: 'Failed to bring the bank line back',
  statementsFailed: 'Failed to load the statements',
  removeStatementFailed: 'Failed to remove the statement',
  restoreStatementFailed: 'Failed to bring the statement back',
} as const

export const bankLinesPerPage = 50
const payoutsOfALine = 20

const payoutAtBank = z.object({
  payout_id: z.number(),
  payer: z.string(),
  reference: z.string(),
  paid_on: wireDay.nullable(),
})

export const bankLineShape = z.object({
  id: z.number(),
  day: wireDay,
  text: z.string(),
  currency,
  amount: wireMoney,
  left: wireMoney.describe('what no payout covers'),
  payouts: z
    .array(
      payoutAtBank.extend({
        amount: wireMoney.describe('its part of the line'),
        tied_by: z.enum(['number', 'payer', 'person']),
      }),
    )
    .describe('none: it waits, or is no payout'),
  candidates: z
    .array(
      z.object({
        why: z.string(),
        payouts: z.array(payoutAtBank.extend({ awaits: wireMoney.describe('what has not arrived of it, after fees') })),
      }),
    )
    .describe('the payouts that what is left may be, one or some together, the likeliest first; at most five'),
})
export type BankLine = z.infer<typeof bankLineShape>

const linePath = organizationPath.extend({ bankLineId: wireId })

export const listBankLines = route({
  name: 'listBankLines',
  method: 'GET',
  path: '/api/organization/{id}/bank-line',
  summary: 'Lines of bank statements, the newest first, each with its payouts or those that it may be',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    waiting: z.stringbool().default(false).describe('those alone that payouts do not cover'),
  }),
  answer: z.object({ lines: z.array(bankLineShape), total: z.number(), waiting: z.number() }),
})

const amount = typedAmount(bankMessages.amount, { min: 0.01, max: 1_000_000_000 })

export const bankLineForm = z.object({
  day: z.string(bankMessages.day).trim().pipe(wireDay),
  text: requiredText(bankMessages.text).max(300, bankMessages.long),
  amount,
})

const added = z.object({
  added: z.number(),
  back: z.number().describe('lines that had been removed and are here again'),
  known: z.number().describe('lines that were here already'),
  removed: z.number().describe('lines that a person removed before; they stay removed'),
  left_out: z
    .number()
    .describe(
      'money that went out or is in another currency than US or Canadian dollars, and rows that are no booking',
    ),
  tied: z.number().describe('of those added or back, the ones whose payout was certain'),
})
export type AddedBankLines = z.infer<typeof added>

export const addBankLine = route({
  name: 'addBankLine',
  method: 'POST',
  path: '/api/organization/{id}/bank-line',
  summary: 'Record a line of the bank; it finds its payout where that is certain',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  body: bankLineForm,
  answer: added,
})

export const uploadBankStatement = route({
  name: 'uploadBankStatement',
  method: 'POST',
  path: '/api/organization/{id}/bank-statement',
  summary: 'Upload a statement of the bank: what came in finds its payouts where that is certain',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  body: z.object({
    statement: z
      .custom<Blob>()
      .meta({ type: 'string', format: 'binary', description: 'at most 10 MB and 4000 lines: .csv, .xlsx or .xls' }),
  }),
  bodyKind: 'multipart',
  answer: added,
  rate: { max: 60, seconds: 60 },
})

export const settleBankLine = route({
  name: 'settleBankLine',
  method: 'POST',
  path: '/api/organization/{id}/bank-line/{bankLineId}/settle',
  summary: 'Say which payouts a line of the bank is, or take it off its payouts',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: linePath,
  body: z.object({
    payout_ids: z
      .array(wireId)
      .max(payoutsOfALine)
      .refine((ids) => new Set(ids).size === ids.length, bankMessages.twice)
      .describe('none: it is no payout'),
  }),
  answer: z.object({ line: bankLineShape }),
})

export const removeBankLine = route({
  name: 'removeBankLine',
  method: 'DELETE',
  path: '/api/organization/{id}/bank-line/{bankLineId}',
  summary: 'Remove a line of the bank that was entered by mistake; its payouts wait for their line again',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: linePath,
  answer: z.object({}),
})

export const restoreBankLine = route({
  name: 'restoreBankLine',
  method: 'POST',
  path: '/api/organization/{id}/bank-line/{bankLineId}/restore',
  summary: 'Bring a removed line of the bank back, with its payouts where they have not arrived with other lines',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: linePath,
  answer: z.object({ line: bankLineShape }),
})

/** Limit of listed statements, newest first. */
export const maxStatements = 50

export const bankStatement = z.object({
  id: z.number(),
  file_name: z.string(),
  user: z.object({ name: z.string() }),
  created_at: z.string(),
  lines: z.number().describe('that stand in it and are here'),
  goes: z.number().describe('lines that would go with it'),
  linked: z.number().describe('lines that would stay because payouts are linked to them'),
  elsewhere: z.number().describe('others that would stay: typed in by a person, or in another statement too'),
})
export type BankStatement = z.infer<typeof bankStatement>

export const listBankStatements = route({
  name: 'listBankStatements',
  method: 'GET',
  path: '/api/organization/{id}/bank-statement',
  summary: `The last ${maxStatements} statements of the bank that were uploaded, and what removing each would take away`,
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  answer: z.object({ statements: z.array(bankStatement) }),
})

const statementPath = organizationPath.extend({ statementId: wireId })

export const removeBankStatement = route({
  name: 'removeBankStatement',
  method: 'DELETE',
  path: '/api/organization/{id}/bank-statement/{statementId}',
  summary: 'Remove a statement with the lines that only it has; those that payouts are linked to stay',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: statementPath,
  answer: z.object({ removed: z.number(), linked: z.number(), elsewhere: z.number() }),
})

export const restoreBankStatement = route({
  name: 'restoreBankStatement',
  method: 'POST',
  path: '/api/organization/{id}/bank-statement/{statementId}/restore',
  summary: 'Bring a removed statement back with the lines that went with it',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: statementPath,
  answer: z.object({ lines: z.number() }),
})
