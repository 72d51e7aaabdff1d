import { type Currency, currency, outlook } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../platform/database/database.ts'
import { leftJoined, type Sql, sql } from '../../platform/database/sql.ts'
import { monthAfter } from './summary-ranges.ts'

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
  /** Of a row of the table: the estimate of what is with the company or approved. */
  readonly submitted: Sql
  /** Of a row of the table and of a delta, in its own type: thousands of rows are summed by it. */
  readonly key: Sql
  readonly ofDelta: Sql
  /** Of a part that is told: its key as text, and what it is called. */
  readonly text: Sql
  readonly label: Sql
}

const ofStatus = sql`submitted_part(status_id, estimated_cents)`
const byMonth = { table: sql`donation_months`, submitted: ofStatus, label: sql`''` }

const keptBy = (family: readonly number[]): Readonly<Record<outlook.Breakdown, Kept>> => ({
  company: {
    table: sql`donation_company_months`,
    submitted: sql`submitted_cents`,
    key: sql`company_id`,
    ofDelta: sql`company_id`,
    text: sql`told.key::text`,
    label: sql`(SELECT c.name FROM companies c WHERE c.id = told.key)`,
  },
  campaign: {
    table: sql`donation_campaigns`,
    submitted: ofStatus,
    key: sql`campaign_key`,
    ofDelta: sql`campaign_key`,
    text: sql`told.key`,
    label: sql`(SELECT d.custom ->> 'campaign' FROM donations d
      WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.campaign_key = told.key AND d.counted LIMIT 1)`,
  },
  month: {
    ...byMonth,
    key: sql`month`,
    ofDelta: sql`date_trunc('month', day)::date`,
    text: sql`to_char(told.key, 'YYYY-MM')`,
  },
  chapter: {
    ...byMonth,
    key: sql`organization_id`,
    ofDelta: sql`organization_id`,
    text: sql`told.key::text`,
    label: sql`(SELECT o.name FROM organizations o WHERE o.id = told.key)`,
  },
})

const fourSums = sql`gifts, amount_cents, estimated_cents, received_cents`

/** Months as `2026-01`, included at both ends; null is open. */
export type Months = { readonly from: string | null; readonly to: string | null }

// Bare values: with a function around them they would be asked behind row security, of every month there is.
function between(day: Sql, { from, to }: Months): Sql {
  const start = from === null ? sql`` : sql`AND ${day} >= ${`${from}-01`}::date`
  const end = to === null ? sql`` : sql`AND ${day} < ${monthAfter(`${to}-01`)}::date`
  return sql`${start} ${end}`
}

const ownCurrency = z.object({ own: currency })
const breakdownRow = leftJoined(ownCurrency, partRow)

/** What the gifts of some months came to, part by part and in each currency; and the currency of the organization that asks. */
export async function sumParts(
  database: Database,
  tenant: Tenant,
  by: outlook.Breakdown,
  months: Months,
): Promise<{ readonly currency: Currency; readonly parts: readonly PartRow[] }> {
  const { table, submitted, key, ofDelta, text, label } = keptBy(tenant.family)[by]
  const ours = sql`organization_id = ANY (${[...tenant.family]}::bigint[])`
  const first = by === 'month' ? sql`key DESC` : sql`sum(estimated_cents) DESC, sum(gifts) DESC, key`
  const statement = sql`
    WITH held AS MATERIALIZED (
      SELECT key, currency, sum(gifts) AS gifts, sum(amount_cents) AS amount_cents,
        sum(estimated_cents) AS estimated_cents, sum(received_cents) AS received_cents,
        sum(submitted_cents) AS submitted_cents
      FROM (
        SELECT ${key} AS key, currency, ${fourSums}, ${submitted} AS submitted_cents FROM ${table} WHERE ${ours} ${between(sql`month`, months)}
        UNION ALL
        SELECT ${ofDelta}, currency, ${fourSums}, ${ofStatus} FROM donation_deltas WHERE ${ours} ${between(sql`day`, months)}
      ) AS rows GROUP BY key, currency HAVING sum(gifts) <> 0),
    told AS (
      SELECT key, row_number() OVER (ORDER BY ${first}) AS rank
      FROM held GROUP BY key ORDER BY 2 LIMIT ${sql.raw(String(outlook.partsAtMost))}),
    summed AS (
      SELECT coalesce(told.rank, 0) AS rank, told.key, held.currency,
        sum(held.gifts)::bigint AS gifts, sum(held.amount_cents)::bigint AS given_cents,
        sum(held.estimated_cents)::bigint AS estimated_cents, sum(held.submitted_cents)::bigint AS submitted_cents,
        sum(held.received_cents)::bigint AS received_cents
      FROM held LEFT JOIN told ON told.key = held.key GROUP BY 1, 2, 3)
    SELECT o.currency AS own, parts.* FROM organizations o LEFT JOIN (
      SELECT told.rank, coalesce(${text}, '') AS key, coalesce(${label}, '') AS label,
        (SELECT count(DISTINCT key) FROM held) AS parts, told.currency, told.gifts, told.given_cents, told.estimated_cents,
        told.submitted_cents, told.received_cents
      FROM summed told) parts ON true
    WHERE o.id = ${tenant.organizationId} ORDER BY parts.rank`
  // Companies are thousands of rows of a year: worth a plan that knows how many, where the others are few.
  const planned = by === 'company' ? sql(breakdownRow)`${statement}` : sql.kept(breakdownRow)`${statement}`
  const rows = await readInTenant(database, tenant, planned)
  const [one] = rows
  if (!one) throw new Error(`organization ${tenant.organizationId} was checked and is gone`)
  return { currency: one.own, parts: rows.filter((row) => row.rank !== null) }
}
