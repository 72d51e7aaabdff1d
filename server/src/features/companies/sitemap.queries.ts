import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const lastRow = z.object({ id: z.int() })

export async function getLastCompanyId(db: Db): Promise<number> {
  const { rows } = await sql(lastRow)`SELECT id FROM companies ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? 0
}

const nameRow = z.object({ id: z.int(), name: z.string() })

/** Companies with a page: those merged into another one lead to its page. */
export async function listCompanyNames(
  db: Db,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<readonly z.infer<typeof nameRow>[]> {
  const { rows } = await sql(nameRow)`
    SELECT id, name FROM companies WHERE id > ${after} AND id <= ${last} AND merged_into_id IS NULL ORDER BY id`.execute(
    db,
  )
  return rows
}
