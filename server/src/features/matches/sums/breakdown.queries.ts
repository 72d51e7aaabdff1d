import { type Currency, currency, outlook } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { leftJoined, type Sql, sql } from '../../../platform/database/sql.ts'
import { ownCurrencyOf } from './summaries.queries.ts'
import { type DayRange, monthAfter, splitMonths } from './summary-ranges.ts'

const partRow = z.object({
  /** Starts at 1; 0 combines all parts that are not listed. */
  rank: z.int(),
  key: z.string(),
  label: z.string(),
  /** The maximum is the number of parts. */
  parts: z.int(),
  currency,
  gifts: z.int(),
  given_cents: z.int(),
  estimated_cents: z.int(),
  submitted_cents: z.int(),
  received_cents: z.int(),
})
export type PartRow = z.infer<typeof partRow>

type PrecomputedTable = {
  /** Rows have `key`, currency, and sums, and are parts of a UNION. */
  readonly rowsOf: (months: Months, isOwn: Sql) => readonly Sql[]
  /** The key is not text, because thousands of rows are grouped by it. */
  readonly deltaKey: Sql
  readonly text: Sql
  readonly label: Sql
}

const fourSums = sql`gifts, amount_cents, estimated_cents, received_cents`
const submittedPart = sql`submitted_part(status_id, estimated_cents)`

const precomputedByStatus = (table: Sql, key: Sql) => (months: Months, isOwn: Sql) => [
  sql`SELECT ${key} AS key, currency, ${fourSums}, ${submittedPart} AS submitted_cents FROM ${table}
    WHERE ${isOwn} ${between(sql`month`, daysOf(months))}`,
]

const companySums = sql`company_id AS key, currency, ${fourSums}, submitted_cents`

function companyParts({ from, to }: Months, isOwn: Sql): readonly Sql[] {
  const { years, months } = splitMonths(from, to)
  const parts = months.map(
    (range) => sql`SELECT ${companySums} FROM donation_company_months WHERE ${isOwn} ${between(sql`month`, range)}`,
  )
  if (years)
    parts.push(sql`SELECT ${companySums} FROM donation_company_years WHERE ${isOwn} ${between(sql`year`, years)}`)
  return parts
}

/**
 * The newest gift decides the spelling. ORDER BY makes this one index lookup. Gifts without a campaign have no name.
 */
export const newestNameOfCampaign = (organizationIds: readonly number[], key: Sql): Sql => sql`
  CASE WHEN ${key} <> '' THEN (SELECT named.label FROM unnest(${[...organizationIds]}::bigint[]) AS o (id), LATERAL (
    SELECT d.custom ->> 'campaign' AS label FROM donations d
    WHERE d.organization_id = o.id AND d.campaign_key = ${key} AND d.counted
    ORDER BY d.donated_at DESC, d.id DESC LIMIT 1) AS named LIMIT 1) END`

const precomputedTables = (family: readonly number[]): Readonly<Record<outlook.Breakdown, PrecomputedTable>> => ({
  company: {
    rowsOf: companyParts,
    deltaKey: sql`company_id`,
    text: sql`listed.key::text`,
    label: sql`(SELECT c.name FROM companies c WHERE c.id = listed.key)`,
  },
  campaign: {
    rowsOf: precomputedByStatus(sql`donation_campaigns`, sql`campaign_key`),
    deltaKey: sql`campaign_key`,
    text: sql`listed.key`,
    label: newestNameOfCampaign(family, sql`listed.key`),
  },
  month: {
    rowsOf: precomputedByStatus(sql`donation_months`, sql`month`),
    deltaKey: sql`date_trunc('month', day)::date`,
    text: sql`to_char(listed.key, 'YYYY-MM')`,
    label: sql`''`,
  },
  chapter: {
    rowsOf: precomputedByStatus(sql`donation_months`, sql`organization_id`),
    deltaKey: sql`organization_id`,
    text: sql`listed.key::text`,
    label: sql`(SELECT o.name FROM organizations o WHERE o.id = listed.key)`,
  },
})

/** `2026-01`, both inclusive; null is open. */
export type Months = { readonly from: string | null; readonly to: string | null }

const daysOf = ({ from, to }: Months): DayRange => ({
  from: from === null ? null : `${from}-01`,
  before: to === null ? null : monthAfter(`${to}-01`),
})

// Bare columns: row security would evaluate function calls later, for every month of the table.
function between(day: Sql, { from, before }: DayRange): Sql {
  const start = from === null ? sql`` : sql`AND ${day} >= ${from}::date`
  const end = before === null ? sql`` : sql`AND ${day} < ${before}::date`
  return sql`${start} ${end}`
}

const ownCurrency = z.object({ own: currency })
const breakdownRow = leftJoined(ownCurrency, partRow)
const fewRow = leftJoined(ownCurrency, partRow.omit({ rank: true, parts: true }))

export type Breakdown = { readonly currency: Currency; readonly parts: readonly PartRow[] }

export async function sumParts(
  database: Database,
  tenant: Tenant,
  by: outlook.Breakdown,
  months: Months,
): Promise<Breakdown> {
  // Ranking the maximum number of parts takes longer than summing the few that most organizations have.
  return (
    (isUsuallyFew[by] ? await sumFewParts(database, tenant, by, months) : null) ??
    rankParts(database, tenant, by, months)
  )
}

const isUsuallyFew: Readonly<Record<outlook.Breakdown, boolean>> = {
  campaign: true,
  chapter: true,
  company: false,
  month: false,
}

const precomputedParts = (tenant: Tenant, { rowsOf, deltaKey }: PrecomputedTable, months: Months): Sql => {
  const isInFamily = sql`organization_id = ANY (${[...tenant.family]}::bigint[])`
  return sql`
    SELECT key, currency, sum(gifts)::bigint AS gifts, sum(amount_cents)::bigint AS amount_cents,
      sum(estimated_cents)::bigint AS estimated_cents, sum(received_cents)::bigint AS received_cents,
      sum(submitted_cents)::bigint AS submitted_cents
    FROM (
      ${sql.join(rowsOf(months, isInFamily), sql` UNION ALL `)}
      UNION ALL
      SELECT ${deltaKey}, currency, ${fourSums}, ${submittedPart} FROM donation_deltas WHERE ${isInFamily} ${between(sql`day`, daysOf(months))}
    ) AS rows GROUP BY key, currency HAVING sum(gifts) <> 0`
}

const partsAtMost = sql.raw(String(outlook.maxBreakdownParts))

async function sumFewParts(
  database: Database,
  tenant: Tenant,
  by: outlook.Breakdown,
  months: Months,
): Promise<Breakdown | null> {
  const table = precomputedTables(tenant.family)[by]
  const rows = await readInTenant(
    database,
    tenant,
    sql.prepared(fewRow)`
    SELECT o.currency AS own, parts.* FROM organizations o LEFT JOIN (
      SELECT coalesce(${table.text}, '') AS key, coalesce(${table.label}, '') AS label, listed.currency, listed.gifts,
        listed.amount_cents AS given_cents, listed.estimated_cents, listed.submitted_cents, listed.received_cents
      FROM (${precomputedParts(tenant, table, months)} LIMIT ${partsAtMost} + 1) AS listed) parts ON true
    WHERE o.id = ${tenant.organizationId}`,
  )
  if (rows.length > outlook.maxBreakdownParts) return null
  return {
    currency: ownCurrencyOf(rows, tenant),
    parts: inOrder(rows.filter((row) => row.key !== null)),
  }
}

function inOrder(rows: readonly Omit<PartRow, 'rank' | 'parts'>[]): PartRow[] {
  const parts = [...Map.groupBy(rows, ({ key }) => key).values()].map((held) => ({
    held,
    estimated: held.reduce((sum, { estimated_cents }) => sum + estimated_cents, 0),
    gifts: held.reduce((sum, { gifts }) => sum + gifts, 0),
    key: held[0]?.key ?? '',
  }))
  parts.sort(
    (one, other) => other.estimated - one.estimated || other.gifts - one.gifts || (one.key < other.key ? -1 : 1),
  )
  return parts.flatMap(({ held }, place) => held.map((row) => ({ ...row, rank: place + 1, parts: parts.length })))
}

async function rankParts(
  database: Database,
  tenant: Tenant,
  by: outlook.Breakdown,
  months: Months,
): Promise<Breakdown> {
  const table = precomputedTables(tenant.family)[by]
  const first = by === 'month' ? sql`key DESC` : sql`estimated DESC, held_gifts DESC, key`
  const rows = await readInTenant(
    database,
    tenant,
    sql.prepared(breakdownRow)`
    WITH held AS MATERIALIZED (${precomputedParts(tenant, table, months)}),
    ranked AS (
      SELECT *, dense_rank() OVER (ORDER BY ${first}) AS place FROM (
        SELECT *, sum(estimated_cents) OVER of_key AS estimated, sum(gifts) OVER of_key AS held_gifts
        FROM held WINDOW of_key AS (PARTITION BY key)) AS each),
    listed AS (
      SELECT CASE WHEN place <= ${partsAtMost} THEN place ELSE 0 END AS rank, CASE WHEN place <= ${partsAtMost} THEN key END AS key,
        currency, max(place) AS parts, sum(gifts)::bigint AS gifts, sum(amount_cents)::bigint AS given_cents,
        sum(estimated_cents)::bigint AS estimated_cents, sum(submitted_cents)::bigint AS submitted_cents,
        sum(received_cents)::bigint AS received_cents
      FROM ranked GROUP BY 1, 2, 3)
    SELECT o.currency AS own, parts.* FROM organizations o LEFT JOIN (
      SELECT listed.rank, coalesce(${table.text}, '') AS key, coalesce(${table.label}, '') AS label, listed.parts, listed.currency,
        listed.gifts, listed.given_cents, listed.estimated_cents, listed.submitted_cents, listed.received_cents
      FROM listed) parts ON true
    WHERE o.id = ${tenant.organizationId} ORDER BY parts.rank`,
  )
  return { currency: ownCurrencyOf(rows, tenant), parts: rows.filter((row) => row.rank !== null) }
}
