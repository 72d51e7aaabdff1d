import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'

export type NamedAddress = { readonly mailbox: string; readonly name: string }
const namedTypes = { mailbox: 'text', name: 'text' } as const

const personRow = z.object({
  mailbox: z.string(),
  donor_key: z.string(),
  names: z.array(z.string()),
  is_unconfirmed: z.boolean(),
})
export type PersonAtAddress = z.infer<typeof personRow>

/** Only if one of them has a different name than the given one. */
export async function listPeopleAtAddresses(
  db: Db,
  organizationIds: readonly number[],
  addresses: readonly NamedAddress[],
): Promise<PersonAtAddress[]> {
  const ids = sql`${[...organizationIds]}::bigint[]`
  return sql.prepared(personRow)`
    WITH g AS MATERIALIZED (SELECT * FROM ${recordset(namedTypes, addresses, 'g')}),
    found AS (
      SELECT k.organization_id, k.id, k.donor_key AS mailbox, k.donor_key, k.name, k.merged_into_id
      FROM g JOIN donors k ON k.organization_id = ANY (${ids}) AND k.donor_key = g.mailbox AND k.name <> g.name
      UNION
      SELECT k.organization_id, k.id, k.mailbox, k.donor_key, k.name, k.merged_into_id
      FROM g JOIN donors k ON k.organization_id = ANY (${ids}) AND k.mailbox = g.mailbox WHERE k.mailbox IS NOT NULL)
    SELECT f.mailbox, f.donor_key, array_remove(ARRAY[f.name, coalesce(t.name, '')], '') AS names,
      EXISTS (SELECT FROM donations d WHERE d.organization_id = f.organization_id AND d.donor_id = f.id AND d.unconfirmed)
        AND NOT EXISTS (SELECT FROM donations d WHERE d.organization_id = f.organization_id AND d.donor_id = f.id
          AND NOT d.unconfirmed) AS is_unconfirmed
    FROM found f LEFT JOIN donors t ON t.organization_id = f.organization_id AND t.id = f.merged_into_id
    ORDER BY f.mailbox, f.donor_key <> f.mailbox, f.id`.rows(db)
}
