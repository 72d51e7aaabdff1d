import type { Db } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

/** Saved views and reports of all organizations that ask for the gifts of one company. */

type Leading = {
  readonly from: number
  readonly to: number
  /** Only these, which were led here before; null: all. */
  readonly only: readonly number[] | null
}

/** Answers the ids of those that ask for the other company now. */
export async function leadViews(db: Db, { from, to, only }: Leading): Promise<number[]> {
  const { rows } = await sql(idRow)`
    UPDATE list_views SET list = jsonb_set(list, '{filters,companyId}', to_jsonb(${to}::bigint))
    WHERE list #>> '{filters,companyId}' = ${String(from)} AND (${only === null} OR id = ANY (${[...(only ?? [])]}::bigint[]))
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** As text, because the order of its columns is kept; a quoted word with a number behind it is never within a text. */
export async function leadReports(db: Db, { from, to, only }: Leading): Promise<number[]> {
  const [former, later] = [`("companyId"\\s*:\\s*)${from}(?=[\\s,}])`, `\\1${to}`]
  const { rows } = await sql(idRow)`
    UPDATE reports SET look = regexp_replace(look::text, ${former}, ${later})::json
    WHERE look #>> '{filters,companyId}' = ${String(from)} AND (${only === null} OR id = ANY (${[...(only ?? [])]}::bigint[]))
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
