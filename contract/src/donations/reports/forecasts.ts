import { z } from 'zod'
import { organizationPath } from '../../shared/organization-path.ts'
import { route } from '../../shared/route.ts'
import { currency, wireDay, wireMoney } from '../../shared/wire.ts'

/**
 * Statistics from stored sums, independent of the number of gifts: results by company, month, campaign, and chapter,
 * durations, upcoming deadlines, and a forecast.
 */

export const breakdowns = ['company', 'month', 'campaign', 'chapter'] as const
export type Breakdown = (typeof breakdowns)[number]
/** Limit of listed parts: the largest companies and campaigns, and the newest months. */
export const maxBreakdownParts = 60

export const monthText = z.string().regex(/^[12][0-9]{3}-(?:0[1-9]|1[0-2])$/, 'A month is written 2026-01')

const money = {
  given: wireMoney.describe('of the gifts themselves'),
  estimated: wireMoney.describe('what companies may add to them'),
  submitted: wireMoney.describe('the estimate of those whose request is with the company or approved'),
  received: wireMoney.describe('what payouts brought'),
}
const sums = z.object({
  gifts: z.number().describe('in every currency'),
  ...money,
  others: z.array(z.object({ currency, ...money })).describe('in other currencies, never added'),
})
export type BreakdownSums = z.infer<typeof sums>

export const getBreakdown = route({
  name: 'getBreakdown',
  method: 'GET',
  path: '/api/organization/{id}/statistics/breakdown',
  summary: 'What the gifts of some months came to, by company, month, campaign or chapter',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: z
    .object({
      by: z.enum(breakdowns),
      from: monthText.optional().describe('the first month of gifts; from the beginning without'),
      to: monthText.optional().describe('the last month of gifts'),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { message: 'From must not be after To', path: ['from'] }),
  answer: z.object({
    currency,
    total: sums,
    parts: z
      .array(sums.extend({ key: z.string(), label: z.string() }))
      .describe('months in their order, others by what companies may add; without a key: none of them'),
    more: z.number().describe('parts that are not told'),
  }),
})
export type BreakdownResponse = z.infer<typeof getBreakdown.answer>

const wait = z
  .object({
    gifts: z.number(),
    quarter: z.number().describe('days in which the quickest quarter was done'),
    half: z.number(),
    three_quarters: z.number(),
  })
  .nullable()
  .describe('null: too few to say anything')
export type WaitTimes = z.infer<typeof wait>

const forecast = z
  .object({
    after: wireDay.describe('first day of the last month that it rests on: requests up to its end'),
    until: wireDay.describe('first day of the last month that it speaks of'),
    expected: wireMoney,
    low: wireMoney,
    high: wireMoney,
    come: wireMoney.describe('of the expected, what has come already'),
    tries: z
      .array(z.object({ after: wireDay, expected: wireMoney, came: wireMoney }))
      .describe('the same said at the end of earlier months, and what came then'),
    usual_miss: z.number().describe('half of the tries missed by less than this share of what they said'),
  })
  .nullable()

  .describe('null: the history is too short or too uneven to say anything')
export type Forecast = z.infer<typeof forecast>

export const minWaits = 5
/** Number of months in a forecast. */
export const forecastMonths = 3
export const forecastBacktests = 12
export const minForecastBacktests = 4
/** No forecast is shown if past forecasts usually missed by more than this share. */
export const maxForecastError = 0.5

export const getForecasts = route({
  name: 'getOutlook',
  method: 'GET',
  path: '/api/organization/{id}/statistics/outlook',
  summary: 'Money at risk by week of its deadline, how long requests and payments take, and what may still come',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  answer: z.object({
    currency,
    at_risk: z
      .array(
        z.object({
          week: wireDay.describe('its Sunday'),
          gifts: z.number(),
          estimated: wireMoney,
          others: z.array(z.object({ currency, estimated: wireMoney })),
        }),
      )
      .describe('open matches that somebody has still to act on, by the week of their deadline, from this week on'),
    waits_since: wireDay.describe('from which day on requests and payments count into the next two'),
    to_request: wait,
    to_payment: wait,
    waiting: z
      .object({
        gifts: z.number(),
        estimated: wireMoney,
        others: z.array(z.object({ currency, estimated: wireMoney })),
      })
      .describe('submitted, and not answered by the company yet'),
    forecast,
  }),
})
export type Forecasts = z.infer<typeof getForecasts.answer>
