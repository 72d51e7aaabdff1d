import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const matchOfPacket = z.object({ donor_id: z.int(), parent_id: z.int().nullable() })

export async function findMatchOfPacket(
  db: Db,
  organizationId: number,
  donationId: number,
): Promise<z.infer<typeof matchOfPacket> | null> {
  return sql(matchOfPacket)`
    SELECT d.donor_id, o.parent_id FROM donations d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = ${organizationId} AND d.id = ${donationId} AND d.deleted_at IS NULL`.first(db)
}
