import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const rejectedRow = z.object({ row: z.int(), reason: z.string(), problem: z.string(), cells: z.array(z.string()) })
export type RejectedRow = z.infer<typeof rejectedRow>

export async function insertRejectedRows(
  db: Db,
  tenant: Tenant,
  importId: number,
  rejected: readonly RejectedRow[],
): Promise<void> {
  if (rejected.length === 0) return
  await sql`
    INSERT INTO import_rejects (organization_id, import_id, row, reason, problem, cells)
    SELECT ${tenant.organizationId}, ${importId}, r.row, r.reason, r.problem, r.cells
    FROM jsonb_to_recordset(${storableJson(rejected)}::jsonb)
      AS r(row integer, reason text, problem text, cells jsonb)`.execute(db)
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part))

const rejectedRowRow = rejectedRow.extend({ cells: z.array(z.string()) })

/** Limited by the maximum rows of a file. */
export async function listRejectedRows(db: Db, tenant: Tenant, importId: number): Promise<RejectedRow[]> {
  return sql(rejectedRowRow)`
    SELECT row, reason, problem, cells FROM import_rejects
    WHERE organization_id = ${tenant.organizationId} AND import_id = ${importId} ORDER BY row`.rows(db)
}
