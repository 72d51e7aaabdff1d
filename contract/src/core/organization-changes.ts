import { z } from 'zod'
import { hasNoUrl, nameWithoutUrlMessage, requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { emailAddress, inOrganization } from '../shared/wire.ts'
import { categories } from './categories.ts'
import { organization } from './organization.ts'

/** All fields are optional: only changed fields are sent. */

export const organizationMessages = {
  name: 'Organization name is required',
  type: 'Organization type is required',
  url: 'Use a web address like https://example.org',
  email: 'Please enter a valid email address',
  senderName: 'Use a name on one line, without < and >',
  state: 'Use the two letters of the state or province',
  amount: 'Use an amount like 25',
  emailLimit: 'Use a number from 1 to 12',
  category: 'Choose a category from the list',
  timeZone: 'Choose a time zone from the list',
  publicKey: 'A public key starts with pk_',
  privateKey: 'A private key starts with sk_ or rk_',
} as const

const line = (max: number) => z.string().trim().max(max, `Use at most ${max} characters`)
const phone = line(40)
const filledEmail = emailAddress(organizationMessages.email)
const email = line(255).refine((text) => text === '' || filledEmail.safeParse(text).success, organizationMessages.email)

/** Used in an email's `From`: rejects line breaks, direction marks, and text that looks like an address. */
const senderName = line(100)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069<>]*$/u, organizationMessages.senderName)
  .refine(hasNoUrl, nameWithoutUrlMessage)

/** Accepts `example.org`. The stored address starts with https:// or http://. */
const webAddress = line(500)
  .transform((text) => (text === '' || /^[a-z][\w+.-]*:/i.test(text) ? text : `https://${text}`))
  .refine((text) => text === '' || isWebAddress(text), organizationMessages.url)

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /^[^.].*\.[^.]+$/.test(url.hostname) && !url.username
}

/** The specification accepts every value. Only a changed EIN with unassigned first digits is refused. */
const ein = line(20).transform((text) => (/^\d{9}$/.test(text) ? `${text.slice(0, 2)}-${text.slice(2)}` : text))

/** Accepts `1,2,3`, `[1,2,3]`, `a[]=1&a[]=2`, and `a[0]=1`. */
const listOf = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value: unknown): unknown => {
    if (typeof value === 'string') {
      const text = value.trim()
      if (text.startsWith('[')) return jsonIn(text)
      return text === '' ? [] : text.split(',')
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.values(value).flat()
    return value
  }, shape)

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const categoryIds = listOf(
  z
    .array(z.coerce.number().refine((id) => categories.has(id), organizationMessages.category))
    .max(60)
    .transform((ids) => [...new Set(ids)].sort((a, b) => a - b)),
)

const donationFields = listOf(
  z
    .array(line(60))
    .max(30, 'Use at most 30 fields')
    .transform((names) => [...new Set(names.filter((name) => name !== ''))]),
)

export const featureRequests = [
  'portal-contact',
  'account-manage',
  'amount-based-email-limits',
  'more-documentation',
  'more-integrations',
  'better-reporting',
  'more-filters',
  'other',
] as const

const custom = z.preprocess(
  (value) => (typeof value === 'string' ? jsonIn(value) : value),
  z.object({
    donation_fields: donationFields.optional(),
    amply: z.object({ feature: z.enum(featureRequests).nullable().optional() }).optional(),
  }),
)

/** Returns whether the name is an IANA time zone. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const country = z.enum(['US', 'CA'])

const flags: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/** `address[street]` becomes an object. Existing objects stay unchanged. */
function nested(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(given)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''))
    if (rest.length === 0 || rest.length > 3) {
      result[first] ??= value
      continue
    }
    let at = result
    let name = first
    for (const inner of rest.filter((part) => part !== '')) {
      const next = at[name]
      const child: Record<string, unknown> =
        typeof next === 'object' && next !== null && !Array.isArray(next) ? { ...next } : Object.create(null)
      at[name] = child
      at = child
      name = inner
    }
    at[name] = value
  }
  return { ...result }
}

export const changedFields = z.preprocess(
  nested,
  z.object({
    name: requiredText(organizationMessages.name)
      .max(200, 'Use at most 200 characters')
      .refine(hasNoUrl, nameWithoutUrlMessage)
      .optional(),
    type: z.enum(['non-profit', 'edu-pto', 'chapter'], organizationMessages.type).optional(),
    ein: ein.optional(),
    url: webAddress.optional(),
    donate_url: webAddress.optional(),
    phone: phone.optional(),
    fax: phone.optional(),
    mission: line(2000).optional(),
    country: country.optional(),
    address: z
      .object({
        street: line(200),
        street2: line(200),
        city: line(100),
        state: z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^([A-Z]{2})?$/, organizationMessages.state),
        zip: line(20),
        country,
      })
      .partial()
      .optional(),
    notify_contact: z
      .object({ name: line(100).refine(hasNoUrl, nameWithoutUrlMessage), email, phone })
      .partial()
      .optional(),
    billing_contact: z
      .object({ name: line(100), email })
      .partial()
      .optional(),
    mail_sender: z
      .object({ name: senderName, reply_to: email })
      .partial()
      .optional()
      .describe(
        'sender of emails to donors; defaults to the parent’s, then to the organization’s name and primary contact',
      ),
    category_id_array: categoryIds.optional().describe('complete list; replaces the stored one'),
    email_who: z.enum(['all', 'company']).optional(),
    email_min: z
      .preprocess(
        (value) => (value === '' ? 0 : value),
        typedAmount(organizationMessages.amount, { min: 0, max: 1_000_000 }),
      )
      .transform((amount) => Math.round(amount * 100) / 100)
      .optional(),
    email_limit: z.coerce
      .number(organizationMessages.emailLimit)
      .int(organizationMessages.emailLimit)
      .min(1, organizationMessages.emailLimit)
      .max(12, organizationMessages.emailLimit)
      .optional()
      .describe('emails per donor in 90 days'),
    thank_donors: z
      .preprocess((value) => flags[String(value)] ?? value, z.boolean())
      .optional()
      .describe('whether donors receive a thank-you email when their employer’s payment arrives'),
    custom: custom.optional().describe('only `donation_fields` and `amply.feature`'),
    public_key: line(200)
      .regex(/^(pk_\w+)?$/, organizationMessages.publicKey)
      .optional(),
    private_key: z
      .preprocess((value) => value ?? '', line(200).regex(/^((sk|rk)_\w+)?$/, organizationMessages.privateKey))
      .optional()
      .describe('write-only; empty deletes the stored key, which is required before setting another one'),
    complete: z
      .preprocess((value) => value === true || value === 'true' || value === '1' || value === 1, z.literal(true))
      .optional()
      .describe('completes the setup; cannot be undone'),
    language: z.enum(['en', 'fr', 'es']).optional(),
    time_zone: z.string().max(60).refine(isTimeZone, organizationMessages.timeZone).optional(),
    version: z.coerce
      .number()
      .int()
      .positive()
      .optional()
      .describe('the `version` last read; conflicting changes are rejected'),
  }),
)
export type ChangedFields = z.output<typeof changedFields>

export const changeOrganization = route('PUT', '/api/organization/{id}/partial', {
  name: 'changeOrganization',
  summary: 'Update fields of an organization, sent in the query or as JSON',
  // Members with write access may set the feature request. All other fields require admin.
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  query: changedFields,
  body: changedFields,
  response: z.object({ organization }),
})
