import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

export async function findOrganizationsByEin(db: Db, ids: readonly number[], ein: string): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM organizations
    WHERE id = ANY (${[...ids]}::bigint[]) AND position(ein_key(${ein}) IN ein_key(ein)) > 0 ORDER BY id`.column(
    db,
    'id',
  )
}
