import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization, wireId } from '../shared/wire.ts'

export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'opted_out', 'deceased'] as const
export const suppressionReason = z.enum(suppressionReasons)
export type SuppressionReason = z.infer<typeof suppressionReason>

export const suppression = z.object({
  reason: suppressionReason,
  at: z.string(),
  detail: z.string().describe('text reported by the mail server; usually empty'),
})
export type Suppression = z.infer<typeof suppression>

export const suppressionMessages = {
  /** A donor who opted out is emailed again only at their own request. Staff must state how it arrived. */
  becauseMissing: 'Enter how the donor asked for emails again',
  becauseLong: 'Keep it within 500 characters',
  notThere: 'Emails to this address are already back on. Someone else may have changed it.',
  stopReason: 'Enter how you know',
  alreadyStopped: 'Emails to this donor are already stopped.',
  stopFailed: 'Couldn’t update the donor',
  loadFailed: 'Couldn’t load the addresses',
  releaseFailed: 'Couldn’t restore emails to this address',
} as const

/** Returns whether only the donor can lift the suppression. A bounced address may be tried again. */
export const needsDonorConsent = (reason: SuppressionReason): boolean => reason !== 'bounced'
export const minReasonLength = 5

const row = suppression.extend({
  organization: z.object({ id: z.number(), name: z.string() }),
  email: z.string().describe('email address in lower case'),
  donor_id: z.number().nullable().describe('donor who has or had the address; null if unknown'),
  donor_name: z.string(),
})
export type SuppressedRow = z.infer<typeof row>

export const listSuppressions = route('GET', '/api/organization/{id}/suppressions', {
  name: 'listSuppressions',
  summary: 'Addresses excluded from emails of an organization and its chapters, newest first',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(50),
    search: z.string().trim().max(100).default('').describe('part of the donor’s name or address'),
    reason: suppressionReason.optional(),
  }),
  response: z.object({
    suppressions: z.array(row),
    counts: z
      .object({
        unsubscribed: z.number(),
        bounced: z.number(),
        complained: z.number(),
        opted_out: z.number(),
        deceased: z.number(),
      })
      .describe('counts for the search, without the `reason` filter'),
  }),
})

export const releaseSuppression = route('POST', '/api/organization/{id}/suppressions/release', {
  name: 'releaseSuppression',
  summary: 'Resume emails to an address; requires `because` unless the address bounced',
  access: 'write',
  ...inOrganization,
  body: z.object({
    email: z.string().trim().min(1).max(320),
    because: z.string().trim().max(500, suppressionMessages.becauseLong).default(''),
    donor_id: wireId.nullable().default(null).describe('donor, if several share the address; null for any'),
  }),
  response: z.object({
    released: z.object({ email: z.string(), reason: suppressionReason, donor_id: wireId.nullable() }),
  }),
})

export const stopReasons = ['opted_out', 'deceased'] as const satisfies SuppressionReason[]
export type StopReason = (typeof stopReasons)[number]

export const stopEmails = route('POST', '/api/donor/{id}/stop-emails', {
  name: 'stopEmails',
  summary: 'Record that a donor opted out of emails or has died; releaseSuppression undoes it',
  access: 'write',
  scope: 'donor',
  params: z.object({ id: wireId }),
  body: z.object({
    reason: z.enum(stopReasons),
    because: z
      .string()
      .trim()
      .min(minReasonLength, suppressionMessages.stopReason)
      .max(500, suppressionMessages.becauseLong),
  }),
  response: z.object({
    stopped: z.object({
      reason: suppressionReason,
      donor_id: wireId,
      gifts: z.number().describe('number of gifts excluded from matching because the donor has died'),
    }),
  }),
})
