import { quickFilters, statusIds } from '@twofold/matching'
import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { currency, inOrganization, wireDay, wireMoney } from '../../shared/wire.ts'

const otherSums = z.record(z.string(), z.number())

export const bucket = z.object({
  sum: wireMoney.describe("total of gifts in the organization's currency"),
  count: z.number().describe('number of gifts in all currencies'),
  other_sums: otherSums.describe('totals of gifts in other currencies, by currency code'),
})
export type Bucket = z.infer<typeof bucket>

export const matchBucket = bucket.extend({
  matched: wireMoney.describe("estimated match total of these gifts in the organization's currency"),
  other_matched: otherSums.describe('estimated match totals in other currencies, by currency code'),
})
export type MatchBucket = z.infer<typeof matchBucket>

export const moneyReceived = z.object({
  received: wireMoney.describe("total received in payouts, in the organization's currency"),
  other_received: otherSums.describe('totals received in other currencies, by currency code'),
  matches: z.number().describe('number of matches with payouts, in all currencies'),
})
export type MoneyReceived = z.infer<typeof moneyReceived>

export const moneyThisYear = z.object({
  year: z.number().describe("the current one in the organization's time zone"),
  received: wireMoney.describe("in payouts of this year that have a date, in the organization's own currency"),
  other_received: otherSums.describe('money in other currencies, by code'),
})
export type MoneyThisYear = z.infer<typeof moneyThisYear>

export const byStatus = z.object({
  donor_contacted: matchBucket,
  npo_verify: matchBucket,
  engaged_submitted: matchBucket,
  no_response: matchBucket,
})
export type ByStatus = z.infer<typeof byStatus>

/** No card includes these, because their organization's setup is incomplete. */
export const waitingForSetup: readonly number[] = [17]

/** The four cards' groups and the rest, so that the parts add up to all gifts. */
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
  month: wireDay.describe('first day of the month'),
  groups: z.object({
    engaged_submitted: matchBucket,
    npo_verify: matchBucket,
    donor_contacted: matchBucket,
    no_response: matchBucket,
    other: matchBucket,
  }),
})
export type ByMonth = z.infer<typeof byMonth>

export const funnelStages = {
  contacted: [...inCards, 21],
  submitted: quickFilters.engaged_submitted.statusIds,
  received: [1],
} as const satisfies Record<string, readonly number[]>
export type FunnelStage = keyof typeof funnelStages

export const funnel = z.object({ contacted: matchBucket, submitted: matchBucket, received: matchBucket })
export type Funnel = z.infer<typeof funnel>

export const statisticsReports = ['by_status', 'by_month', 'funnel'] as const

export const getStatistics = route('GET', '/api/organization/{id}/statistics', {
  name: 'getStatistics',
  summary: 'Retrieve totals and counts of gifts by status, by month, or as a funnel',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z
    .object({ from: wireDay, to: wireDay, report: z.enum(statisticsReports).default('by_status') })
    .refine(({ from, to }) => from <= to, { message: 'From must not be after To', path: ['from'] }),
  response: z
    .object({
      currency,
      by_status: byStatus.optional(),
      waiting_for_setup: bucket
        .optional()
        .describe("with by_status: gifts to be evaluated after the organization's setup is complete"),
      by_month: z.array(byMonth).optional().describe('months with gifts, earliest first'),
      funnel: funnel.optional(),
    })
    .describe('contains the requested `report`'),
})

export const summaryFilters = {
  with_donors: quickFilters.donor_contacted.statusIds,
  received: [1],
  with_employers: [4],
  to_verify: quickFilters.npo_verify.statusIds,
} as const satisfies Record<string, readonly number[]>

/** Deadlines within this many days are open tasks. */
export const upcomingDeadlineDays = 14

/** Bounces of this many days are open tasks. */
export const recentBounceDays = 7

/** Counts per organization. */
export const maxUnestimatedCounted = 1_000

export const getMatchSummary = route('GET', '/api/organization/{id}/statistics/standing', {
  name: 'getStanding',
  summary: 'Retrieve a summary of all matches with the next deadlines',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: z.object({
    currency,
    with_donors: matchBucket.describe('waiting for the donor'),
    received: matchBucket.describe('approved or paid by the employer'),
    received_unestimated: z
      .number()
      .describe(
        `number of these matches without an estimate; at most ${maxUnestimatedCounted.toLocaleString('en-US')} counted per organization`,
      ),
    money: moneyReceived.describe('payouts received, regardless of status'),
    money_this_year: moneyThisYear.describe('the part of `money` that was received this year'),
    with_employers: matchBucket.describe('submitted and awaiting the employer’s response'),
    to_verify: matchBucket.describe('waiting for the nonprofit'),
    deadlines: z
      .array(
        z.object({
          donation_id: z.number(),
          day: wireDay.describe("last day to act, in the company's time zone, or the nonprofit's deadline to verify"),
          status_id: z.number(),
          donor_name: z.string(),
          company_name: z.string(),
          matched: wireMoney,
          currency,
        }),
      )
      .describe('next five open matches by deadline'),
    to_do: z
      .object({
        deadlines_soon: z
          .number()
          .describe(
            `open matches with a deadline within ${upcomingDeadlineDays} days; at most 1,000 counted per organization`,
          ),
        payout_lines: z.number().describe('payout lines that require manual assignment to a match'),
        rejected_rows: z.number().describe('rejected rows of the latest upload'),
        unanswered: z
          .number()
          .describe(
            'matches waiting for a donor who opened an email at least a week ago and did not act; at most 1,000 counted per organization',
          ),
        bounces: z
          .number()
          .describe(
            `addresses that bounced in the last ${recentBounceDays} days; at most 1,000 counted per organization`,
          ),
      })
      .describe('tasks of the nonprofit, in addition to to_verify'),
  }),
})
export type MatchSummary = z.infer<typeof getMatchSummary.response>
