import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const answerRow = z.object({ looked_at: z.array(z.string()) })

/** Analyzes tables that have more than doubled since the last refresh. Returns their names. */
export async function analyzeGrownTables(db: Db): Promise<string[]> {
  return sql.prepared(answerRow)`
    SELECT coalesce(refresh_statistics_of_grown(), '{}') AS looked_at`.value(db, 'looked_at', [])
}
