import { type Currency, currency, reports } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type DonationFilter, findDonors } from '../filters/index.ts'
import { groups } from './groupings.queries.ts'
import { selectSumParts } from './sum-parts.queries.ts'

const sumRow = z.object({
  /** Starts at 1; 0 combines all groups that are not listed. */
  rank: z.int(),
  key: z.string(),
  label: z.string(),
  keys: z.int(),
  currency,
  gifts: z.int(),
  submitted_gifts: z.int(),
  received_gifts: z.int(),
  given_cents: z.int(),
  estimated_cents: z.int(),
  submitted_cents: z.int(),
  received_cents: z.int(),
})
export type SumRow = z.infer<typeof sumRow>

export async function sumGifts(db: Db, filter: DonationFilter, by: reports.Grouping | undefined): Promise<SumRow[]> {
  const donors = await findDonors(db, filter)
  const { rows: parts, arePrecomputed } = selectSumParts(filter, donors, by)
  const name = by ? groups[by].name(filter.organizationIds) : sql`NULL::text`
  const groupOrder =
    by && reports.timeGroupings.includes(by)
      ? sql`held.key DESC`
      : sql`sum(held.estimated_cents) DESC, sum(held.gifts) DESC, held.key`
  const statement = (arePrecomputed ? sql.prepared : sql)(sumRow)
  return statement`
    WITH held AS MATERIALIZED (
      SELECT key, min(label) AS label, currency, sum(gifts) AS gifts, sum(submitted_gifts) AS submitted_gifts,
        sum(received_gifts) AS received_gifts, sum(given_cents) AS given_cents, sum(estimated_cents) AS estimated_cents,
        sum(submitted_cents) AS submitted_cents, sum(received_cents) AS received_cents
      FROM (${parts}) AS parts GROUP BY key, currency HAVING sum(gifts) <> 0),
    listed AS (
      SELECT held.key, row_number() OVER (ORDER BY ${groupOrder}) AS rank
      FROM held GROUP BY held.key ORDER BY 2 LIMIT ${reports.maxReportGroups})
    SELECT coalesce(listed.rank, 0) AS rank, coalesce(listed.key, '') AS key,
      coalesce(${name}, min(held.label) FILTER (WHERE listed.key IS NOT NULL), '') AS label,
      (SELECT count(DISTINCT key) FROM held) AS keys, held.currency, coalesce(sum(held.gifts), 0)::bigint AS gifts,
      coalesce(sum(held.submitted_gifts), 0)::bigint AS submitted_gifts,
      coalesce(sum(held.received_gifts), 0)::bigint AS received_gifts,
      coalesce(sum(held.given_cents), 0)::bigint AS given_cents,
      coalesce(sum(held.estimated_cents), 0)::bigint AS estimated_cents,
      coalesce(sum(held.submitted_cents), 0)::bigint AS submitted_cents,
      coalesce(sum(held.received_cents), 0)::bigint AS received_cents
    FROM held LEFT JOIN listed ON listed.key = held.key
    GROUP BY listed.rank, listed.key, held.currency ORDER BY 1`.rows(db)
}

const ownCurrency = z.object({ currency })

export async function findCurrency(db: Db, { organizationId }: Tenant): Promise<Currency> {
  const rows = await sql(ownCurrency)`SELECT currency FROM organizations WHERE id = ${organizationId}`.rows(db)
  if (!rows[0]) throw new Error(`organization ${organizationId} no longer exists`)
  return rows[0].currency
}
