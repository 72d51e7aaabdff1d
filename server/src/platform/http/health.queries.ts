import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Fails if the database or the tables of the job queue are missing. */
export async function readQueueVersion(db: Db): Promise<void> {
  await sql`SELECT FROM pgboss.version LIMIT 1`.execute(db)
}
