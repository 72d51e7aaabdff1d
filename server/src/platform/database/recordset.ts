import { type Db, type Sql, sql } from './sql.ts'

export type SqlType =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'integer'
  | 'jsonb'
  | 'real'
  | 'smallint'
  | 'text'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'

/** The SQL type of each key of a row. `satisfies ColumnTypes<Row>` rejects missing and misspelled keys. */
export type ColumnTypes<Row> = { readonly [Name in keyof Row]-?: SqlType }

/** Returns the rows as a table for FROM: `(SELECT unnest($1::bigint[]) AS id, …) AS r`. Omits keys without a type. */
export function recordset<Row extends object>(
  columns: ColumnTypes<Row>,
  rows: readonly { readonly [Name in keyof Row]: unknown }[],
  alias = 'r',
): Sql {
  const unnested = []
  for (const name in columns) {
    const isJson = columns[name] === 'jsonb'
    const cells = rows.map(({ [name]: cell }) => (isJson && cell != null ? JSON.stringify(cell) : cell))
    unnested.push(sql`unnest(${cells}::${sql.raw(`${columns[name]}[]`)}) AS ${sql.ref(name)}`)
  }
  return sql`(SELECT ${sql.join(unnested)}) AS ${sql.ref(alias)}`
}

/** Returns `id, name`, or `r.id, r.name` with an alias. */
export const columnNames = (columns: Readonly<Record<string, SqlType>>, alias?: string): Sql =>
  sql.join(Object.keys(columns).map((name) => sql.ref(alias ? `${alias}.${name}` : name)))

/** Returns `name = r.name, …` for SET. */
export const assignments = (columns: Readonly<Record<string, SqlType>>, alias = 'r'): Sql =>
  sql.join(Object.keys(columns).map((name) => sql`${sql.ref(name)} = ${sql.ref(`${alias}.${name}`)}`))

/** Larger writes are awaited, so that other requests can run in between. */
export const maxPipelinedRows = 100

/** Writes rows without waiting for the result, unless there are more than `maxPipelinedRows`. */
export async function writeRows(db: Db, rows: readonly unknown[], statement: Sql): Promise<void> {
  if (rows.length > maxPipelinedRows) await statement.execute(db)
  else statement.send(db)
}
