import { policyLevelIds } from '@twofold/matching'
import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, wireDay } from '../shared/wire.ts'

export const companyName = z.object({
  name: z.string().describe('the matching name or alias'),
  company: z.object({ id: z.number(), name: z.string() }).nullable().describe("null for the 'other' option"),
  company_id: z.number().nullable(),
})

const namesShown = 20
/** Returns the first names in one text, with the number of the rest. */
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

export const searchCompanyNames = route('GET', '/search/company-name/{text}', {
  name: 'searchCompanyNames',
  summary: 'Search employers by name, prefix, alias, or misspelling, best match first',
  access: 'public',
  anyOrigin: true,
  params: z.object({ text: z.string().max(200) }),
  query: z.object({
    exclude: flag(false).describe('true excludes employers without a matching program'),
    other: flag(false).describe("true appends the 'other' option"),
  }),
  // No rate limit: the response comes from memory, while counting a call would cost a write.
  response: z.object({ names: z.array(companyName) }),
})

export const policyLevel = z
  .enum(policyLevelIds)
  .describe(
    'rules: terms known; program: program known, terms unknown; none: no program, according to a source; unconfirmed: no source',
  )

export const policySource = z.object({
  title: z.string().describe('title of the document or page'),
  url: z.string().describe('web address'),
})

export const companyRow = z.object({
  id: z.number(),
  name: z.string(),
  level: policyLevel,
  has_program: z.enum(['yes', 'no', 'unknown']),
  ratio: z.string().nullable().describe("match ratio including tiers, such as '2:1 up to $500, then 1:1'"),
  csr_platform: z.string().nullable().describe("ID of the matching platform; 'none' if the company has no portal"),
  platform_name: z.string().nullable(),
  match_method: z.string().nullable(),
  currency,
  min_amount: z.number().nullable().describe('minimum gift; 0 if there is no minimum, null if unknown'),
  max_amount: z.number().nullable().describe('annual limit per person; 0 if there is no limit, null if unknown'),
  text: z.string().describe('summary of the policy in one sentence'),
  who: z.string().describe('eligible donors as text; empty if unknown'),
  nonprofits: z.string().describe('eligible nonprofits as text; empty if unknown'),
  deadline: z.string().describe('request deadline as text; empty if unknown'),
  source: policySource.nullable(),
  source_url: z.string(),
  as_of: z.string(),
})

export type CompanyRow = z.infer<typeof companyRow>

export const listCompanies = route('GET', '/api/companies', {
  name: 'listCompanies',
  summary: 'List companies of the public directory with their policies, sources, and dates',
  access: 'public',
  query: z.object({
    search: z.string().trim().max(100).default(''),
    level: policyLevel.optional().describe('only companies with this level of knowledge'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ companies: z.array(companyRow), total: z.number() }),
  rate: { max: 300, seconds: 60 },
})

export const exchangeRate = z.object({
  since: wireDay.describe('first day of the rate, which applies until the next one'),
  cad_per_usd: z.number().describe('Canadian dollars per US dollar'),
  source: z.string(),
  entered_by: z.string().nullable().describe('null for built-in rates'),
})
export type ExchangeRate = z.infer<typeof exchangeRate>

const exchangeRates = z.object({ exchange_rates: z.array(exchangeRate).describe('latest first') })

export const listExchangeRates = route('GET', '/api/exchange-rates', {
  name: 'listExchangeRates',
  summary: 'List the exchange rates for policies in another currency',
  access: 'super',
  response: exchangeRates,
})

export const saveExchangeRate = route('PUT', '/api/exchange-rates', {
  name: 'keepExchangeRate',
  summary: 'Create or update the exchange rate as of a given day',
  access: 'super',
  body: z.object({
    since: wireDay,
    cad_per_usd: z
      .number('Enter the Canadian dollars for one US dollar, like 1.37')
      .min(0.5, 'Enter the Canadian dollars for one US dollar, like 1.37')
      .max(3, 'Enter the Canadian dollars for one US dollar, like 1.37'),
    source: z.string().trim().min(1, 'Enter the source').max(200, 'Use at most 200 characters'),
  }),
  response: exchangeRates,
})
