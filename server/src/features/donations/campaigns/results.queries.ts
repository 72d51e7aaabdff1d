import { type Currency, currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** All sums use the index `donations_sum_of_campaign`. */

const resultRow = z.object({
  day: z.string(),
  status_id: z.int(),
  currency,
  gifts: z.int(),
  amount_cents: z.int(),
  estimated_cents: z.int(),
})
export type ResultRow = z.infer<typeof resultRow>

export async function sumCampaign(
  db: Db,
  { family }: Tenant,
  campaignId: number,
  by: 'day' | 'month',
): Promise<ResultRow[]> {
  return sql(resultRow)`
    SELECT date_trunc(${by}, d.donated_at)::date AS day, d.status_id, d.currency, count(*) AS gifts,
      coalesce(sum(d.amount_cents), 0)::bigint AS amount_cents, coalesce(sum(d.estimated_cents), 0)::bigint AS estimated_cents
    FROM donations d
    WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.campaign_id = ${campaignId} AND d.counted
    GROUP BY 1, 2, 3 ORDER BY 1`.rows(db)
}

const receivedRow = z.object({ currency, received_cents: z.int(), paid: z.int() })
export type ReceivedRow = z.infer<typeof receivedRow>

export async function sumReceivedOfCampaign(db: Db, { family }: Tenant, campaignId: number): Promise<ReceivedRow[]> {
  return sql(receivedRow)`
    SELECT currency, coalesce(sum(received_cents), 0)::bigint AS received_cents, count(*) AS paid FROM donations
    WHERE organization_id = ANY (${[...family]}::bigint[]) AND campaign_id = ${campaignId} AND counted
      AND received_cents <> 0
    GROUP BY currency ORDER BY currency`.rows(db)
}

const ownCurrency = z.object({ currency })

export async function findCurrency(db: Db, organizationId: number): Promise<Currency> {
  const rows = await sql(ownCurrency)`SELECT currency FROM organizations WHERE id = ${organizationId}`.rows(db)
  if (!rows[0]) throw new Error(`organization ${organizationId} no longer exists`)
  return rows[0].currency
}
