import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const receivedRow = z.object({
  donation_id: z.int(),
  cents: z.int(),
  day: z.string(),
  payer: z.string(),
  reference: z.string(),
  balance_cents: z.int().nullable(),
})
export type Received = z.infer<typeof receivedRow>

/**
 * Includes lines of a former parent. The last line determines the payer. The balance is the last reported one minus
 * later payments, because a typed-in check reports none.
 */
export async function sumReceived(db: Db, donationIds: readonly number[]): Promise<Map<number, Received>> {
  const rows = await sql(receivedRow)`
    SELECT l.donation_id, coalesce(sum(l.cents), 0)::bigint AS cents, max(l.day) AS day,
      coalesce((array_agg(l.payer ORDER BY l.id DESC))[1], '') AS payer,
      coalesce((array_agg(l.reference ORDER BY l.id DESC))[1], '') AS reference,
      (array_agg(greatest(0, l.balance_cents - l.later_cents) ORDER BY l.id DESC)
        FILTER (WHERE l.balance_cents IS NOT NULL))[1]::bigint AS balance_cents
    FROM (
      SELECT *, coalesce(sum(cents) OVER (PARTITION BY donation_id ORDER BY id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS later_cents
      FROM lines_paying(${[...donationIds]}::bigint[])) l
    WHERE l.donation_id IS NOT NULL AND l.day IS NOT NULL
    GROUP BY l.donation_id`.rows(db)
  return new Map(rows.map((row) => [row.donation_id, row]))
}
