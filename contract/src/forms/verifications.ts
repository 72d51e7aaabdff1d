import { z } from 'zod'
import { changeMessages, maxDonationsPerCall, undo } from '../donations/donation-changes.ts'
import { hasVisibleText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { currency, inOrganization, wireDay, wireId, wireMoney } from '../shared/wire.ts'

/**
 * The nonprofit signs here or by hand, verifies on the platform, submits with a campaign, or confirms to the company.
 */
export const verificationKinds = ['sign', 'by_hand', 'platform', 'campaign', 'company'] as const
export type VerificationKind = (typeof verificationKinds)[number]

export const verificationPageSize = 50
/** Each PDF is generated while the caller waits. */
export const maxFormsPerSigning = 10

export const verificationMessages = {
  loadFailed: 'Failed to load the list.',
  askFailed: 'Failed to note the request.',
  signFailed: 'Failed to sign.',
  notSigner:
    'You aren’t authorized to sign for this organization. An admin can change that under Organization Details, Users.',
  support: 'Only the organization’s team can sign for it.',
  name: 'Enter your full name',
  consent: 'Check the box to sign',
  choose: 'Choose at least one form',
  checkFailed: 'Failed to check the file.',
  notThere: 'This match is no longer here.',
  notWaiting: 'This match no longer needs your signature.',
  notSignedHere: 'The donor didn’t sign this form here. Sign it by hand and send it in, then press Verified.',
  giftChanged:
    'The gift changed after the donor signed, so the form is out of date. Press “& Re-Email” in the match to have the donor sign again.',
  noPlace: 'This form has no field for the nonprofit’s signature. Sign it by hand and send it in, then press Verified.',
  changed:
    'Our copy of this form differs from what the donor signed, so you can’t sign it. Ask the donor to sign again.',
} as const

/** Returns the consent of a person who signs for a nonprofit. */
export const nonprofitConsent = (organization: string): string =>
  `I’m authorized to sign for ${organization}. The information on the form is true to the best of my knowledge, and my typed name is my signature.`

export const verification = z.object({
  donation_id: z.number(),
  organization: z.object({ id: z.number(), name: z.string() }),
  donor_name: z.string(),
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  amount: wireMoney,
  matched: wireMoney.describe('expected match; 0 if unknown'),
  currency,
  donated_at: z.string().describe('YYYY-MM-DD'),
  transaction_id: z.string(),
  asks: z.enum(verificationKinds),
  asked_by: z.string().describe('name of the platform, campaign or company that requires it'),
  group: z.string().describe('key of the verification group'),
  contact: z.string().describe('contact of the company; empty if unknown'),
  until: z.string().nullable().describe('YYYY-MM-DD, last day by the company’s rules; null if unknown'),
  is_late: z.boolean(),
  since: z.string().describe('time when the wait started'),
  form_pages: z.number().describe('pages of the form to sign here; 0 if none'),
})
export type Verification = z.infer<typeof verification>

export const verificationGroup = z.object({
  key: z.string(),
  asks: z.enum(verificationKinds),
  name: z.string(),
  count: z.number(),
  url: z.string().describe('sign-in address for the nonprofit; empty if unknown'),
  steps: z.array(z.string()).describe('the platform’s steps for the nonprofit'),
  campaign_id: z.number().nullable(),
})
export type VerificationGroup = z.infer<typeof verificationGroup>

export const signer = z.object({
  name: z.string(),
  title: z.string(),
  why_not: z.string().nullable().describe('reason why the caller may not sign; null if allowed'),
})

export const listVerifications = route('GET', '/api/organization/{id}/verification', {
  name: 'listVerifications',
  summary: 'Matches that wait for the nonprofit, most urgent first, with the required action and deadline',
  access: 'read',
  ...inOrganization,
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    group: z.string().max(100).optional(),
  }),
  response: z.object({
    total: z.number().describe('number in the chosen group, or in all groups'),
    all: z.number(),
    late: z.number(),
    groups: z.array(verificationGroup).describe('largest first'),
    verifications: z.array(verification),
    signer,
  }),
})

export const askToVerify = route('POST', '/api/organization/{id}/verification', {
  name: 'askToVerify',
  summary:
    'Record that a company or its platform requires verification of gifts. Applies to all gifts, or fails with a reason',
  access: 'write',
  ...inOrganization,
  body: z.object({
    donation_ids: z.array(wireId).min(1, changeMessages.choose).max(maxDonationsPerCall),
    asked_by: z
      .string()
      .trim()
      .max(200)
      .default('')
      .describe('name of the requester; empty for the company or its platform'),
    until: wireDay
      .nullable()
      .default(null)
      .describe('last day in the caller’s time zone, today or later; null if none was given'),
  }),
  response: z.object({ undo }),
})

export const signForms = route('POST', '/api/organization/{id}/signature', {
  name: 'signForms',
  summary: `Sign the forms of up to ${maxFormsPerSigning} matches for the nonprofit. Each is signed independently, with a reason on failure`,
  access: 'write',
  ...inOrganization,
  body: z.object({
    donation_ids: z.array(wireId).min(1, verificationMessages.choose).max(maxFormsPerSigning),
    name: z
      .string(verificationMessages.name)
      .trim()
      .min(2, verificationMessages.name)
      .max(100)
      .refine(hasVisibleText, verificationMessages.name),
    consent: z.literal(true, verificationMessages.consent),
  }),
  response: z.object({
    signed: z.array(
      z.object({
        donation_id: z.number(),
        problem: z.string().nullable().describe('reason for a failure; null if signed'),
      }),
    ),
    undo,
  }),
})

export const showSignedForm = route('GET', '/api/donation/{id}/form/page/{page}', {
  name: 'showSignedForm',
  summary: 'A page of the form of a match as an image, with its signatures so far',
  access: 'read',
  scope: 'donation',
  params: z.object({ id: wireId, page: z.coerce.number().int().min(1).max(1_000_000) }),
  response: z.object({ image: z.string().describe('PNG image as a data: URL') }),
})

/** Results of checking a signed form. */
export const verdicts = {
  same: 'This is the signed form, identical to our copy.',
  copy: 'This file is identical to the form signed here. Our own copy was changed or lost, so keep this file safe and tell our support team.',
  packet:
    'The signed form attached to this match packet is identical to our copy. The packet’s own pages aren’t sealed, so trust the attached signed-form.pdf.',
  former:
    'This is a signed form, identical to our copy, but no longer the current one: the employer changed or the match was requested again. See “Signed forms” in the match.',
  sealed: 'The record is ours, and the attached form is the one that was signed.',
  pages:
    'The record and the attached form are ours and unchanged, but the file around them was altered. Trust the attached document.pdf, not the pages in front.',
  changed: 'The record is ours, but the attached form isn’t the one that was signed. Don’t accept this file.',
  foreign:
    'The seal isn’t ours, or someone changed the record. Don’t accept this file until you’ve checked with whoever made it.',
  none: 'We can’t find a signature record in this file. Upload the original signed PDF, not a scan, a printout, or a re-saved or damaged copy.',
} as const
export type Verdict = keyof typeof verdicts
const verdictIds = Object.keys(verdicts).filter((id): id is Verdict => id in verdicts)

export const checkSignature = route('POST', '/api/organization/{id}/signature/check', {
  name: 'checkSignature',
  summary: 'Verify a signed form, sent as the multipart field `file`; the file is not stored',
  access: 'read',
  ...inOrganization,
  changes: false,
  body: z.object({}),
  bodyKind: 'multipart',
  response: z.object({
    verdict: z.enum(verdictIds as [Verdict, ...Verdict[]]),
    record: z
      .object({
        match: z.number(),
        organization: z.string(),
        company: z.string(),
        signatures: z.array(
          z.object({
            role: z.enum(['donor', 'nonprofit']),
            name: z.string(),
            title: z.string(),
            email: z.string(),
            signed_at: z.string(),
          }),
        ),
      })
      .nullable()
      .describe('signature record; null if the file has no valid record'),
  }),
})
