import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

const giftRow = z.object({ organizationId: z.int(), donationId: z.int(), donorId: z.int() })

export async function findPreviewDonation(
  db: Db,
  { family }: Tenant,
  id: number,
): Promise<z.infer<typeof giftRow> | null> {
  const { rows } = await sql(giftRow)`
    SELECT d.organization_id AS "organizationId", d.id AS "donationId", d.donor_id AS "donorId" FROM donations d
    WHERE d.organization_id = ANY (${[...family]}::bigint[]) AND d.id = ${id} AND d.deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}
