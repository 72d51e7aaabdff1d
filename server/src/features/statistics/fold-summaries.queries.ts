import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

const foldedRow = z.object({ folded: z.int() })

const fourSums = sql`gifts, amount_cents, estimated_cents, received_cents`
const summed = sql`sum(gifts), sum(amount_cents), sum(estimated_cents), sum(received_cents)`
const added = sql`gifts = s.gifts + excluded.gifts, amount_cents = s.amount_cents + excluded.amount_cents,
  estimated_cents = s.estimated_cents + excluded.estimated_cents,
  received_cents = s.received_cents + excluded.received_cents`

/** Rows of `donation_waits` that deltas stand for. A request noted before its gift counts as the same day. */
export const waitsOf = (deltas: Sql): Sql => sql`
  SELECT organization_id, 'request' AS step, date_trunc('month', submitted_on)::date AS month,
    greatest(0, submitted_on - day) AS days, gifts
  FROM ${deltas} WHERE submitted_on IS NOT NULL
  UNION ALL
  SELECT organization_id, 'payment', date_trunc('month', received_on)::date, greatest(0, received_on - submitted_on), gifts
  FROM ${deltas} WHERE submitted_on IS NOT NULL AND received_on IS NOT NULL`

/** Rows of `donation_requests` that deltas stand for. */
export const requestsOf = (deltas: Sql): Sql => sql`
  SELECT organization_id, date_trunc('month', submitted_on)::date AS submitted_month,
    coalesce(date_trunc('month', received_on)::date, 'infinity') AS received_month, currency, gifts, estimated_cents,
    received_cents
  FROM ${deltas} WHERE submitted_on IS NOT NULL`

/**
 * Moves what writers appended to the deltas into the sums of every kind, in one statement: whoever reads meanwhile sees all
 * of it before or all of it after. What comes to nothing in sums that know no status, as a move does there, is not written. One node folds at a time, so that two never wait for each other's rows. Answers how many
 * deltas it took; 0 as well when another node is at it. Crosses organizations.
 */
export async function foldDeltas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql(foldedRow)`
    WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtextextended('fold summaries', 0)) AS mine),
    chosen AS MATERIALIZED (
      SELECT d.organization_id, d.id FROM donation_deltas d, turn WHERE turn.mine
      ORDER BY d.organization_id, d.id LIMIT ${limit}),
    taken AS (
      DELETE FROM donation_deltas d USING chosen c
      WHERE d.organization_id = c.organization_id AND d.id = c.id
      RETURNING d.*),
    days AS (
      INSERT INTO donation_days AS s (organization_id, day, status_id, currency, gifts, amount_cents, estimated_cents,
        received_cents, paid)
      SELECT organization_id, day, status_id, currency, sum(gifts), sum(amount_cents), sum(estimated_cents),
        sum(received_cents), sum(paid)
      FROM taken GROUP BY 1, 2, 3, 4 ORDER BY 1, 2
      ON CONFLICT (organization_id, day, status_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
        amount_cents = s.amount_cents + excluded.amount_cents,
        estimated_cents = s.estimated_cents + excluded.estimated_cents,
        received_cents = s.received_cents + excluded.received_cents, paid = s.paid + excluded.paid),
    months AS (
      INSERT INTO donation_months AS s (organization_id, month, status_id, currency, gifts, amount_cents, estimated_cents,
        received_cents, paid)
      SELECT organization_id, date_trunc('month', day)::date, status_id, currency, sum(gifts), sum(amount_cents),
        sum(estimated_cents), sum(received_cents), sum(paid)
      FROM taken GROUP BY 1, 2, 3, 4 ORDER BY 1, 2
      ON CONFLICT (organization_id, month, status_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
        amount_cents = s.amount_cents + excluded.amount_cents,
        estimated_cents = s.estimated_cents + excluded.estimated_cents,
        received_cents = s.received_cents + excluded.received_cents, paid = s.paid + excluded.paid),
    companies AS (
      INSERT INTO donation_companies AS s (organization_id, month, company_id, status_id, currency, ${fourSums})
      SELECT organization_id, date_trunc('month', day)::date, company_id, status_id, currency, ${summed}
      FROM taken GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3
      ON CONFLICT (organization_id, month, company_id, status_id, currency) DO UPDATE SET ${added}),
    campaigns AS (
      INSERT INTO donation_campaigns AS s (organization_id, month, campaign_key, status_id, currency, ${fourSums})
      SELECT organization_id, date_trunc('month', day)::date, campaign_key, status_id, currency, ${summed}
      FROM taken GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3
      ON CONFLICT (organization_id, month, campaign_key, status_id, currency) DO UPDATE SET ${added}),
    deadlines AS (
      INSERT INTO donation_deadlines AS s (organization_id, deadline_week, status_id, currency, gifts, amount_cents,
        estimated_cents)
      SELECT organization_id, deadline_week, status_id, currency, sum(gifts), sum(amount_cents), sum(estimated_cents)
      FROM taken WHERE deadline_week IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2
      ON CONFLICT (organization_id, deadline_week, status_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
        amount_cents = s.amount_cents + excluded.amount_cents,
        estimated_cents = s.estimated_cents + excluded.estimated_cents),
    waits AS (
      INSERT INTO donation_waits AS s (organization_id, step, month, days, gifts)
      SELECT organization_id, step, month, days, sum(gifts) FROM (${waitsOf(sql`taken`)}) AS held
      GROUP BY 1, 2, 3, 4 HAVING sum(gifts) <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, step, month, days) DO UPDATE SET gifts = s.gifts + excluded.gifts),
    requests AS (
      INSERT INTO donation_requests AS s (organization_id, submitted_month, received_month, currency, gifts,
        estimated_cents, received_cents)
      SELECT organization_id, submitted_month, received_month, currency, sum(gifts), sum(estimated_cents),
        sum(received_cents)
      FROM (${requestsOf(sql`taken`)}) AS held GROUP BY 1, 2, 3, 4
      HAVING sum(gifts) <> 0 OR sum(estimated_cents) <> 0 OR sum(received_cents) <> 0 ORDER BY 1, 2, 3
      ON CONFLICT (organization_id, submitted_month, received_month, currency) DO UPDATE SET
        gifts = s.gifts + excluded.gifts, estimated_cents = s.estimated_cents + excluded.estimated_cents,
        received_cents = s.received_cents + excluded.received_cents)
    SELECT count(*) AS folded FROM taken`.execute(db)
  return rows[0]?.folded ?? 0
}
