import { campaigns, donations, outlook } from '@twofold/contract'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { sumByStatus, sumParts } from '../../matches/sums/index.ts'
import { forecastMoney } from './forecast-money.ts'
import { monthsBefore } from './months-before.ts'
import { listAtRisk, listRequests, listWaits } from './outlook.queries.ts'
import { presentAtRisk, presentParts, presentWait, presentWaiting } from './present-outlook.ts'

// The weeks that the built-in deadline report contains completely.
const weeksShown = 8
const msPerDay = 86_400_000

const requestYears = 4

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * msPerDay)

export const outlookRoutes: ServedRoute[] = [
  serve(outlook.getBreakdown, async ({ platform: { database }, tenant, query: { by, from, to } }) => {
    const { currency, parts } = await sumParts(database, tenant, by, { from: from ?? null, to: to ?? null })
    return presentParts(parts, by, currency)
  }),

  serve(outlook.getForecasts, async ({ platform: { database, clock }, tenant }) => {
    const now = clock()
    const sunday = daysAfter(now, -now.getUTCDay())
    const since = donations.withinYearSince(now)
    const openScope = {
      organizationIds: tenant.family,
      statusIds: campaigns.campaignStageStatuses.with_company,
      from: null,
      to: null,
    }
    const [{ currency: ownCurrency, sums }, atRisk, waits, requests] = await Promise.all([
      sumByStatus(database, tenant, openScope),
      listAtRisk(database, tenant, { from: dayOf(sunday), before: dayOf(daysAfter(sunday, weeksShown * 7)) }),
      listWaits(database, tenant, since),
      listRequests(database, tenant, monthsBefore(now, requestYears * 12)),
    ])
    return {
      currency: ownCurrency,
      at_risk: presentAtRisk(atRisk, ownCurrency),
      waits_since: since,
      to_request: presentWait(waits, 'request'),
      to_payment: presentWait(waits, 'payment'),
      waiting: presentWaiting(sums, ownCurrency),
      forecast: forecastMoney(requests, dayOf(now).slice(0, 7)),
    }
  }),
]
