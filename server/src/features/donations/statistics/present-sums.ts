import { type Currency, statistics, toUnits } from '@twofold/contract'
import { quickFilters } from '@twofold/matching'
import type { GroupSum, StatusSum } from '../../matches/sums/index.ts'

type GiftSum = Pick<StatusSum, 'currency' | 'gifts' | 'amount_cents' | 'estimated_cents'>

/** Currencies are never added. */
export function presentMatchBucket(
  sums: readonly (GiftSum & Pick<StatusSum, 'status_id'>)[],
  statusIds: readonly number[],
  ownCurrency: Currency,
): statistics.MatchBucket {
  return bucketOfAll(
    sums.filter(({ status_id }) => statusIds.includes(status_id)),
    ownCurrency,
  )
}

function bucketOfAll(sums: readonly GiftSum[], ownCurrency: Currency): statistics.MatchBucket {
  const amounts = byCurrency(sums, ownCurrency, ({ amount_cents }) => amount_cents)
  const matches = byCurrency(sums, ownCurrency, ({ estimated_cents }) => estimated_cents)
  return {
    sum: amounts.own,
    count: sums.reduce((count, { gifts }) => count + gifts, 0),
    other_sums: amounts.others,
    matched: matches.own,
    other_matched: matches.others,
  }
}

/** Includes money of every match status. */
export function presentMoneyReceived(
  sums: readonly Pick<StatusSum, 'currency' | 'received_cents' | 'paid'>[],
  ownCurrency: Currency,
): statistics.MoneyReceived {
  const { own: received, others } = byCurrency(sums, ownCurrency, ({ received_cents }) => received_cents)
  return { received, other_received: others, matches: sums.reduce((count, { paid }) => count + paid, 0) }
}

export function presentMoneyThisYear(
  { year, sums }: { readonly year: number; readonly sums: readonly Pick<StatusSum, 'currency' | 'received_cents'>[] },
  ownCurrency: Currency,
): statistics.MoneyThisYear {
  const paid = sums.filter(({ received_cents }) => received_cents !== 0)
  const { own: received, others } = byCurrency(paid, ownCurrency, ({ received_cents }) => received_cents)
  return { year, received, other_received: others }
}

function byCurrency<Sum extends { readonly currency: Currency }>(
  sums: readonly Sum[],
  ownCurrency: Currency,
  centsOf: (sum: Sum) => number,
) {
  const cents = new Map<Currency, number>()
  for (const sum of sums) cents.set(sum.currency, (cents.get(sum.currency) ?? 0) + centsOf(sum))
  const others = [...cents].filter(([currency]) => currency !== ownCurrency)
  return {
    own: toUnits(cents.get(ownCurrency) ?? 0),
    others: Object.fromEntries(others.map(([currency, amount]) => [currency, toUnits(amount)])),
  }
}

export function presentByStatus(sums: readonly StatusSum[], ownCurrency: Currency): statistics.ByStatus {
  const bucketOf = (statusIds: readonly number[]) => presentMatchBucket(sums, statusIds, ownCurrency)
  return {
    donor_contacted: bucketOf(quickFilters.donor_contacted.statusIds),
    npo_verify: bucketOf(quickFilters.npo_verify.statusIds),
    engaged_submitted: bucketOf(quickFilters.engaged_submitted.statusIds),
    no_response: bucketOf(quickFilters.no_response.statusIds),
  }
}

const noSums: readonly GroupSum[] = []

export function presentByMonth(sums: readonly GroupSum[], ownCurrency: Currency): statistics.ByMonth[] {
  return [...Map.groupBy(sums, ({ month }) => month)].map(([month, held]) => {
    const groups = Map.groupBy(held, ({ group }) => group)
    const bucketOf = (group: statistics.MonthGroup) => bucketOfAll(groups.get(group) ?? noSums, ownCurrency)
    return {
      month,
      groups: {
        engaged_submitted: bucketOf('engaged_submitted'),
        npo_verify: bucketOf('npo_verify'),
        donor_contacted: bucketOf('donor_contacted'),
        no_response: bucketOf('no_response'),
        other: bucketOf('other'),
      },
    }
  })
}

export function presentFunnel(sums: readonly StatusSum[], ownCurrency: Currency): statistics.Funnel {
  const { funnelStages } = statistics
  return {
    contacted: presentMatchBucket(sums, funnelStages.contacted, ownCurrency),
    submitted: presentMatchBucket(sums, funnelStages.submitted, ownCurrency),
    received: presentMatchBucket(sums, funnelStages.received, ownCurrency),
  }
}
