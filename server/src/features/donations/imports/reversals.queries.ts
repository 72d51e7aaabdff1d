import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { StoredReversal } from '../donations/index.ts'

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

export async function deleteReversals(db: Db, { family }: Tenant, importId: number): Promise<void> {
  await sql`DELETE FROM gift_reversals WHERE organization_id = ANY (${[...family]}::bigint[]) AND import_id = ${importId}`.execute(
    db,
  )
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
  const { rows } = await sql(likelyRow)`
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
    WHERE g.row IS NOT NULL ORDER BY g.row`.execute(db)
  return rows
}
