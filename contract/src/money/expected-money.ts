import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { currency, wireDay, wireId, wireMoney } from '../shared/wire.ts'

/** Requested money that companies have not paid, next to their earlier payments and typical durations. */

export const expectedMessages = {
  loadFailed: 'Failed to load what is expected',
  letterFailed: 'Failed to load the letter',
} as const

/** Limit of listed companies, those with the most overdue money first. */
export const maxExpectedCompanies = 200
/** Limit of gifts per letter. */
export const maxLetterGifts = 200

const amount = z.object({ matches: z.number(), sum: wireMoney })
const named = z.object({ id: z.number(), name: z.string() })

const expectation = z.object({
  currency,
  expected: amount.describe('submitted and not paid, as estimated, and the rest of what was paid in part'),
  oldest: wireDay.nullable().describe('since when the longest of them waits'),
  overdue: amount.describe('of these, those that wait longer than is usual'),
  received: amount.describe('came since the day that `since` names'),
  median_days: z
    .number()
    .nullable()
    .describe('from the request to the money; null: fewer than five payments are known'),
})
export const companyExpectation = expectation.extend({
  company: named.nullable().describe('null: companies that are not in the directory'),
  platform: z.string().nullable(),
  late_after_days: z.number().describe('how long this company may take before its money is overdue'),
})
export type CompanyExpectation = z.infer<typeof companyExpectation>
export const platformExpectation = expectation.extend({
  platform: z.string().nullable().describe('null: companies that pay by themselves, or whose platform is not known'),
})
export type PlatformExpectation = z.infer<typeof platformExpectation>

export const listExpected = route({
  name: 'listExpected',
  method: 'GET',
  path: '/api/organization/{id}/payout-expected',
  summary: 'What companies and their platforms owe and have paid, how long they take, and what is overdue',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  answer: z.object({
    since: wireDay,
    companies: z
      .array(companyExpectation)
      .describe(`at most ${maxExpectedCompanies}, those with the most overdue first`),
    platforms: z.array(platformExpectation),
  }),
})

export const getOverdue = route({
  name: 'getOverdue',
  method: 'GET',
  path: '/api/organization/{id}/payout-expected/{companyId}',
  summary: "One company's overdue matches, or all of its platform's, for a letter that asks for them",
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath.extend({ companyId: wireId }),
  query: z.object({
    currency,
    of: z
      .enum(['company', 'platform'])
      .default('company')
      .describe('platform: the matches of all companies that pay through the same platform as this one'),
  }),
  answer: z.object({
    company: named,
    platform: z.string().nullable(),
    email: z.string().nullable().describe('where the company takes requests, if it names an address'),
    organization: z.object({
      name: z.string(),
      ein: z.string(),
      language: z.enum(['en', 'fr', 'es']).describe('the letter is French where this is, else English'),
    }),
    late_after_days: z.number().describe('all of them have waited longer'),
    overdue: amount.describe('of the gifts that are named'),
    more: z.number().describe('so many more are overdue, too, and are not named'),
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
            'what is missing: as estimated (0: not known), or the rest of a match paid in part',
          ),
          received: wireMoney.describe('what came of it already'),
          received_on: wireDay.nullable().describe('when the last of that came'),
          organization: z.object({ name: z.string(), ein: z.string() }),
        }),
      )
      .describe(`the longest wait first, at most ${maxLetterGifts}`),
  }),
})
export type Overdue = z.infer<typeof getOverdue.answer>
