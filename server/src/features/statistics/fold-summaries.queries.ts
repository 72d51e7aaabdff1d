import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const foldedRow = z.object({ folded: z.int() })

/**
 * Moves what writers appended to the deltas into the days and months, in one statement: whoever reads meanwhile sees all
 * of it before or all of it after. One node folds at a time, so that two never wait for each other's rows. Answers how many
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
      RETURNING d.organization_id, d.day, d.status_id, d.currency, d.gifts, d.amount_cents, d.estimated_cents, d.received_cents, d.paid),
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
        received_cents = s.received_cents + excluded.received_cents, paid = s.paid + excluded.paid)
    SELECT count(*) AS folded FROM taken`.execute(db)
  return rows[0]?.folded ?? 0
}
