import { type Db, type Sql, sql } from './sql.ts'
import { columnOf } from './written.ts'

/** Rows as parameters of a statement, their columns said once. */

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

/** The type of each key of a row; `satisfies ColumnTypes<Row>` makes a forgotten or a misspelt one fail to compile. */
export type ColumnTypes<Row> = { readonly [Name in keyof Row]-?: SqlType }

/**
 * The rows as a table, to stand in FROM: few as `json_to_recordset(…) AS r (id bigint, …)`, many as `(SELECT unnest(…) AS id, …) AS r`.
 * Keys without a type stay out. Of many rows it is read when the statement is sent: rows stay as they are until it is answered.
 */
export function recordset<Row extends object>(
  columns: ColumnTypes<Row>,
  rows: readonly { readonly [Name in keyof Row]: unknown }[],
  alias = 'r',
): Sql {
  if (rows.length > togetherAtMost) return columnByColumn(columns, rows, alias)
  const table = wordsOf(columns, `rows as ${alias}`, () => {
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(String(type))}`)
    return sql`AS ${sql.ref(alias)} (${sql.join(typed)})`
  })
  return sql`json_to_recordset(${JSON.stringify(rows.map((row) => said(columns, row)))}::json) ${table}`
}

/** An array for each column: as JSON 4,000 gifts took the database 46 ms to read instead of 13. Of few rows it is one parameter that costs less. */
function columnByColumn<Row extends object>(
  columns: ColumnTypes<Row>,
  rows: readonly { readonly [Name in keyof Row]: unknown }[],
  alias: string,
): Sql {
  const unnested = []
  for (const name in columns) {
    const cells = columnOf(rows, name, columns[name] === 'jsonb')
    unnested.push(sql`unnest(${cells}::${sql.raw(`${columns[name]}[]`)}) AS ${sql.ref(name)}`)
  }
  return sql`(SELECT ${sql.join(unnested)}) AS ${sql.ref(alias)}`
}

/** What is said of columns is made once: they are constants, and to say those of a press anew took a twentieth of Node's part of it. */
const words = new WeakMap<object, Map<string, Sql>>()

function wordsOf(columns: object, kind: string, say: () => Sql): Sql {
  let known = words.get(columns)
  if (!known) {
    known = new Map()
    words.set(columns, known)
  }
  let piece = known.get(kind)
  if (!piece) {
    piece = sql.flat(say())
    known.set(kind, piece)
  }
  return piece
}

/** What a row says: a key that is missing is null all the same, and of a gift's forty columns most are. */
function said<Row extends object>(
  columns: ColumnTypes<Row>,
  row: { readonly [Name in keyof Row]: unknown },
): { [Name in keyof Row]?: unknown } {
  const kept: { [Name in keyof Row]?: unknown } = {}
  for (const name in columns) if (row[name] !== null) kept[name] = row[name]
  return kept
}

/** `id, name`, or `r.id, r.name` of an alias. */
export const columnNames = (columns: Readonly<Record<string, SqlType>>, alias?: string): Sql =>
  wordsOf(columns, `names of ${alias ?? 'nothing'}`, () =>
    sql.join(Object.keys(columns).map((name) => sql.ref(alias ? `${alias}.${name}` : name))),
  )

/** `name = r.name, …`, for SET. */
export const assignments = (columns: Readonly<Record<string, SqlType>>, alias = 'r'): Sql =>
  wordsOf(columns, `set to ${alias}`, () =>
    sql.join(Object.keys(columns).map((name) => sql`${sql.ref(name)} = ${sql.ref(`${alias}.${name}`)}`)),
  )

/** Of more rows than these each statement is waited for, so that others have their turn before the text of the next is made. */
export const togetherAtMost = 100

/**
 * Nobody waits for the answer: what follows goes along, up to COMMIT. That of many rows is waited for: made while it runs, the next text
 * took the processor from whoever reads a page meanwhile, and an upload was not over sooner.
 */
export async function writeRows(db: Db, rows: readonly unknown[], statement: Sql): Promise<void> {
  if (rows.length > togetherAtMost) await statement.execute(db)
  else statement.send(db)
}
