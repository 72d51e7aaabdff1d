import { z } from 'zod'
import { route } from './route.ts'

export const otherCompany = 'other'

export const companyName = z.object({
  name: z.string().describe('the name or alias that was hit'),
  company: z.object({ id: z.number(), name: z.string() }).nullable().describe("null for the 'other' choice"),
  company_id: z.number().nullable(),
})

/** `false` and `0` are the only false words a query string has. */
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
  // No limit: answered from memory in microseconds, where counting a call would cost a write.
  answer: z.object({ names: z.array(companyName) }),
})

export const companyRow = z.object({
  id: z.number(),
  name: z.string(),
  has_program: z.enum(['yes', 'no', 'unknown']),
  ratio: z.string().nullable(),
  csr_platform: z.string().nullable(),
  match_method: z.string().nullable(),
  min_amount: z.number().nullable(),
  max_amount: z.number().nullable(),
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
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ companies: z.array(companyRow), total: z.number() }),
  rate: { max: 300, seconds: 60 },
})
