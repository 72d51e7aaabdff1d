import { z } from 'zod'
import * as suppressions from '../email/suppressions.ts'
import { route } from '../shared/route.ts'
import { currency, emailAddress, inOrganization, wireId, wireMoney } from '../shared/wire.ts'
import { donationColumns } from './donation-columns.ts'

/** One row per person and organization, whatever the addresses. */

export const donorMessages = {
  name: 'Enter the donor’s name or email address',
  email: 'Enter an email address like name@example.org',
  noAddress: 'This isn’t a personal address. Leave it blank if you don’t know the donor’s.',
  taken: 'Another donor has this address. If they’re the same person, merge them.',
  lost: 'This donor was changed in another tab or by someone else. Your changes are still here: check the new values and save again.',
  saveFailed: 'Couldn’t save the donor',
  erased: 'This person’s data was erased, so there’s nothing to change.',
  merged: 'This donor was merged into another one. Edit that one instead.',
  unknownCompany: 'That company isn’t in the directory.',
} as const

const sums = z.object({
  currency,
  gifts: z.number(),
  given: wireMoney.describe('total of gifts, excluding canceled and refunded ones'),
  could_be_matched: wireMoney.describe('estimated total of matches that can still be requested'),
  is_certain: z.boolean().describe('false if the amount is a maximum, because an employer’s limit is unknown'),
  submitted: wireMoney.describe('estimated total of matches requested from employers'),
})

const suppression = suppressions.suppression
  .nullable()
  .describe('reason why this address receives no emails; null if it does')

export const donorRow = z.object({
  id: z.number(),
  organization: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  email: z.string(),
  city: z.string(),
  state: z.string(),
  sums: z.array(sums),
  last_gift: z.string().nullable(),
  suppression,
})
export type DonorRow = z.infer<typeof donorRow>

export const donorFields = ['name', 'email', 'phone', 'street', 'street2', 'city', 'state', 'zip', 'country'] as const
export type DonorField = (typeof donorFields)[number]

const employer = z.object({
  company_id: z.number().nullable(),
  name: z.string(),
  how: donationColumns.employer_how.shape,
  confidence: donationColumns.employer_confidence.shape,
  donation_id: z.number().describe('latest gift with this employer'),
  donated_at: z.string(),
  file_name: z.string().nullable().describe('file that contained the gift; null if none'),
  told_by: z
    .object({ actor: z.enum(['system', 'user', 'donor', 'import']), user_name: z.string().nullable(), at: z.string() })
    .nullable()
    .describe('author of the latest change; null if never changed'),
})
export type DonorEmployer = z.infer<typeof employer>

const gift = z.object({
  id: z.number(),
  donated_at: z.string(),
  amount: wireMoney.describe('total of the match if it combines several gifts'),
  own_amount: wireMoney.describe('amount of this gift alone'),
  currency,
  company_name: z.string(),
  status_id: z.number(),
  matched: wireMoney,
  matched_is_certain: z.boolean(),
  deadline_day: z.string().nullable(),
  merged_into_id: z
    .number()
    .nullable()
    .describe('match that includes this gift; also null if that match belongs to another chapter'),
  is_part: z.boolean().describe('whether the gift is counted and requested as part of another match'),
})
export type DonorGift = z.infer<typeof gift>

const mail = z.object({
  id: z.number(),
  donation_id: z.number(),
  kind: z.string(),
  subject: z.string(),
  recipient: z.string(),
  state: z.enum(['queued', 'sending', 'sent', 'failed', 'skipped']),
  problem: z.string().nullable(),
  send_at: z.string(),
  sent_at: z.string().nullable(),
  first_open: z.string().nullable(),
  first_click: z.string().nullable(),
  bounced: z.boolean(),
})

const responseBody = z.object({
  donation_id: z.number(),
  at: z.string(),
  action: z.string(),
  to_status_id: z.number(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  why: z.string(),
})
export type DonorAnswer = z.infer<typeof responseBody>

const event = z.object({
  at: z.string(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  user_name: z.string().nullable(),
})
export type DonorEvent = z.infer<typeof event>

export const donorDetail = z.object({
  id: z.number(),
  organization: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  street: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  version: z.number(),
  created_at: z.string(),
  erased_at: z.string().nullable().describe('time of erasure; the remaining data does not identify the person'),
  merged_into_id: z.number().nullable().describe('donor that this one was merged into'),
  former_addresses: z
    .array(z.string())
    .describe('earlier email addresses; new gifts with them are assigned to this donor'),
  suppression,
  fewer_mails_since: z
    .string()
    .nullable()
    .describe('when the donor chose fewer emails: one per gift, and results of their responses; null if not chosen'),
  sums: z.array(sums),
  first_gift: z.string().nullable(),
  last_gift: z.string().nullable(),
  employers: z.array(employer).describe('employers of their gifts, newest first'),
  gifts: z.array(gift).describe('latest 200'),
  mails: z.array(mail).describe('latest 200'),
  answers: z.array(responseBody).describe('actions of the donor, latest 100'),
  events: z.array(event).describe('changes by staff, latest 100'),
  merges: z
    .array(z.object({ id: z.number(), name: z.string(), email: z.string(), at: z.string(), undo_until: z.string() }))
    .describe('merges into this donor that can still be undone, newest first'),
  likely: z
    .array(z.object({ id: z.number(), name: z.string(), email: z.string(), why: z.string(), gifts: z.number() }))
    .describe('possible duplicates of this donor'),
  elsewhere: z
    .array(
      z.object({ id: z.number(), organization: z.object({ id: z.number(), name: z.string() }), gifts: z.number() }),
    )
    .describe('donors with the same address in chapters of the organization'),
})
export type DonorDetail = z.infer<typeof donorDetail>

export const donorListQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
  search: z.string().trim().max(100).default('').describe('part of the name or email address'),
})

export const listDonors = route('GET', '/api/organization/{id}/donor', {
  name: 'listDonors',
  summary: 'List donors of an organization and its chapters, by name',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: donorListQuery,
  response: z.object({ donors: z.array(donorRow), total: z.number() }),
})

export const donorPath = z.object({ id: wireId })

export const getDonor = route('GET', '/api/donor/{id}', {
  name: 'getDonor',
  summary: 'Retrieve a donor with gifts, matches, emails, employers, and responses',
  access: 'read',
  scope: 'donor',
  apiKeys: true,
  params: donorPath,
  response: z.object({ donor: donorDetail }),
})

const line = z.string().trim().max(200)

export const changedDonor = z
  .object({
    name: line,
    email: z.union([z.literal(''), emailAddress(donorMessages.email)]),
    phone: line,
    street: line,
    street2: line,
    city: line,
    state: line,
    zip: line,
    country: line,
  })
  .partial()
  .extend({
    company_id: wireId
      .nullish()
      .describe('employer; applied to all matches that can still change and to later gifts without an employer'),
    company_name: line.optional().describe('name of the employer if no company is selected'),
    version: z
      .number()
      .int()
      .optional()
      .describe('the `version` last read; rejected with the current values if a field was changed since'),
  })
export type ChangedDonor = z.output<typeof changedDonor>

export const updateDonor = route('PUT', '/api/donor/{id}', {
  name: 'updateDonor',
  summary: 'Update a donor; gifts with an earlier email address stay assigned to the donor',
  access: 'write',
  scope: 'donor',
  apiKeys: true,
  params: donorPath,
  body: changedDonor,
  response: z.object({ donor: donorDetail }),
})
