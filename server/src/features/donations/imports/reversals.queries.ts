import { withEmployerStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'
import { refundedField, type StoredReversal } from '../recording/index.ts'

const reversalTypes = {
  organization_id: 'bigint',
  gift_key: 'uuid',
  reversal_key: 'uuid',
  cents: 'bigint',
} as const satisfies ColumnTypes<StoredReversal>

export async function insertReversals(db: Db, importId: number, reversals: readonly StoredReversal[]): Promise<void> {
  if (reversals.length === 0) return
  await sql`
    INSERT INTO gift_reversals (${columnNames(reversalTypes)}, import_id)
    SELECT ${columnNames(reversalTypes, 'r')}, ${importId}::bigint FROM ${recordset(reversalTypes, reversals)}
    ON CONFLICT DO NOTHING`.execute(db)
}

const laterGift = z.object({
  donation_id: z.int(),
  cents: z.int(),
  has_note: z.boolean(),
  is_changed: z.boolean(),
})

/**
 * Lists gifts that were recorded after an import and less its refunds, with the sum of these refunds. `is_changed`: the
 * amount was changed since, or belongs to a combined match.
 */
export async function listGiftsReducedLater(db: Db, { family }: Tenant, importId: number) {
  return sql(laterGift)`
    SELECT d.id AS donation_id, sum(v.cents)::bigint AS cents, coalesce(d.custom ? ${refundedField}, false) AS has_note,
      d.own_cents IS NOT NULL OR d.merged_into_id IS NOT NULL OR d.status_id = ANY (${[...withEmployerStatusIds]})
        OR EXISTS (SELECT FROM donation_events e WHERE e.organization_id = d.organization_id AND e.donation_id = d.id
          AND e.changes @> '[{"field": "amount_cents"}]') AS is_changed
    FROM gift_reversals v
    JOIN imports i ON i.organization_id = ANY (${[...family]}::bigint[]) AND i.id = v.import_id
    JOIN donations d ON d.organization_id = v.organization_id AND d.gift_key = v.gift_key
    WHERE v.organization_id = ANY (${[...family]}::bigint[]) AND v.import_id = ${importId} AND v.cents > 0
      AND d.deleted_at IS NULL AND d.created_at >= i.finished_at AND d.import_id IS DISTINCT FROM v.import_id
      AND NOT EXISTS (SELECT FROM import_news n WHERE n.organization_id = d.organization_id AND n.donation_id = d.id
        AND n.import_id = v.import_id)
    GROUP BY d.organization_id, d.id ORDER BY d.id`.rows(db)
}

/** Deletes the refunds of an import, except those that stay subtracted from these donations. */
export async function deleteReversals(
  db: Db,
  { family }: Tenant,
  importId: number,
  kept: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM gift_reversals v WHERE v.organization_id = ANY (${[...family]}::bigint[]) AND v.import_id = ${importId}
      AND NOT EXISTS (SELECT FROM donations d WHERE d.organization_id = v.organization_id AND d.gift_key = v.gift_key
        AND d.id = ANY (${[...kept]}::bigint[]))`.execute(db)
}

const refundTypes = {
  row: 'integer',
  organization_id: 'bigint',
  donor_key: 'text',
  any_person: 'boolean',
  cents: 'bigint',
  currency: 'text',
  day: 'date',
} as const
export type RefundWithoutGift = {
  readonly row: number
  readonly organization_id: number
  readonly donor_key: string
  /** The refund has only an address, which several people may share. */
  readonly any_person: boolean
  readonly cents: number
  readonly currency: string
  readonly day: string
}

const likelyRow = z.object({ row: z.int(), gift_key: z.string() })

/** Days: a refund follows its gift within two years. */
const longestWait = 731

export async function listLikelyGifts(
  db: Db,
  refunds: readonly RefundWithoutGift[],
): Promise<z.infer<typeof likelyRow>[]> {
  if (refunds.length === 0) return []
  return sql(likelyRow)`
    WITH g AS MATERIALIZED (SELECT * FROM ${recordset(refundTypes, refunds, 'g')})
    SELECT g.row, likely.gift_key
    FROM g CROSS JOIN LATERAL (
      SELECT d.gift_key FROM donors k
      JOIN donations d ON d.organization_id = k.organization_id AND d.donor_id = coalesce(k.merged_into_id, k.id)
      WHERE k.organization_id = g.organization_id AND (k.donor_key = g.donor_key OR g.any_person AND k.mailbox = g.donor_key)
        AND d.deleted_at IS NULL
        AND d.currency = g.currency AND coalesce(d.own_cents, d.amount_cents) >= g.cents
        AND d.donated_at < g.day + 1 AND d.donated_at >= g.day - ${longestWait}::integer
      ORDER BY coalesce(d.own_cents, d.amount_cents) = g.cents DESC, d.donated_at DESC, d.id DESC LIMIT 1) likely
    WHERE g.row IS NOT NULL ORDER BY g.row`.rows(db)
}
