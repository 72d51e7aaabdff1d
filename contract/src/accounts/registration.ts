import { z } from 'zod'
import { categories } from '../core/categories.ts'
import { einPrefixProblem } from '../shared/ein.ts'
import { hasNoUrl, nameWithoutUrlMessage, requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { emailAddress } from '../shared/wire.ts'

/** The texts of spec 1, section 5, verbatim, with messages for cases that it does not cover. */
export const registrationMessages = {
  name: 'Organization name is required',
  type: 'Organization type is required',
  phone: 'Phone is required',
  mission: 'Mission statement is required',
  ein: 'EIN is required',
  url: 'Website is required',
  street: 'Street address is required',
  city: 'City is required',
  country: 'Country is required',
  category: 'At least one category must be selected',
  contactName: 'Contact name is required',
  contactEmail: 'Valid email is required',
  webAddress: 'Use a web address like https://example.org',
  state: 'Use the two letters of the state or province',
  failedTitle: 'Registration Failed',
  failed: 'There was an error registering your nonprofit. Please try again.',
} as const

const line = (max: number, missing?: string) => {
  const text = missing ? requiredText(missing) : z.string().trim()
  return text.max(max, `Use at most ${max} characters`)
}

const phoneCharacters = /^[+\d\s().\-/x#]*$/i
const phoneProblem = 'Use a phone number like +1 217 555 0142'

/** Accepts `example.org`. The stored address starts with https:// or http://. */
const website = line(500, registrationMessages.url)
  .transform((text) => (/^[a-z][\w+.-]*:\/\//i.test(text) ? text : `https://${text}`))
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && !url.username
  }, registrationMessages.webAddress)

/** Identifiers of other countries stay unchanged. */
const ein = line(20, registrationMessages.ein)
  .refine((text) => /[0-9a-z]/i.test(text), registrationMessages.ein)
  .transform((text) => (/^\d{9}$/.test(text) ? `${text.slice(0, 2)}-${text.slice(2)}` : text))

const state = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, registrationMessages.state)

/** In the order of the screen. */
const organizationFields = {
  name: line(200, registrationMessages.name).refine(hasNoUrl, nameWithoutUrlMessage),
  type: z.enum(['non-profit', 'edu-pto'], registrationMessages.type),
  ein,
  phone: line(40, registrationMessages.phone).regex(phoneCharacters, phoneProblem),
  fax: line(40).regex(phoneCharacters, phoneProblem),
  url: website,
  mission: line(2000, registrationMessages.mission),
  street: line(200, registrationMessages.street),
  street2: line(200),
  city: line(100, registrationMessages.city),
  state,
  zip: line(20),
  country: z.enum(['US', 'CA'], registrationMessages.country),
}
const contactFields = {
  contact_name: line(100, registrationMessages.contactName).refine(hasNoUrl, nameWithoutUrlMessage),
  contact_email: emailAddress(registrationMessages.contactEmail),
  contact_phone: line(40).regex(phoneCharacters, phoneProblem),
}

/** Canadian organizations have other numbers. */
const refuseUnassignedEin =
  <Given>(countryOf: (given: Given) => string) =>
  (given: Given & { readonly ein: string }, context: z.RefinementCtx): void => {
    const problem = countryOf(given) === 'US' ? einPrefixProblem(given.ein) : null
    if (problem) context.addIssue({ code: 'custom', path: ['ein'], message: problem })
  }

/** Fields are in the order of the screen, all text; the chosen categories are `1,19`. */
export const registrationForm = z
  .object({
    ...organizationFields,
    categories: z.string().min(1, registrationMessages.category),
    ...contactFields,
  })
  .superRefine(refuseUnassignedEin(({ country }) => country))

const categoryIds = z
  .array(
    z.coerce.number().refine((id) => categories.has(id), 'Choose a category from the list'),
    registrationMessages.category,
  )
  .min(1, registrationMessages.category)
  .max(60)
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))

const optional = <T extends z.ZodType>(shape: T) => shape.nullish()

export const registrationPayload = z
  .object({
    return_json: z
      .union([z.number(), z.string(), z.boolean()])
      .optional()
      .describe('ignored; the response is always JSON'),
    name: organizationFields.name,
    type: organizationFields.type,
    phone: organizationFields.phone,
    fax: optional(organizationFields.fax),
    mission: organizationFields.mission,
    ein: organizationFields.ein,
    url: organizationFields.url,
    address: z.object(
      {
        street: organizationFields.street,
        street2: optional(organizationFields.street2),
        city: organizationFields.city,
        state: optional(organizationFields.state),
        zip: optional(organizationFields.zip),
        country: organizationFields.country,
      },
      registrationMessages.street,
    ),
    categoryId: categoryIds,
    ...contactFields,
    contact_phone: optional(contactFields.contact_phone),
    token: z
      .string()
      .max(300)
      .nullish()
      .describe('token from getRegistrationToken, also accepted in the X-CSRF-TOKEN header'),
    leave_empty: z.string().max(500).nullish().describe('hidden field for spam detection; must be empty'),
  })
  .superRefine(refuseUnassignedEin(({ address }) => address.country))
export type Registration = z.output<typeof registrationPayload>

export const registrationResponse = z.object({
  registered: z.boolean(),
  already_registered: z.boolean(),
  email: z.string().describe('the submitted address; if already registered, the name of the administrator'),
})

export const getRegistrationToken = route('GET', '/api/registration/token', {
  name: 'getRegistrationToken',
  summary: 'Get a token for a registration form, valid from 3 seconds to 12 hours after it is issued',
  access: 'public',
  response: z.object({ token: z.string() }),
  rate: { max: 120, seconds: 3600 },
})

export const registerOrganization = route('POST', '/organization/register', {
  name: 'registerOrganization',
  summary: 'Register an organization; its administrator receives an email to set a password',
  access: 'public',
  body: registrationPayload,
  response: registrationResponse,
  rate: { max: 60, seconds: 3600 },
})
