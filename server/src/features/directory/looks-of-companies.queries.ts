import type { Db } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

type Leading = {
  readonly from: number
  readonly to: number
  /** Only these, which were led here before; null: all. */
  readonly only: readonly number[] | null
}

/**
 * Changes the company of reports of all organizations, and returns their ids. The report is changed as text, which keeps the order of its
 * columns; a quoted word with a number behind it is never within a text.
 */
export async function leadReports(db: Db, { from, to, only }: Leading): Promise<number[]> {
  const [former, later] = [`("companyId"\\s*:\\s*)${from}(?=[\\s,}])`, `\\1${to}`]
  const { rows } = await sql(idRow)`
    UPDATE reports SET look = regexp_replace(look::text, ${former}, ${later})::json
    WHERE look #>> '{filters,companyId}' = ${String(from)} AND (${only === null} OR id = ANY (${[...(only ?? [])]}::bigint[]))
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
