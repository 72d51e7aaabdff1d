import { campaigns, currency, outlook } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

const partRow = z.object({
  /** From 1; 0 holds all parts that are not told one by one. */
  rank: z.int(),
  key: z.string(),
  label: z.string(),
  parts: z.int(),
  currency,
  gifts: z.int(),
  given_cents: z.int(),
  estimated_cents: z.int(),
  submitted_cents: z.int(),
  received_cents: z.int(),
})
export type PartRow = z.infer<typeof partRow>

type Kept = {
  readonly table: Sql
  /** Of a row of the table, of a delta, and what the key is called. */
  readonly key: Sql
  readonly ofDelta: Sql
  readonly label: Sql
}

const byMonth = { table: sql`donation_months`, label: sql`''` }

const keptBy = (family: readonly number[]): Readonly<Record<outlook.Breakdown, Kept>> => ({
  company: {
    table: sql`donation_companies`,
    key: sql`company_id::text`,
    ofDelta: sql`company_id::text`,
    label: sql`(SELECT c.name FROM companies c WHERE c.id = nullif(told.key, '')::bigint)`,
  },
  campaign: {
    table: sql`donation_campaigns`,
    key: sql`campaign_key`,
    ofDelta: sql`campaign_key`,
    label: sql`(SELECT d.custom ->> 'campaign' FROM donations d
      WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.campaign_key = told.key AND d.counted LIMIT 1)`,
  },
  month: { ...byMonth, key: sql`to_char(month, 'YYYY-MM')`, ofDelta: sql`to_char(day, 'YYYY-MM')` },
  chapter: {
    ...byMonth,
    key: sql`organization_id::text`,
    ofDelta: sql`organization_id::text`,
    label: sql`(SELECT o.name FROM organizations o WHERE o.id = nullif(told.key, '')::bigint)`,
  },
})

const submittedIds = [...campaigns.campaignParts.received, ...campaigns.campaignParts.with_company]
const fourSums = sql`gifts, amount_cents, estimated_cents, received_cents`

/** Months as `2026-01`, included at both ends; null is open. */
export type Months = { readonly from: string | null; readonly to: string | null }

const between = (day: Sql, { from, to }: Months): Sql => sql`
  AND ${day} >= coalesce(${from && `${from}-01`}::date, '-infinity')
  AND ${day} < coalesce(${to && `${to}-01`}::date + interval '1 month', 'infinity')`

/** What the gifts of some months came to, part by part and in each currency. */
export async function sumParts(
  database: Database,
  tenant: Tenant,
  by: outlook.Breakdown,
  months: Months,
): Promise<PartRow[]> {
  const { table, key, ofDelta, label } = keptBy(tenant.family)[by]
  const ours = sql`organization_id = ANY (${[...tenant.family]}::bigint[])`
  const first = by === 'month' ? sql`key DESC` : sql`sum(estimated_cents) DESC, sum(gifts) DESC, key`
  return readInTenant(
    database,
    tenant,
    sql(partRow)`
    WITH held AS MATERIALIZED (
      SELECT key, currency, sum(gifts) AS gifts, sum(amount_cents) AS amount_cents,
        sum(estimated_cents) AS estimated_cents, sum(received_cents) AS received_cents,
        coalesce(sum(estimated_cents) FILTER (WHERE status_id = ANY (${submittedIds}::smallint[])), 0) AS submitted_cents
      FROM (
        SELECT ${key} AS key, status_id, currency, ${fourSums} FROM ${table} WHERE ${ours} ${between(sql`month`, months)}
        UNION ALL
        SELECT ${ofDelta}, status_id, currency, ${fourSums} FROM donation_deltas WHERE ${ours} ${between(sql`day`, months)}
      ) AS rows GROUP BY key, currency HAVING sum(gifts) <> 0),
    told AS (
      SELECT key, row_number() OVER (ORDER BY ${first}) AS rank
      FROM held GROUP BY key ORDER BY 2 LIMIT ${outlook.partsAtMost}),
    summed AS (
      SELECT coalesce(told.rank, 0) AS rank, coalesce(told.key, '') AS key, held.currency,
        sum(held.gifts)::bigint AS gifts, sum(held.amount_cents)::bigint AS given_cents,
        sum(held.estimated_cents)::bigint AS estimated_cents, sum(held.submitted_cents)::bigint AS submitted_cents,
        sum(held.received_cents)::bigint AS received_cents
      FROM held LEFT JOIN told ON told.key = held.key GROUP BY 1, 2, 3)
    SELECT told.*, coalesce(${label}, '') AS label, (SELECT count(DISTINCT key) FROM held) AS parts
    FROM summed told ORDER BY told.rank`,
  )
}
