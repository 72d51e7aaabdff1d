import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const batchSize = 5_000

/** Deletes some expired counters, by the database's clock. Returns whether there are more. */
export async function deleteOldCounters(db: Db): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits
      WHERE expire < extract(epoch FROM clock_timestamp()) * 1000 LIMIT ${batchSize})`.execute(db)
  return count === batchSize
}
