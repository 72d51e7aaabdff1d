import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'

const hashTypes = { place: 'integer', organization_id: 'bigint', address_hash: 'text' } as const
type HashRow = { readonly place: number; readonly organization_id: number; readonly address_hash: string }

const erasedRow = z.object({ place: z.int(), donor_id: z.int() })

/** `place` is the index in the list; hashes are in hex. */
export async function listErasedAddresses(db: Db, rows: readonly HashRow[]): Promise<z.infer<typeof erasedRow>[]> {
  const types = hashTypes satisfies ColumnTypes<HashRow>
  const found = await sql.prepared(erasedRow)`
    SELECT coalesce(g.place, 0) AS place, e.donor_id FROM ${recordset(types, rows, 'g')}
    JOIN erased_addresses e ON e.organization_id = g.organization_id
      AND e.address_hash = decode(g.address_hash, 'hex')`.execute(db)
  return found.rows
}

const anyRow = z.object({ is_found: z.boolean() })

export async function hasErased(db: Db, organizationIds: readonly number[]): Promise<boolean> {
  return sql.prepared(anyRow)`
    SELECT EXISTS (SELECT FROM unnest(${[...organizationIds]}::bigint[]) o (id)
      WHERE EXISTS (SELECT FROM erased_addresses e WHERE e.organization_id = o.id)) AS is_found`.value(
    db,
    'is_found',
    false,
  )
}

export async function insertErasedAddresses(db: Db, donorId: number, rows: readonly HashRow[]): Promise<void> {
  await sql`
    INSERT INTO erased_addresses (organization_id, address_hash, donor_id)
    SELECT g.organization_id, decode(g.address_hash, 'hex'), ${donorId}::bigint FROM ${recordset(hashTypes, rows, 'g')}
    ON CONFLICT (organization_id, address_hash) DO UPDATE SET donor_id = excluded.donor_id`.execute(db)
}

const erasedDonor = z.object({ id: z.int() })

export async function listErasedAmong(
  db: Db,
  organizationIds: readonly number[],
  donorIds: readonly number[],
): Promise<Set<number>> {
  const rows = await sql(erasedDonor)`
    SELECT id FROM donors WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND id = ANY (${[...donorIds]}::bigint[])
      AND erased_at IS NOT NULL`.rows(db)
  return new Set(rows.map(({ id }) => id))
}
