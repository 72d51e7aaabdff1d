import { type Database, readAcrossOrganizations } from './platform/database/database.ts'
import { idRow, sql } from './platform/database/sql.ts'

/** The first that there is, or none. Crosses organizations. */
export async function findAnOrganization(database: Database): Promise<number | null> {
  const [one] = await readAcrossOrganizations(database, sql(idRow)`SELECT id FROM organizations ORDER BY id LIMIT 1`)
  return one?.id ?? null
}
