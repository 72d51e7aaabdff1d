import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { currency, inOrganization, wireDay, wireMoney } from '../../shared/wire.ts'

export const breakdowns = ['company', 'month', 'campaign', 'chapter'] as const
export type Breakdown = (typeof breakdowns)[number]
/** The limit keeps the largest companies and campaigns, and the newest months. */
export const maxBreakdownParts = 60

export const monthText = z.string().regex(/^[12][0-9]{3}-(?:0[1-9]|1[0-2])$/, 'A month is written 2026-01')

const money = {
  given: wireMoney.describe('total amount of the gifts'),
  estimated: wireMoney.describe('estimated match total'),
  submitted: wireMoney.describe('estimated total of submitted and approved matches'),
  received: wireMoney.describe('total received in payouts'),
}
const sums = z.object({
  gifts: z.number().describe('number of gifts in all currencies'),
  ...money,
  others: z.array(z.object({ currency, ...money })).describe('totals per other currency'),
})
export type BreakdownSums = z.infer<typeof sums>

export const getBreakdown = route('GET', '/api/organization/{id}/statistics/breakdown', {
  name: 'getBreakdown',
  summary: 'Retrieve gift and match totals of a period by company, month, campaign, or chapter',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z
    .object({
      by: z.enum(breakdowns),
      from: monthText.optional().describe('first month of gifts; no lower limit by default'),
      to: monthText.optional().describe('last month of gifts; no upper limit by default'),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { message: 'From must not be after To', path: ['from'] }),
  response: z.object({
    currency,
    total: sums,
    parts: z
      .array(sums.extend({ key: z.string(), label: z.string() }))
      .describe('months in order, others by estimated match; an empty key means none, such as no campaign'),
    more: z.number().describe('number of omitted parts'),
  }),
})
export type BreakdownResponse = z.infer<typeof getBreakdown.response>

const wait = z
  .object({
    gifts: z.number(),
    quarter: z.number().describe('days within which the fastest 25% were completed'),
    half: z.number(),
    three_quarters: z.number(),
  })
  .nullable()
  .describe('durations in days for shares of the gifts; null if there are too few gifts')
export type WaitTimes = z.infer<typeof wait>

const forecast = z
  .object({
    after: wireDay.describe('first day of the last month of requests that the forecast is based on'),
    until: wireDay.describe('first day of the last month in the forecast'),
    expected: wireMoney,
    low: wireMoney,
    high: wireMoney,
    come: wireMoney.describe('part of the expected amount already received'),
    tries: z
      .array(z.object({ after: wireDay, expected: wireMoney, came: wireMoney }))
      .describe('forecasts at the end of earlier months, with the amounts received'),
    usual_miss: z.number().describe('median relative error of these forecasts; 0.1 for 10%'),
  })
  .nullable()
  .describe('null if the history is too short or too irregular')
export type Forecast = z.infer<typeof forecast>

export const minWaits = 5
export const forecastMonths = 3
export const forecastBacktests = 12
export const minForecastBacktests = 4
/** No forecast is shown if past ones usually missed by more than this share. */
export const maxForecastError = 0.5

export const getForecasts = route('GET', '/api/organization/{id}/statistics/outlook', {
  name: 'getOutlook',
  summary: 'Retrieve estimated matches at risk by deadline week, durations of requests and payments, and a forecast',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: z.object({
    currency,
    at_risk: z
      .array(
        z.object({
          week: wireDay.describe('first day of the week, a Sunday'),
          gifts: z.number(),
          estimated: wireMoney,
          others: z.array(z.object({ currency, estimated: wireMoney })),
        }),
      )
      .describe('open matches by the week of their deadline, from the current week on'),
    waits_since: wireDay.describe('first day of the requests and payments in `to_request` and `to_payment`'),
    to_request: wait,
    to_payment: wait,
    waiting: z
      .object({
        gifts: z.number(),
        estimated: wireMoney,
        others: z.array(z.object({ currency, estimated: wireMoney })),
      })
      .describe('submitted and awaiting the company’s response'),
    forecast,
  }),
})
export type Forecasts = z.infer<typeof getForecasts.response>
