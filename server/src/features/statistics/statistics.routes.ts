import { type Currency, statistics, toUnits } from '@twofold/contract'
import { quickFilters } from '@twofold/matching'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { type StatusSum, sumByStatus } from './summaries.queries.ts'

export const statisticsRoutes: ServedRoute[] = [
  serve(statistics.getStatistics, async ({ platform, tenant, query }) => {
    const scope = { organizationIds: tenant.family, statusIds: shownStatusIds, from: query.from, to: query.to }
    const { currency, sums } = await sumByStatus(platform.database, tenant, scope)
    return { currency, by_status: presentByStatus(sums, currency) }
  }),
]

const shownStatusIds: readonly number[] = Object.values(quickFilters).flatMap(({ statusIds }) => [...statusIds])

/** One card for each quick filter. Sums of different currencies are never added. */
function presentByStatus(sums: readonly StatusSum[], own: Currency): statistics.ByStatus {
  const bucketOf = (statusIds: readonly number[]): statistics.Bucket => {
    const held = sums.filter(({ status_id }) => statusIds.includes(status_id))
    const cents = new Map<Currency, number>([[own, 0]])
    for (const { currency, amount_cents } of held) cents.set(currency, (cents.get(currency) ?? 0) + amount_cents)
    const others = [...cents].filter(([currency]) => currency !== own)
    return {
      sum: toUnits(cents.get(own) ?? 0),
      count: held.reduce((count, { gifts }) => count + gifts, 0),
      other_sums: Object.fromEntries(others.map(([currency, amount]) => [currency, toUnits(amount)])),
    }
  }
  return {
    donor_contacted: bucketOf(quickFilters.donor_contacted.statusIds),
    npo_verify: bucketOf(quickFilters.npo_verify.statusIds),
    engaged_submitted: bucketOf(quickFilters.engaged_submitted.statusIds),
    no_response: bucketOf(quickFilters.no_response.statusIds),
  }
}
