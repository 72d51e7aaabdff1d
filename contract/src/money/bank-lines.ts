import { z } from 'zod'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { currency, inOrganization, organizationPath, wireDay, wireId, wireMoney } from '../shared/wire.ts'

export const bankMessages = {
  text: 'Enter the bank’s description',
  amount: 'Enter an amount like 250 or 1,250.00',
  day: 'Enter the date received',
  long: 'This is too long',
  columns: 'We can’t find columns for the date, description and amount. Keep the bank’s headings in the file.',
  report: 'This looks like a payout report, not a bank statement. Upload it under Payouts, Upload a report.',
  noPayout: 'We can’t find that payout, or it’s in another currency.',
  taken: 'Another deposit already covers that payout.',
  twice: 'Choose each payout once.',
  nothingLeft: 'Other payouts already cover the whole deposit. Unlink one first.',
  loadFailed: 'Failed to load the deposits',
  addFailed: 'Failed to add the deposit',
  settleFailed: 'Failed to link the deposit',
  removeFailed: 'Failed to remove the deposit',
  restoreFailed: 'Failed to restore the deposit',
  statementsFailed: 'Failed to load the statements',
  removeStatementFailed: 'Failed to remove the statement',
  restoreStatementFailed: 'Failed to restore the statement',
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
  left: wireMoney.describe('amount not covered by payouts'),
  payouts: z
    .array(
      payoutAtBank.extend({
        amount: wireMoney.describe('part of the line covered by this payout'),
        tied_by: z.enum(['number', 'payer', 'person']),
      }),
    )
    .describe('payouts linked to the line; empty if unsettled or not a payout'),
  candidates: z
    .array(
      z.object({
        why: z.string(),
        payouts: z.array(payoutAtBank.extend({ awaits: wireMoney.describe('amount not received yet, after fees') })),
      }),
    )
    .describe('possible payouts or combinations for the remaining amount, most likely first; at most 5'),
})
export type BankLine = z.infer<typeof bankLineShape>

const linePath = organizationPath.extend({ bankLineId: wireId })

export const listBankLines = route('GET', '/api/organization/{id}/bank-line', {
  name: 'listBankLines',
  summary: 'Bank lines, newest first, with linked or possible payouts',
  access: 'read',
  ...inOrganization,
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    waiting: z.stringbool().default(false).describe('return only lines not fully covered by payouts'),
  }),
  response: z.object({ lines: z.array(bankLineShape), total: z.number(), waiting: z.number() }),
})

const amount = typedAmount(bankMessages.amount, { min: 0.01, max: 1_000_000_000 })

export const bankLineForm = z.object({
  day: z.string(bankMessages.day).trim().pipe(wireDay),
  text: requiredText(bankMessages.text).max(300, bankMessages.long),
  amount,
})

const added = z.object({
  added: z.number(),
  back: z.number().describe('removed lines that were restored'),
  known: z.number().describe('lines that already existed'),
  removed: z.number().describe('lines removed by a user before, which remain removed'),
  left_out: z.number().describe('outgoing amounts, currencies other than USD and CAD, and rows without a transaction'),
  tied: z.number().describe('added or restored lines linked to a payout automatically'),
})
export type AddedBankLines = z.infer<typeof added>

export const addBankLine = route('POST', '/api/organization/{id}/bank-line', {
  name: 'addBankLine',
  summary: 'Add a bank line; linked to its payout automatically if the match is certain',
  access: 'write',
  ...inOrganization,
  body: bankLineForm,
  response: added,
})

export const uploadBankStatement = route('POST', '/api/organization/{id}/bank-statement', {
  name: 'uploadBankStatement',
  summary: 'Upload a bank statement; incoming amounts are linked to payouts automatically if certain',
  access: 'write',
  ...inOrganization,
  body: z.object({
    statement: z
      .custom<Blob>()
      .meta({ type: 'string', format: 'binary', description: 'at most 10 MB and 4000 lines: .csv, .xlsx or .xls' }),
  }),
  bodyKind: 'multipart',
  response: added,
  rate: { max: 60, seconds: 60 },
})

export const settleBankLine = route('POST', '/api/organization/{id}/bank-line/{bankLineId}/settle', {
  name: 'settleBankLine',
  summary: 'Link a bank line to payouts, or unlink it',
  access: 'write',
  scope: 'organization',
  params: linePath,
  body: z.object({
    payout_ids: z
      .array(wireId)
      .max(payoutsOfALine)
      .refine((ids) => new Set(ids).size === ids.length, bankMessages.twice)
      .describe('payouts of the line; empty if it is not a payout'),
  }),
  response: z.object({ line: bankLineShape }),
})

export const removeBankLine = route('DELETE', '/api/organization/{id}/bank-line/{bankLineId}', {
  name: 'removeBankLine',
  summary: 'Remove a bank line; its payouts count as not received again',
  access: 'write',
  scope: 'organization',
  params: linePath,
  response: z.object({}),
})

export const restoreBankLine = route('POST', '/api/organization/{id}/bank-line/{bankLineId}/restore', {
  name: 'restoreBankLine',
  summary: 'Restore a removed bank line and its links to payouts that have no other line',
  access: 'write',
  scope: 'organization',
  params: linePath,
  response: z.object({ line: bankLineShape }),
})

export const maxStatements = 50

export const bankStatement = z.object({
  id: z.number(),
  file_name: z.string(),
  user: z.object({ name: z.string() }),
  created_at: z.string(),
  lines: z.number().describe('lines of the statement that exist'),
  goes: z.number().describe('lines that would be removed with the statement'),
  linked: z.number().describe('lines that would be kept because they are linked to payouts'),
  elsewhere: z.number().describe('other lines that would be kept: entered manually or part of another statement'),
})
export type BankStatement = z.infer<typeof bankStatement>

export const listBankStatements = route('GET', '/api/organization/{id}/bank-statement', {
  name: 'listBankStatements',
  summary: `The last ${maxStatements} uploaded bank statements, with the effect of removing each`,
  access: 'read',
  ...inOrganization,
  response: z.object({ statements: z.array(bankStatement) }),
})

const statementPath = organizationPath.extend({ statementId: wireId })

export const removeBankStatement = route('DELETE', '/api/organization/{id}/bank-statement/{statementId}', {
  name: 'removeBankStatement',
  summary: 'Remove a bank statement and the lines that are only in it; lines linked to payouts are kept',
  access: 'write',
  scope: 'organization',
  params: statementPath,
  response: z.object({ removed: z.number(), linked: z.number(), elsewhere: z.number() }),
})

export const restoreBankStatement = route('POST', '/api/organization/{id}/bank-statement/{statementId}/restore', {
  name: 'restoreBankStatement',
  summary: 'Restore a removed bank statement and its lines',
  access: 'write',
  scope: 'organization',
  params: statementPath,
  response: z.object({ lines: z.number() }),
})
