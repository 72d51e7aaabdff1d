import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Refunds that arrived before their gifts, by gift key. Domain rule 14.7. */

const reversalRow = z.object({
  organization_id: z.int(),
  gift_key: z.string(),
  reversal_key: z.string(),
  cents: z.int(),
})
/** `cents` 0: the whole gift. */
export type StoredReversal = z.infer<typeof reversalRow>

const keyTypes = { organization_id: 'bigint', gift_key: 'uuid' } as const
type GiftKey = { readonly organization_id: number; readonly gift_key: string }

export async function listReversals(db: Db, keys: readonly GiftKey[]): Promise<StoredReversal[]> {
  if (keys.length === 0) return []
  return sql(reversalRow)`
    SELECT v.organization_id, v.gift_key, v.reversal_key, v.cents
    FROM (SELECT DISTINCT organization_id, gift_key FROM ${recordset(keyTypes, keys, 'k')}) k
    JOIN gift_reversals v ON v.organization_id = k.organization_id AND v.gift_key = k.gift_key
    ORDER BY v.gift_key, v.reversal_key`.rows(db)
}

/** Custom field of a gift that was entered less its refunds. */
export const refundedField = 'refunded_amount'

/** Returns the remaining amount in cents. */
export function remainingCents(cents: number, reversals: readonly { readonly cents: number }[]): number {
  if (reversals.some((one) => one.cents === 0)) return 0
  return Math.max(0, cents - reversals.reduce((sum, one) => sum + one.cents, 0))
}
