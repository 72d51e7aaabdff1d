import { z } from 'zod'
import { policyLevel } from '../core/companies.ts'
import { linkTo, screens } from '../screens.ts'
import { hasNoUrl, requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { currency, emailAddress, wireDay, wireId, wireMoney } from '../shared/wire.ts'

/** Returns the last part of a public page: lower case, with the first space replaced by a dash. */
export const matchPageName = (organizationName: string): string => organizationName.toLowerCase().replace(' ', '-')

/** Returns the path of an organization's public page. */
export const matchPagePath = (organizationName: string): string =>
  linkTo(screens.matchPage, { name: matchPageName(organizationName) })

/** The gift is only known from a request. */
export const requestSources = {
  page: 'Match request on the public page',
  widget: 'Match request in the widget',
} as const

const pageLanguage = z.enum(['en', 'fr', 'es']).default('en').describe('language of the texts in the response')

const organizationWord = z.string().trim().min(1).max(300).describe('name of the public page or ID of the organization')

export const publicOrganization = z.object({
  id: z.number(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  mission: z.string(),
  url: z.string(),
  file_logo: z.string().nullable().describe('public address of the logo; null if there is none'),
  currency,
  today: wireDay.describe('current date in the organization’s time zone'),
})
export type PublicOrganization = z.infer<typeof publicOrganization>

export const findPublicOrganizations = route('GET', '/api/public/organization/{organization}', {
  name: 'findPublicOrganizations',
  summary: 'The organizations with the given page name or ID; several if they share a name',
  access: 'public',
  anyOrigin: true,
  params: z.object({ organization: organizationWord }),
  response: z.object({ organizations: z.array(publicOrganization).min(1) }),
  rate: { max: 300, seconds: 60 },
})

/** Embedded data: the page renders without a further request. `asked` is the parameter of that request. */
export const initialPageDataId = 'given'
export const initialPageData = z.object({ asked: z.string(), ...findPublicOrganizations.response.shape })
export type InitialPageData = z.infer<typeof initialPageData>

export const donationPreview = z.object({
  verdict: z
    .enum(['matched', 'below_minimum', 'own_site_only', 'excluded', 'no_program', 'unknown'])
    .describe('`matched` is an estimate; the employer decides'),
  amount: wireMoney,
  match: wireMoney,
  total: wireMoney.describe('sum of gift and match'),
  is_certain: z.boolean().describe('false if `match` is an upper limit'),
  last_day: wireDay.nullable().describe('last day to request the match; null if unknown'),
  text: z.string().describe('result as one or two sentences'),
})

export const employerPolicy = z.object({
  company: z.object({ id: z.number(), name: z.string() }),
  level: policyLevel,
  has_program: z.enum(['yes', 'no', 'unknown']),
  ratio: z.string().nullable(),
  min_amount: wireMoney.nullable(),
  max_amount: wireMoney.nullable().describe('maximum per person and year; null if unknown'),
  currency,
  text: z.string().describe('the policy in one to three sentences'),
  source_url: z.string().nullable(),
  source_text: z.string().describe('name and date of the source'),
  as_of: z.string(),
  gift: donationPreview.nullable().describe('null if no amount was given'),
})
export type EmployerPolicy = z.infer<typeof employerPolicy>

const largestGift = 1_000_000
/**
 * A request that nobody confirms is deleted this many days after its last change of status. Late confirmations are
 * rare after two months, and the address may belong to someone who never requested anything.
 */
export const unconfirmedDays = 60

/** Larger gifts are arranged in person. */
export const maxRequestAmount = 50_000

const amountMessage = 'Enter the amount of your gift'

export const getEmployerPolicy = route('GET', '/api/public/company/{company}', {
  name: 'getEmployerPolicy',
  summary: 'The policy of an employer with its source and date, and the result for a gift',
  access: 'public',
  anyOrigin: true,
  params: z.object({ company: wireId }),
  query: z.object({
    organization: organizationWord
      .optional()
      .describe('recipient of the gift, whose campaigns and category are considered'),
    amount: typedAmount(amountMessage, { min: 0.01, max: largestGift }).optional().describe('decimal currency units'),
    date: wireDay.optional().describe('date of the gift; defaults to today'),
    language: pageLanguage,
  }),
  response: employerPolicy,
  rate: { max: 300, seconds: 60 },
})

export const requestMessages = {
  name: 'Enter your name',
  email: 'Please enter a valid email address',
  ownEmail: 'Enter your own email address so we can email you about this gift',
  amount: amountMessage,
  largeAmount: 'For gifts over $50,000, contact the nonprofit. They’ll help you request the match.',
  date: 'Enter the date of your gift',
  dateAhead: 'The date of your gift can’t be in the future',
  dateOld: 'Employers don’t match gifts that are more than two years old',
  employer: 'Choose your employer',
  failed: 'We couldn’t send your request. Try again.',
} as const

/** Emails greet with the name, so it may not contain a web address. */
const personName = requiredText(requestMessages.name)
  .max(100, 'Name must be less than 100 characters')
  .refine((name) => hasNoUrl(name) && !/[\p{Cc}<>]/u.test(name), requestMessages.name)

export const matchRequestForm = z.object({
  name: personName,
  email: emailAddress(requestMessages.email),
  amount: typedAmount(amountMessage, {
    min: 1,
    max: maxRequestAmount,
    tooMuch: requestMessages.largeAmount,
  }).refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, amountMessage),
  date: requiredText(requestMessages.date).pipe(wireDay),
  employer: requiredText(requestMessages.employer).max(200),
  company_id: wireId.nullable().default(null).describe("null for an employer that is not in the directory ('other')"),
})
export type MatchRequestForm = z.infer<typeof matchRequestForm>

const requestResponse = z.object({
  received: z.literal(true),
  message: z.string(),
  steps: z
    .string()
    .nullable()
    .describe('page with next steps and values to copy; null if the request method is unknown'),
})
export type RequestResponse = z.infer<typeof requestResponse>

export const requestMatch = route('POST', '/api/public/organization/{organization}/match-request', {
  name: 'requestMatch',
  summary: "Request an employer's match as a donor",
  access: 'public',
  anyOrigin: true,
  params: z.object({ organization: organizationWord }),
  body: matchRequestForm.extend({
    date: matchRequestForm.shape.date.optional().describe('date of the gift; defaults to today'),
    transaction_id: z
      .string()
      .trim()
      .max(100)
      .default('')
      .describe('transaction ID of the gift, if known; later uploads with it are linked to this request'),
    from: z.enum(['page', 'widget']).default('page'),
    language: z.enum(['en', 'fr', 'es']).optional().describe('language of the response and of emails to the donor'),
    website: z.string().max(500).optional().describe('hidden field for spam detection; must be empty'),
  }),
  response: requestResponse,
  rate: { max: 30, seconds: 3600 },
})
