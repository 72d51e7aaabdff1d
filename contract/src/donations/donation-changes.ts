import { employmentIds, giftKindIds } from '@twofold/matching'
import { z } from 'zod'
import { sendReview } from '../email/mails.ts'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { currency, emailAddress, inOrganization, wireId } from '../shared/wire.ts'
import { reservedKeys } from './donation-columns.ts'
import { donationDetail } from './donations.ts'

/** Spec 2, sections 4, 7, and 8. */

export const changeMessages = {
  silenceFailed: 'Failed to update match silence status.',
  statusFailed: 'Failed to update donation status.',
  deleteFailed: 'Failed to delete match.',
  saveFailed: 'Failed to save match.',
  reprocessFailed: 'Failed to save and reprocess match.',
  fetchFailed: 'Failed to fetch match data. Please try again later.',
  amount: 'Enter an amount like 25',
  largeAmount: 'Enter an amount up to 1,000,000,000',
  day: 'Enter a date like 2026-11-20',
  noDay: 'Choose the gift’s date',
  dateAhead: 'The date is in the future',
  donor: 'Enter the donor’s name',
  longName: 'Use at most 200 characters',
  email: 'Enter an email address like name@example.org',
  choose: 'Choose at least one donation',
  gone: 'It’s too late to undo this.',
  movedOn: 'Couldn’t undo this because the match has changed since. See its timeline.',
  lost: 'This match was changed in another tab or by someone else. Your changes are still here: check the new values and save again.',
  isPartOfMatch: 'This gift is part of another match. Use that match’s buttons instead.',
  sumOfSeveral:
    'This match combines several gifts, and its amount is their total. Change the amount of a single gift instead.',
  unknownCompany: 'That company isn’t in the directory.',
  unknownDonor: 'There’s no donor with this ID.',
  longAgo: 'This match was canceled more than 30 days ago and can’t be restored.',
  combinedIsClosed: 'This gift is part of a closed match. Restore that match first.',
  usesIdOfGift: 'The request uses this gift’s ID, so you can’t cancel it alone. Cancel the whole match.',
  noBill: 'This match wasn’t charged, so there’s nothing to refund.',
  hasBill: 'This match was charged. Refund it instead.',
  othersAtWork: 'Someone else is updating these matches. Nothing was changed. Try again in a moment.',
} as const

/** Webhooks are delayed by the same time. Slow networks get it again. */
export const undoSeconds = 10
export const restorableDays = 30
export const maxDonationsPerCall = 500

const largestAmount = 1_000_000_000
const amount = typedAmount(changeMessages.amount, {
  min: 0.01,
  max: largestAmount,
  tooMuch: changeMessages.largeAmount,
}).describe('decimal currency units')

const timestampPattern =
  /^(?:\d{1,2}\/\d{1,2}\/\d{4}|(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?:(:\d{2})(?:\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?)?)$/

const moment = z
  .string(changeMessages.day)
  .trim()
  .regex(timestampPattern, { error: ({ input }) => (input === '' ? changeMessages.noDay : changeMessages.day) })
  .transform(normalizeTimestamp)
  .refine((text) => isTimestamp(text), changeMessages.day)
  .describe(
    'local date or time of the organization; times with an offset (RFC 3339) are converted, and 11/03/2026 is November 3',
  )

function normalizeTimestamp(text: string): string {
  const [, usMonth = '', usDay = '', usYear = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (usYear) return `${usYear}-${usMonth.padStart(2, '0')}-${usDay.padStart(2, '0')} 00:00:00`
  const [, day = '', time = '00:00', seconds = ':00', offset = ''] = timestampPattern.exec(text) ?? []
  return `${day} ${time}${seconds}${offset.toUpperCase()}`
}

function isTimestamp(text: string): boolean {
  const wall = text.slice(0, 19).replace(' ', 'T')
  const at = new Date(`${wall}Z`)
  const isOffset = text.length === 19 || !Number.isNaN(new Date(text.replace(' ', 'T')).getTime())
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === wall && text >= '1900' && isOffset
}

const longestValue = 2_000
const fieldsAtMost = 100

/** Values become text. Reserved keys are ignored. */
const custom = z
  .record(z.string().trim().min(1).max(200), z.unknown())
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([key]) => !reservedKeys.includes(key))))
  .pipe(
    z.record(
      z.string(),
      z
        .union([z.string().max(longestValue), z.number(), z.boolean(), z.null()])
        .transform((value) => String(value ?? '')),
    ),
  )
  .refine((given) => Object.keys(given).length <= fieldsAtMost, `Use at most ${fieldsAtMost} fields`)
  .describe('custom keys and values; empty values delete a field, and omitted keys stay unchanged')

const companyName = z.string().trim().max(200).describe('name of the employer if no company is selected')

/** Strict, because an ignored field such as a benefit would change the match. */
export const newDonation = z.strictObject({
  donor_name: requiredText(changeMessages.donor).max(200, changeMessages.longName),
  donor_email: z.union([z.literal(''), emailAddress(changeMessages.email)]).default(''),
  amount,
  currency: currency.optional().describe("the organization's currency if missing"),
  donated_at: moment,
  transaction_id: z.string().trim().max(200).default(''),
  company_id: wireId.nullable().default(null),
  company_name: companyName.default(''),
  gift_kind: z.enum(giftKindIds).optional(),
  employment: z.enum(employmentIds).optional(),
  custom: custom.default({}),
  both_are_real: z
    .boolean()
    .default(false)
    .describe('accepts a probable duplicate: same donor with about the same amount and date'),
})
export type NewDonation = z.output<typeof newDonation>

export const changedDonation = z.object({
  amount: amount.optional(),
  donated_at: moment.optional(),
  donor_id: wireId.optional().describe('assigns the gift to this donor of the organization'),
  company_id: wireId.nullish(),
  company_name: companyName.optional(),
  gift_kind: z.enum(giftKindIds).nullish().describe('null leaves the value unchanged'),
  employment: z.enum(employmentIds).nullish().describe('null leaves the value unchanged'),
  custom: custom.optional(),
  silenced: z.boolean().optional(),
  reprocess: z.boolean().default(false).describe("'& Re-Email': restarts the match and emails the donor again"),
  version: z
    .number()
    .int()
    .optional()
    .describe('the `version` last read; rejected with the current values if a field was changed since'),
})
export type ChangedDonation = z.output<typeof changedDonation>

export const undo = z
  .object({ id: z.string(), seconds: z.number() })
  .nullable()
  .describe('ID and time limit in seconds for undoing the change; null if nothing changed')
export type Undo = NonNullable<z.output<typeof undo>>

const donationPath = z.object({ id: wireId })
const changedMatch = z.object({ donation: donationDetail, undo })

export const createDonation = route('POST', '/api/organization/{id}/donation', {
  name: 'createDonation',
  summary: 'Create a donation and evaluate its match immediately',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: newDonation,
  response: z.object({ donation: donationDetail }),
})

/** Returned as `current` when a gift is refused as a probable duplicate. */
export const probableDuplicate = z.object({ probable: z.object({ id: z.number() }) })
export type ProbableDuplicate = z.infer<typeof probableDuplicate>

export const updateDonation = route('PUT', '/api/donation/{id}', {
  name: 'updateDonation',
  summary: 'Update or silence a donation, or restart its match',
  access: 'write',
  scope: 'donation',
  apiKeys: true,
  params: donationPath,
  body: changedDonation,
  response: changedMatch,
})

export const previewChange = route('POST', '/api/donation/{id}/preview', {
  name: 'previewChange',
  summary: 'Preview the resulting status and emails of a change without applying it',
  access: 'write',
  scope: 'donation',
  apiKeys: true,
  changes: false,
  params: donationPath,
  body: changedDonation,
  response: z.object({
    status_id: z.number().describe('resulting status of the match'),
    review: sendReview.describe('resulting emails'),
  }),
})

export const deleteDonation = route('DELETE', '/api/donation/{id}', {
  name: 'deleteDonation',
  summary: `Cancel a match, or one gift of a combined match; can be restored for ${restorableDays} days`,
  access: 'write',
  scope: 'donation',
  apiKeys: true,
  params: donationPath,
  query: z.object({
    gift_only: z
      .enum(['true', 'false'])
      .default('false')
      .describe('true cancels only this gift of a combined match; the match continues with the other gifts'),
  }),
  response: changedMatch,
})

/** The three statuses in the specification, and those whose call it does not show. */
export const confirmStatuses = {
  submitted: 'submit',
  refunded: 'refund',
  'no-charge': 'no_charge',
  verified: 'verify',
  'submit-for-match': 'release',
  restored: 'restore',
  confirmed: 'confirm',
} as const
export type ConfirmStatus = keyof typeof confirmStatuses

export const confirmDonations = route('POST', '/api/donation/confirm', {
  name: 'confirmDonations',
  summary: 'Update the status of several donations; either all or none are changed',
  access: 'write',
  scope: 'donations',
  apiKeys: true,
  whileClosed: 'refuses',
  body: z.object({
    donation_ids: z.array(wireId).min(1, changeMessages.choose).max(maxDonationsPerCall),
    status: z.enum(['submitted', 'refunded', 'no-charge', 'verified', 'submit-for-match', 'restored', 'confirmed']),
  }),
  response: z.object({
    donations: z.array(z.object({ id: z.number(), from_status_id: z.number(), status_id: z.number() })),
    undo,
  }),
})

export const undoChange = route('POST', '/api/organization/{id}/donation/undo', {
  name: 'undoChange',
  summary: `Undo a change completely within ${undoSeconds} seconds`,
  access: 'write',
  ...inOrganization,
  body: z.object({ undo_id: z.uuid() }),
  response: z.object({ donation_ids: z.array(z.number()) }),
})
