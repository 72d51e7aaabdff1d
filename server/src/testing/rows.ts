import type pg from 'pg'
import type { TestDatabase } from './test-database.ts'

export type Columns = Readonly<Record<string, unknown>>
export type InsertRows = ReturnType<typeof rowsOf>

/** The first row determines the columns. */
export function rowsOf(query: TestDatabase['query']) {
  return async <Row extends pg.QueryResultRow>(
    table: string,
    rows: readonly Columns[],
    { onConflict, returning = 'id' }: { readonly onConflict?: string; readonly returning?: string } = {},
  ): Promise<Row[]> => {
    const names = Object.keys(rows[0] ?? {}).join(', ')
    return query<Row>(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1)
       ${onConflict ? `ON CONFLICT ${onConflict}` : ''} RETURNING ${returning}`,
      [JSON.stringify(rows)],
    )
  }
}
