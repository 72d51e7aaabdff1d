import { policyLevelIds } from '@twofold/matching'
import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, wireDay } from '../shared/wire.ts'

export const otherCompany = 'other'

export const companyName = z.object({
  name: z.string().describe('the name or alias that was hit'),
  company: z.object({ id: z.number(), name: z.string() }).nullable().describe("null for the 'other' choice"),
  company_id: z.number().nullable(),
})

/** Limit of donor-written names that are shown. */
const namesShown = 20
export const abbreviateNames = (names: readonly string[]): string =>
  [...names.slice(0, namesShown), ...(names.length > namesShown ? [`and ${names.length - namesShown} more`] : [])].join(
    ', ',
  )

/** `false` and `0` are the only false values in a query string. */
const flag = (fallback: boolean) =>
  z
    .string()
    .optional()
    .transform((text) => (text === undefined ? fallback : text !== 'false' && text !== '0'))

export const searchCompanyNames = route({
  name: 'searchCompanyNames',
  method: 'GET',
  path: '/search/company-name/{text}',
  summary: 'Employers as you type: exact, prefix, alias and misspelt, best first',
  who: 'public',
  anyOrigin: true,
  params: z.object({ text: z.string().max(200) }),
  query: z.object({
    exclude: flag(false).describe('true leaves out employers without a matching program'),
    other: flag(false).describe("true ends the list with the 'other' choice"),
  }),
  // No rate limit: the response comes from memory in microseconds, while counting a call would cost a write.
  answer: z.object({ names: z.array(companyName) }),
})

/** The level of knowledge about an employer's program, defined in matching. */
export const policyLevel = z
  .enum(policyLevelIds)
  .describe(
    'rules: what its policy gives is known; program: it has one, its rules are not known; none: a source says that it has none; unconfirmed: no source says',
  )

export const policySource = z.object({
  title: z.string().describe('what the document or the page is called'),
  url: z.string().describe('an address of the web'),
})

export const companyRow = z.object({
  id: z.number(),
  name: z.string(),
  level: policyLevel,
  has_program: z.enum(['yes', 'no', 'unknown']),
  ratio: z.string().nullable().describe("with its steps: '2:1 up to $500, then 1:1'"),
  csr_platform: z.string().nullable().describe('its id; none: there is no portal'),
  platform_name: z.string().nullable(),
  match_method: z.string().nullable(),
  currency,
  min_amount: z.number().nullable().describe('0: it matches from the first cent; null: not known'),
  max_amount: z.number().nullable().describe('a year, for one person; 0: there is none; null: not known'),
  text: z.string().describe('what comes of a gift, as one sentence'),
  who: z.string().describe("who may take part, in words; '' where it is not known"),
  nonprofits: z.string().describe("which nonprofits, in words; '' where it is not known"),
  deadline: z.string().describe("until when, in words; '' where it is not known"),
  source: policySource.nullable(),
  source_url: z.string(),
  as_of: z.string(),
})

export type CompanyRow = z.infer<typeof companyRow>

export const listCompanies = route({
  name: 'listCompanies',
  method: 'GET',
  path: '/api/companies',
  summary: 'The public company directory with each policy, its source and its date',
  who: 'public',
  query: z.object({
    search: z.string().trim().max(100).default(''),
    level: policyLevel.optional().describe('only companies of which so much is known'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ companies: z.array(companyRow), total: z.number() }),
  rate: { max: 300, seconds: 60 },
})

export const exchangeRate = z.object({
  since: wireDay.describe('holds for gifts of this day and later, until the next one'),
  cad_per_usd: z.number().describe('Canadian dollars for one US dollar'),
  source: z.string(),
  entered_by: z.string().nullable().describe('null: it came with the product'),
})
export type ExchangeRate = z.infer<typeof exchangeRate>

const exchangeRates = z.object({ exchange_rates: z.array(exchangeRate).describe('the latest first') })

export const listExchangeRates = route({
  name: 'listExchangeRates',
  method: 'GET',
  path: '/api/exchange-rates',
  summary: 'The rates by which gifts are held against policies in the other dollar',
  who: 'super',
  answer: exchangeRates,
})

export const saveExchangeRate = route({
  name: 'keepExchangeRate',
  method: 'PUT',
  path: '/api/exchange-rates',
  summary: 'Enter the rate that holds from a day on, or correct it',
  who: 'super',
  body: z.object({
    since: wireDay,
    cad_per_usd: z
      .number('Type the Canadian dollars for one US dollar, like 1.37')
      .min(0.5, 'Type the Canadian dollars for one US dollar, like 1.37')
      .max(3, 'Type the Canadian dollars for one US dollar, like 1.37'),
    source: z.string().trim().min(1, 'Say where the rate is from').max(200, 'Use at most 200 characters'),
  }),
  answer: exchangeRates,
})
