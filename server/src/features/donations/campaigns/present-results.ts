import { type Currency, campaigns } from '@twofold/contract'
import { presentMatchBucket, presentMoneyReceived } from '../statistics/index.ts'
import type { ReceivedRow, ResultRow } from './results.queries.ts'

export const presentResults = (
  rows: readonly ResultRow[],
  received: readonly ReceivedRow[],
  by: 'day' | 'month',
  currency: Currency,
): campaigns.CampaignResults => ({
  currency,
  total: partsOf(rows, currency),
  money: presentMoneyReceived(received, currency),
  by,
  days: [...Map.groupBy(rows, ({ day }) => day)].map(([day, held]) => ({ day, ...partsOf(held, currency) })),
})

function partsOf(rows: readonly ResultRow[], own: Currency): campaigns.CampaignStages {
  const { received, with_company, open, closed } = campaigns.campaignStageStatuses
  return {
    received: presentMatchBucket(rows, received, own),
    with_company: presentMatchBucket(rows, with_company, own),
    open: presentMatchBucket(rows, open, own),
    closed: presentMatchBucket(rows, closed, own),
  }
}
