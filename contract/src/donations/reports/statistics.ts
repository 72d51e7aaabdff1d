import { quickFilters, statusIds } from '@twofold/matching'
import { z } from 'zod'
import { organizationPath } from '../../core/organizations.ts'
import { route } from '../../shared/route.ts'
import { currency, wireDay, wireMoney } from '../../shared/wire.ts'

const otherSums = z.record(z.string(), z.number())

export const bucket = z.object({
  sum: wireMoney.describe("gifts in the organization's own currency"),
  count: z.number().describe('gifts in every currency'),
  other_sums: otherSums.describe('gifts in other currencies, by code'),
})
export type Bucket = z.infer<typeof bucket>

export const matchBucket = bucket.extend({
  matched: wireMoney.describe("estimated matches of these gifts in the organization's own currency"),
  other_matched: otherSums.describe('estimated matches in other currencies, by code'),
})
export type MatchBucket = z.infer<typeof matchBucket>

export const moneyReceived = z.object({
  received: wireMoney.describe("money that payouts brought, in the organization's own currency"),
  other_received: otherSums.describe('money in other currencies, by code'),
  matches: z.number().describe('matches that it came to, in every currency'),
})
export type MoneyReceived = z.infer<typeof moneyReceived>

export const byStatus = z.object({
  donor_contacted: matchBucket,
  npo_verify: matchBucket,
  engaged_submitted: matchBucket,
  no_response: matchBucket,
})
export type ByStatus = z.infer<typeof byStatus>

/** Gifts that are not evaluated yet, because their organization's setup is incomplete. No card includes them. */
export const waitingForSetup: readonly number[] = [17]

/** Splits a month's gifts into the four cards' groups and the rest, so that the parts add up to all gifts. */
export const monthGroupIds = ['engaged_submitted', 'npo_verify', 'donor_contacted', 'no_response', 'other'] as const
export type MonthGroup = (typeof monthGroupIds)[number]
const inCards: readonly number[] = Object.values(quickFilters).flatMap(({ statusIds: ids }) => [...ids])
export const monthGroups: Readonly<Record<MonthGroup, readonly number[]>> = {
  engaged_submitted: quickFilters.engaged_submitted.statusIds,
  npo_verify: quickFilters.npo_verify.statusIds,
  donor_contacted: quickFilters.donor_contacted.statusIds,
  no_response: quickFilters.no_response.statusIds,
  other: statusIds.filter((id) => !inCards.includes(id)),
}

export const byMonth = z.object({
  month: wireDay.describe('its first day'),
  groups: z.object({
    engaged_submitted: matchBucket,
    npo_verify: matchBucket,
    donor_contacted: matchBucket,
    no_response: matchBucket,
    other: matchBucket,
  }),
})
export type ByMonth = z.infer<typeof byMonth>

/** Each stage includes the following ones: paid matches were submitted, and submitted ones were contacted. */
export const funnelStages = {
  contacted: [...inCards, 21],
  submitted: quickFilters.engaged_submitted.statusIds,
  received: [1],
} as const satisfies Record<string, readonly number[]>
export type FunnelStage = keyof typeof funnelStages

export const funnel = z.object({ contacted: matchBucket, submitted: matchBucket, received: matchBucket })
export type Funnel = z.infer<typeof funnel>

export const statisticsReports = ['by_status', 'by_month', 'funnel'] as const

export const getStatistics = route({
  name: 'getStatistics',
  method: 'GET',
  path: '/api/organization/{id}/statistics',
  summary: 'Sums and counts of gifts by what is being waited for, by month, or along the way to the money',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: z
    .object({ from: wireDay, to: wireDay, report: z.enum(statisticsReports).default('by_status') })
    .refine(({ from, to }) => from <= to, { message: 'From must not be after To', path: ['from'] }),
  answer: z
    .object({
      currency,
      by_status: byStatus.optional(),
      waiting_for_setup: bucket
        .optional()
        .describe("beside by_status: gifts that are checked for matches once the organization's setup is finished"),
      by_month: z.array(byMonth).optional().describe('months that hold gifts, the earliest first'),
      funnel: funnel.optional(),
    })
    .describe('the entry named by report'),
})

/** Filters of the lists behind the dashboard's summary numbers. */
export const summaryFilters = {
  with_donors: quickFilters.donor_contacted.statusIds,
  received: [1],
  with_employers: [4],
  to_verify: quickFilters.npo_verify.statusIds,
} as const satisfies Record<string, readonly number[]>

/** Deadlines within this many days are listed first. */
export const upcomingDeadlineDays = 7

/** Limit for counting matches without an estimate per organization. */
export const maxUnestimatedCounted = 1_000

export const getMatchSummary = route({
  name: 'getStanding',
  method: 'GET',
  path: '/api/organization/{id}/statistics/standing',
  summary: 'Where the matches of all days stand, and the deadlines that come next',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  answer: z.object({
    currency,
    with_donors: matchBucket.describe('waiting for the donor'),
    received: matchBucket.describe('approved or paid by the employer'),
    received_unestimated: z
      .number()
      .describe(
        `those of them that have no estimate, of which money came by itself; counted up to ${maxUnestimatedCounted.toLocaleString('en-US')} of each organization`,
      ),
    money: moneyReceived.describe('what came of it in payouts, at any status'),
    with_employers: matchBucket.describe('submitted, not answered yet'),
    to_verify: matchBucket.describe('waiting for the nonprofit'),
    deadlines: z
      .array(
        z.object({
          donation_id: z.number(),
          day: wireDay.describe(
            "the last day to act: in the company's time zone, or the day that the nonprofit was given to verify",
          ),
          status_id: z.number(),
          donor_name: z.string(),
          company_name: z.string(),
          matched: wireMoney,
          currency,
        }),
      )
      .describe('the next five open matches that run out'),
    to_do: z
      .object({
        deadlines_soon: z
          .number()
          .describe(
            `open matches whose deadline passes within ${upcomingDeadlineDays} days; counted up to 1,000 of each organization`,
          ),
        payout_lines: z.number().describe('lines of payouts that wait for a person to say which match is theirs'),
        rejected_rows: z.number().describe('rows that the newest upload could not take, until the next upload'),
      })
      .describe('what waits for somebody of the nonprofit, beside to_verify'),
  }),
})
export type MatchSummary = z.infer<typeof getMatchSummary.answer>
