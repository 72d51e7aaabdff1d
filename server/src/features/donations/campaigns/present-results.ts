import { type Currency, campaigns } from '@twofold/contract'
import { matchBucketOf, moneyOf } from '../statistics/index.ts'
import type { ReceivedRow, ResultRow } from './results.queries.ts'

/** Currencies are never added. */
export const presentResults = (
  rows: readonly ResultRow[],
  received: readonly ReceivedRow[],
  by: 'day' | 'month',
  currency: Currency,
): campaigns.CampaignResults => ({
  currency,
  total: partsOf(rows, currency),
  money: moneyOf(received, currency),
  by,
  days: [...Map.groupBy(rows, ({ day }) => day)].map(([day, held]) => ({ day, ...partsOf(held, currency) })),
})

function partsOf(rows: readonly ResultRow[], own: Currency): campaigns.CampaignParts {
  const { received, with_company, open, closed } = campaigns.campaignParts
  return {
    received: matchBucketOf(rows, received, own),
    with_company: matchBucketOf(rows, with_company, own),
    open: matchBucketOf(rows, open, own),
    closed: matchBucketOf(rows, closed, own),
  }
}
