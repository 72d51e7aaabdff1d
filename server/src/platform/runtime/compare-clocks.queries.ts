import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const nowRow = z.object({ now: z.date() })

/** Returns the time of the database's clock. */
export async function readDatabaseClock(db: Db): Promise<Date> {
  const row = await sql(nowRow)`SELECT clock_timestamp() AS now`.first(db)
  if (!row) throw new Error('the database has a clock')
  return row.now
}
