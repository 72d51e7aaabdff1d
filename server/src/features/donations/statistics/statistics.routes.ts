import { statistics } from '@twofold/contract'
import { quickFilters } from '@twofold/matching'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { sumByMonthAndGroup, sumByStatus } from '../../matches/sums/index.ts'
import { sumMoneyThisYear } from './money-this-year.queries.ts'
import { listNextDeadlines } from './next-deadlines.queries.ts'
import {
  presentByMonth,
  presentByStatus,
  presentFunnel,
  presentMatchBucket,
  presentMoneyReceived,
  presentMoneyThisYear,
} from './present-sums.ts'
import { countToDo } from './to-do.queries.ts'
import { countUnestimated } from './unestimated.queries.ts'

const inCards: readonly number[] = Object.values(quickFilters).flatMap(({ statusIds }) => [...statusIds])
const { funnelStages, summaryFilters, waitingForSetup } = statistics

export const statisticsRoutes: ServedRoute[] = [
  serve(statistics.getStatistics, async ({ platform: { database }, tenant, query: { from, to, report } }) => {
    const scopeOf = (statusIds: readonly number[] | null) => ({ organizationIds: tenant.family, statusIds, from, to })
    if (report === 'by_month') {
      const { currency, sums } = await sumByMonthAndGroup(database, tenant, scopeOf(null))
      return { currency, by_month: presentByMonth(sums, currency) }
    }
    if (report === 'funnel') {
      const { currency, sums } = await sumByStatus(database, tenant, scopeOf(funnelStages.contacted))
      return { currency, funnel: presentFunnel(sums, currency) }
    }
    const { currency, sums } = await sumByStatus(database, tenant, scopeOf([...inCards, ...waitingForSetup]))
    const { sum, count, other_sums } = presentMatchBucket(sums, waitingForSetup, currency)
    return { currency, by_status: presentByStatus(sums, currency), waiting_for_setup: { sum, count, other_sums } }
  }),

  serve(statistics.getMatchSummary, async ({ platform: { database, clock }, tenant }) => {
    const scope = { organizationIds: tenant.family, statusIds: null, from: null, to: null }
    const [{ currency, sums }, received_unestimated, thisYear, deadlines, to_do] = await Promise.all([
      sumByStatus(database, tenant, scope),
      countUnestimated(database, tenant),
      sumMoneyThisYear(database, tenant, clock()),
      listNextDeadlines(database, tenant, clock()),
      countToDo(database, tenant, clock()),
    ])
    return {
      currency,
      with_donors: presentMatchBucket(sums, summaryFilters.with_donors, currency),
      received: presentMatchBucket(sums, summaryFilters.received, currency),
      received_unestimated,
      money: presentMoneyReceived(sums, currency),
      money_this_year: presentMoneyThisYear(thisYear, currency),
      with_employers: presentMatchBucket(sums, summaryFilters.with_employers, currency),
      to_verify: presentMatchBucket(sums, summaryFilters.to_verify, currency),
      deadlines,
      to_do,
    }
  }),
]
