import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, inOrganization, organizationPath, wireDay, wireId, wireMoney } from '../shared/wire.ts'

export const expectedMessages = {
  loadFailed: 'Failed to load expected money',
  letterFailed: 'Failed to load the letter',
} as const

/** Those with the most overdue money first. */
export const maxExpectedCompanies = 200
export const maxLetterGifts = 200

const amount = z.object({ matches: z.number(), sum: wireMoney })
const named = z.object({ id: z.number(), name: z.string() })

const expectation = z.object({
  currency,
  expected: amount.describe('submitted matches that are not paid, as estimated, and the rest of partly paid ones'),
  oldest: wireDay.nullable().describe('start of the longest wait; null if none'),
  overdue: amount.describe('of these, matches that have waited longer than usual'),
  received: amount.describe('received since the day in `since`'),
  median_days: z
    .number()
    .nullable()
    .describe('median days from request to payment; null with fewer than 5 known payments'),
})
export const companyExpectation = expectation.extend({
  company: named.nullable().describe('null for companies not in the directory'),
  platform: z.string().nullable(),
  late_after_days: z.number().describe('days after which money of this company is overdue'),
})
export type CompanyExpectation = z.infer<typeof companyExpectation>
export const platformExpectation = expectation.extend({
  platform: z.string().nullable().describe('null for companies that pay directly or whose platform is unknown'),
})
export type PlatformExpectation = z.infer<typeof platformExpectation>

export const listExpected = route('GET', '/api/organization/{id}/payout-expected', {
  name: 'listExpected',
  summary: 'Expected, received and overdue money by company and platform, with payment times',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: z.object({
    since: wireDay,
    companies: z.array(companyExpectation).describe(`at most ${maxExpectedCompanies}, most overdue first`),
    platforms: z.array(platformExpectation),
  }),
})

export const getOverdue = route('GET', '/api/organization/{id}/payout-expected/{companyId}', {
  name: 'getOverdue',
  summary: 'Overdue matches of a company or its platform, for a reminder letter',
  access: 'read',
  scope: 'organization',
  params: organizationPath.extend({ companyId: wireId }),
  query: z.object({
    currency,
    of: z
      .enum(['company', 'platform'])
      .default('company')
      .describe('platform: includes all companies that pay through the same platform'),
  }),
  response: z.object({
    company: named,
    platform: z.string().nullable(),
    email: z.string().nullable().describe('address for requests to the company; null if unknown'),
    organization: z.object({
      name: z.string(),
      ein: z.string(),
      language: z.enum(['en', 'fr', 'es']).describe('the letter is in French for `fr`, otherwise in English'),
    }),
    late_after_days: z.number().describe('minimum wait in days of the listed matches'),
    overdue: amount.describe('number and sum of the listed gifts'),
    more: z.number().describe('number of further overdue gifts that are not listed'),
    gifts: z
      .array(
        z.object({
          id: z.number(),
          donor_name: z.string(),
          company_name: z.string(),
          given_on: wireDay,
          submitted_on: wireDay,
          amount: wireMoney,
          matched: wireMoney.describe(
            'outstanding amount: estimated match (0 if unknown), or the rest of a partly paid match',
          ),
          received: wireMoney.describe('amount already received'),
          received_on: wireDay.nullable().describe('date of the last payment; null if none'),
          organization: z.object({ name: z.string(), ein: z.string() }),
        }),
      )
      .describe(`longest wait first; at most ${maxLetterGifts}`),
  }),
})
export type Overdue = z.infer<typeof getOverdue.response>
