import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

export async function listFamilyIds(db: Db, organizationId: number): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM organizations WHERE id = ${organizationId} OR parent_id = ${organizationId} ORDER BY id`.column(
    db,
    'id',
  )
}

/** Does nothing while a later change is being processed. */
export async function markEvaluated(db: Db, organizationId: number, since: string): Promise<void> {
  await sql`
    UPDATE organizations SET reevaluation_started_at = NULL
    WHERE id = ${organizationId} AND reevaluation_started_at = ${since}::timestamptz`.execute(db)
}
