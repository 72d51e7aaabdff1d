import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

/** SQL: request `d` from a public page that nobody confirmed in time. */
const isExpired = (before: Date): Sql =>
  sql`d.unconfirmed AND d.deleted_at IS NULL AND d.status_changed_at < ${before}::timestamptz`

/** Crosses organizations: one look into the index of each organization's requests. */
export async function listOrganizationsWithExpired(db: Db, before: Date): Promise<number[]> {
  return sql(idRow)`
    SELECT o.id FROM organizations o
    WHERE EXISTS (SELECT FROM donations d WHERE d.organization_id = o.id AND ${isExpired(before)} OFFSET 0)
    ORDER BY o.id`.column(db, 'id')
}

const expiredRow = idRow.extend({ donor_id: z.int() })

export async function listExpiredRequests(
  db: Db,
  organizationId: number,
  { before, atMost }: { readonly before: Date; readonly atMost: number },
): Promise<z.infer<typeof expiredRow>[]> {
  return sql(expiredRow)`
    SELECT d.id, d.donor_id FROM donations d WHERE d.organization_id = ${organizationId} AND ${isExpired(before)}
    ORDER BY d.id LIMIT ${atMost}`.rows(db)
}
