import { z } from 'zod'
import { organizationPath } from '../core/organizations.ts'
import * as suppressions from '../email/suppressions.ts'
import { route } from '../shared/route.ts'
import { currency, emailAddress, wireId, wireMoney } from '../shared/wire.ts'
import { donationColumns } from './donation-columns.ts'

/** Donors as staff see them: one row per person and organization, regardless of the addresses used. */

export const donorMessages = {
  name: 'Enter the name or the email address of the donor',
  email: 'Enter an email address like name@example.org',
  noAddress: 'This is nobody’s own address. Leave it blank if you don’t know the donor’s.',
  taken: 'Another donor has this address. If both are one person, merge them.',
  lost: 'This donor was changed after you opened it, in another tab or by somebody else. You haven’t lost anything: check the new values and save again.',
  saveFailed: 'The donor was not saved',
  erased: 'The data of this person was erased. There is nothing left to change.',
  merged: 'This donor was merged with another one. Change that one instead.',
  unknownCompany: 'That company is not in the directory.',
} as const

/** Amounts of a donor, one entry per currency. */
const sums = z.object({
  currency,
  gifts: z.number(),
  given: wireMoney.describe('gifts, but for those that were canceled or refunded'),
  could_be_matched: wireMoney.describe('estimates of matches that can still be asked for'),
  is_certain: z.boolean().describe('false: "up to", because a limit of an employer is not known'),
  submitted: wireMoney.describe('estimates of what was asked for at the employer'),
})

const suppression = suppressions.suppression.nullable().describe('why nothing is emailed to this address; null: it is')

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

/** Editable fields of a donor, in the order of the form. */
export const donorFields = ['name', 'email', 'phone', 'street', 'street2', 'city', 'state', 'zip', 'country'] as const
export type DonorField = (typeof donorFields)[number]

const employer = z.object({
  company_id: z.number().nullable(),
  name: z.string(),
  how: donationColumns.employer_how.shape,
  confidence: donationColumns.employer_confidence.shape,
  donation_id: z.number().describe('the newest gift that says so'),
  donated_at: z.string(),
  file_name: z.string().nullable().describe('the upload that brought the gift'),
  told_by: z
    .object({ actor: z.enum(['system', 'user', 'donor', 'import']), user_name: z.string().nullable(), at: z.string() })
    .nullable()
    .describe('who changed it last; null: it is as it came'),
})
export type DonorEmployer = z.infer<typeof employer>

const gift = z.object({
  id: z.number(),
  donated_at: z.string(),
  amount: wireMoney.describe('of the match, where it stands for several gifts'),
  own_amount: wireMoney.describe('of this gift alone'),
  currency,
  company_name: z.string(),
  status_id: z.number(),
  matched: wireMoney,
  matched_is_certain: z.boolean(),
  deadline_day: z.string().nullable(),
  merged_into_id: z.number().nullable().describe('null too where that is a match of another chapter'),
  is_part: z.boolean().describe('counted and asked for with another match'),
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
export type DonorMail = z.infer<typeof mail>

const answer = z.object({
  donation_id: z.number(),
  at: z.string(),
  action: z.string(),
  to_status_id: z.number(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  why: z.string(),
})
export type DonorAnswer = z.infer<typeof answer>

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
  erased_at: z.string().nullable().describe('the person was erased; what is left says nothing of them'),
  merged_into_id: z.number().nullable().describe('the donor that this one turned out to be'),
  former_addresses: z.array(z.string()).describe('gifts that come under these are this donor’s'),
  suppression,
  fewer_mails_since: z
    .string()
    .nullable()
    .describe('the donor asked for fewer emails: one about each gift, and what comes of their answers'),
  sums: z.array(sums),
  first_gift: z.string().nullable(),
  last_gift: z.string().nullable(),
  employers: z.array(employer).describe('what their gifts say, the newest first'),
  gifts: z.array(gift).describe('the newest 200'),
  mails: z.array(mail).describe('the newest 200'),
  answers: z.array(answer).describe('what the donor did by themselves, the newest 100'),
  events: z.array(event).describe('what the staff changed, the newest 100'),
  merges: z
    .array(z.object({ id: z.number(), name: z.string(), email: z.string(), at: z.string(), undo_until: z.string() }))
    .describe('donors that turned out to be this one, the newest first, as long as that can be undone'),
  likely: z
    .array(z.object({ id: z.number(), name: z.string(), email: z.string(), why: z.string(), gifts: z.number() }))
    .describe('donors who may be the same person'),
  elsewhere: z
    .array(
      z.object({ id: z.number(), organization: z.object({ id: z.number(), name: z.string() }), gifts: z.number() }),
    )
    .describe('the same address in chapters of the organization'),
})
export type DonorDetail = z.infer<typeof donorDetail>

export const donorListQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
  search: z.string().trim().max(100).default('').describe('a part of the name or the address'),
})

export const listDonors = route({
  name: 'listDonors',
  method: 'GET',
  path: '/api/organization/{id}/donor',
  summary: 'Page through the donors of an organization and its chapters, by name',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: donorListQuery,
  answer: z.object({ donors: z.array(donorRow), total: z.number() }),
})

export const donorPath = z.object({ id: wireId })

export const getDonor = route({
  name: 'getDonor',
  method: 'GET',
  path: '/api/donor/{id}',
  summary: 'One donor with gifts, matches, emails, employers and answers',
  who: 'read',
  within: 'donor',
  params: donorPath,
  answer: z.object({ donor: donorDetail }),
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
      .describe(
        'where the donor works: said of every match that may still change, and of later gifts that name nobody',
      ),
    company_name: line.optional().describe('the employer in words, where no company was chosen'),
    version: z
      .number()
      .int()
      .optional()
      .describe('as it was read; a field that somebody else changed since then is refused with their value'),
  })
export type ChangedDonor = z.output<typeof changedDonor>

export const updateDonor = route({
  name: 'updateDonor',
  method: 'PUT',
  path: '/api/donor/{id}',
  summary: 'Change what is known of a donor; a former address still leads to them',
  who: 'write',
  within: 'donor',
  params: donorPath,
  body: changedDonor,
  answer: z.object({ donor: donorDetail }),
})
