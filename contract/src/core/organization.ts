import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, inOrganization, level, wireDay, wireMoney } from '../shared/wire.ts'
import { apiKey } from './api-key.ts'
import { webhook } from './webhook.ts'

export const organizationType = z.enum(['non-profit', 'edu-pto', 'chapter'])

export const closedMessage =
  'This organization is closed. You can view and download everything, but not make changes. Administrators can reopen it for 30 days under Organization, Settings. Then we erase everything. If we closed it, contact us.'

/** Returns the message for a closed organization with a known erasure date. */
export const closedUntil = (moment: string): string =>
  `This organization is closed. You can view and download everything, but not make changes. Administrators can export or reopen it under Organization, Settings until ${moment}. Then we erase everything.`

export const erasedMessage = 'All data in this organization was erased or is being erased. It can’t be restored.'

/** Returns whether the organization canceled its account or was deactivated by support. */
export const isClosed = ({
  rule_deactivated,
  cancelled_at,
}: {
  readonly rule_deactivated: boolean
  readonly cancelled_at: unknown
}): boolean => rule_deactivated || cancelled_at !== null

/** Organizations that have not chosen a plan have this one. */
export const freePlan = 'flat_0'

const moment = z.iso.datetime({ offset: true })

export const organizationDocument = z.object({
  id: z.number(),
  kind: z.enum(['document', 'w9', 'irs']),
  name: z.string(),
  file: z.string().describe('name of the uploaded file'),
  media_type: z.string(),
  bytes: z.number(),
  uploaded_date: moment,
})
export type OrganizationDocument = z.infer<typeof organizationDocument>

export const contactPerson = z.object({ name: z.string(), email: z.string(), phone: z.string() })

const memberOfOrganization = z.object({ id: z.number(), name: z.string(), email: z.string(), level })

/** Keys and billing are empty for callers without permission. */
export const organization = z.object({
  id: z.number(),
  name: z.string(),
  type: organizationType,
  ein: z.string(),
  url: z.string(),
  donate_url: z.string(),
  phone: z.string(),
  fax: z.string(),
  mission: z.string(),
  country: z.enum(['US', 'CA']),
  address_id: z.number().nullable().describe('null without an address'),
  address: z.object({
    id: z.number().nullable(),
    street: z.string(),
    street2: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.enum(['US', 'CA']),
  }),
  notify_contact: contactPerson.describe('primary contact for donors and recipient of the weekly digest'),
  billing_contact: z.object({ name: z.string(), email: z.string() }),
  mail_sender: z
    .object({ name: z.string(), reply_to: z.string() })
    .describe(
      'sender of emails to donors; defaults to the parent’s, then to the organization’s name and primary contact',
    ),
  category_id_array: z.array(z.number()),
  file_logo: z.string().nullable().describe('publicly accessible URL'),
  file_w9: z.string().nullable().describe('file name'),
  file_irs: z.string().nullable().describe('file name'),
  documents: z.array(organizationDocument).describe('at most five, in addition to the W-9 and the IRS letter'),
  needed: z.array(z.enum(['billing_contact', 'donor_contact'])),
  complete: z.boolean(),
  parent_complete: z.boolean().describe("whether the parent's setup is complete, which also applies to its chapters"),
  onboarded: moment.nullable(),
  just_onboarded: z.boolean().describe('whether the organization was onboarded within the last day'),
  email_who: z.enum(['all', 'company']),
  email_min: wireMoney,
  email_limit: z.number().describe('emails per donor in 90 days; a last deadline warning may exceed it by one'),
  thank_donors: z.boolean().describe('whether donors receive a thank-you email when their employer’s payment arrives'),
  custom: z.object({
    donation_fields: z.array(z.string()),
    amply: z.object({ feature: z.string().nullable() }),
  }),
  public_key: z.string(),
  private_key: z.null().describe('never returned'),
  private_key_set: z.boolean(),
  is_premium: z.string().nullable(),
  plan: z.string().nullable(),
  parent_id: z.number().nullable(),
  // Descriptions are sent to browsers, so this one also applies to all other lists of organizations to choose from.
  children: z.array(
    z.object({
      id: z.number(),
      name: z.string().describe('followed by the place, EIN, or ID if the name is not unique'),
    }),
  ),
  users: z.array(memberOfOrganization),
  shadowedPermissions: z.array(
    z.object({ user: z.object({ id: z.number(), name: z.string(), email: z.string() }), level }),
  ),
  user_permissions: z.array(
    z.object({ org_id: z.number(), user_id: z.number(), level, email: z.string(), name: z.string() }),
  ),
  creator_id: z.number().nullable(),
  client_id: z.number().nullable(),
  stripe_customer_id: z.string().nullable(),
  rule_show_billing: z.boolean(),
  rule_deactivated: z.boolean(),
  rule_invoiced: z.boolean(),
  cancelled_at: moment.nullable(),
  erases_at: moment
    .nullable()
    .describe('time of erasure and end of the period for reopening; null unless the organization closed its account'),
  erased_at: moment.nullable(),
  cancel_reason: z.string().nullable(),
  reevaluating: z.boolean().describe('whether gifts are currently being re-evaluated after a change'),
  api_keys: z.array(apiKey).describe('empty for callers without admin access'),
  webhooks: z.array(webhook).describe('`token` is always null here; list webhooks to get its last characters'),
  active_integrations: z.array(z.string()),
  default_contract: z.null(),
  fetched_details: z.literal(true),
  amply_client: z.boolean(),
  time_zone: z.string(),
  language: z.enum(['en', 'fr', 'es']).describe('language of emails and pages for donors whose language is unknown'),
  today: wireDay.describe('current date in the organization’s time zone'),
  currency,
  has_gifts: z.boolean().describe('whether the organization or one of its chapters has gifts'),
  version: z.number().describe('send with updates; conflicting changes are rejected'),
  level: level.or(z.literal('super')).describe('access level of the caller'),
})
export type Organization = z.infer<typeof organization>

export const getOrganization = route('GET', '/api/organization/{id}', {
  name: 'getOrganization',
  summary: 'Retrieve an organization',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: organization,
})

export const searchOrganizations = route('GET', '/api/search/organization', {
  name: 'searchOrganizations',
  summary: 'Search all organizations by part of their name',
  access: 'super',
  query: z.object({ term: z.string().trim().min(2, 'Type at least 2 characters').max(100) }),
  response: z.object({
    organizations: z.array(
      z.object({
        id: z.number(),
        name: z.string().describe('followed by the place, EIN, or ID if the name is not unique'),
        ein: z.string(),
      }),
    ),
  }),
})
