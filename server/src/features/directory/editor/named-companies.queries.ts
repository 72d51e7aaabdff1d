import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const namedRow = z.object({ id: z.int(), name: z.string() })

/** Companies by these names, whatever their case; `name` in lower case. Those that were merged into another are missing. */
export async function listNamed(db: Db, names: readonly string[]): Promise<z.infer<typeof namedRow>[]> {
  const { rows } = await sql(namedRow)`
    SELECT id, lower(name) AS name FROM companies
    WHERE merged_into_id IS NULL AND lower(name) = ANY (${names.map((name) => name.toLowerCase())}::text[])
    ORDER BY id DESC`.execute(db)
  return rows
}
