import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { listMergedWith } from '../rows/index.ts'

const matchSnapshot = z.object({
  id: z.int(),
  organization_name: z.string(),
  donor_name: z.string(),
  amount_cents: z.int(),
  currency,
  status_id: z.int(),
  estimated_cents: z.int(),
  is_part: z.boolean(),
})
export type MatchSnapshot = z.infer<typeof matchSnapshot>

/** Other gifts of the same combined matches may change when a gift leaves. */
export async function listWithCombinedDonations(
  db: Db,
  family: readonly number[],
  ids: readonly number[],
): Promise<number[]> {
  const parts = await listMergedWith(db, family, ids)
  return [...ids, ...parts.map(({ id }) => id)]
}

export async function listMatchSnapshots(
  db: Db,
  family: readonly number[],
  ids: readonly number[],
): Promise<MatchSnapshot[]> {
  return sql(matchSnapshot)`
    SELECT d.id, o.name AS organization_name, p.name AS donor_name, d.amount_cents, d.currency,
      d.status_id::int AS status_id, d.estimated_cents, d.merged_into_id IS NOT NULL AS is_part
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.id = ANY (${[...ids]}::bigint[])`.rows(db)
}
