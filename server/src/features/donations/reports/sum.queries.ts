import { type Currency, campaigns, currency, reports } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type DonationFilter, findDonors, foundBy } from '../filter.queries.ts'
import { groups } from './groupings.queries.ts'

const sumRow = z.object({
  /** From 1; 0 holds all groups that are not told one by one. */
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

const submittedIds = [...campaigns.campaignParts.received, ...campaigns.campaignParts.with_company]

/** What the gifts that a filter finds come to, for each currency and group. One pass over them. */
export async function sumGifts(db: Db, filter: DonationFilter, by: reports.Grouping | undefined): Promise<SumRow[]> {
  const donors = await findDonors(db, filter)
  const { key, label, joins } = by ? groups[by] : { key: sql`''`, label: sql`''`, joins: sql`` }
  const first =
    by && reports.timeGroupings.includes(by)
      ? sql`held.key DESC`
      : sql`sum(held.estimated_cents) DESC, sum(held.gifts) DESC, held.key`
  const isSubmitted = sql`d.status_id = ANY (${submittedIds}::smallint[])`
  const { rows } = await sql(sumRow)`
    WITH held AS MATERIALIZED (
      SELECT ${key} AS key, ${label} AS label, d.currency, count(*) AS gifts,
        count(*) FILTER (WHERE ${isSubmitted}) AS submitted_gifts,
        count(*) FILTER (WHERE d.received_cents > 0) AS received_gifts,
        sum(d.amount_cents) AS given_cents, sum(d.estimated_cents) AS estimated_cents,
        sum(d.estimated_cents) FILTER (WHERE ${isSubmitted}) AS submitted_cents,
        sum(d.received_cents) AS received_cents
      FROM donations d ${joins} WHERE ${foundBy(filter, donors)} GROUP BY 1, d.currency),
    told AS (
      SELECT held.key, row_number() OVER (ORDER BY ${first}) AS rank
      FROM held GROUP BY held.key ORDER BY 2 LIMIT ${reports.groupsAtMost})
    SELECT coalesce(told.rank, 0) AS rank, coalesce(told.key, '') AS key,
      coalesce(min(held.label) FILTER (WHERE told.key IS NOT NULL), '') AS label,
      (SELECT count(DISTINCT key) FROM held) AS keys, held.currency, coalesce(sum(held.gifts), 0)::bigint AS gifts,
      coalesce(sum(held.submitted_gifts), 0)::bigint AS submitted_gifts,
      coalesce(sum(held.received_gifts), 0)::bigint AS received_gifts,
      coalesce(sum(held.given_cents), 0)::bigint AS given_cents,
      coalesce(sum(held.estimated_cents), 0)::bigint AS estimated_cents,
      coalesce(sum(held.submitted_cents), 0)::bigint AS submitted_cents,
      coalesce(sum(held.received_cents), 0)::bigint AS received_cents
    FROM held LEFT JOIN told ON told.key = held.key
    GROUP BY told.rank, told.key, held.currency ORDER BY 1`.execute(db)
  return rows
}

const ownCurrency = z.object({ currency })

export async function findCurrency(db: Db, { organizationId }: Tenant): Promise<Currency> {
  const { rows } = await sql(ownCurrency)`SELECT currency FROM organizations WHERE id = ${organizationId}`.execute(db)
  if (!rows[0]) throw new Error(`organization ${organizationId} was checked and is gone`)
  return rows[0].currency
}
