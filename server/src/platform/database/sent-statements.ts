import pg from 'pg'
import type { Sql } from './sql.ts'

/** What pg keeps untyped: whether statements wait for each other's answers, and the line that they are written to. */
type Line = { pipeline: boolean; readonly connection: { readonly stream: { cork(): void; uncork(): void } } }

const unanswered = new WeakMap<pg.PoolClient, number>()

/**
 * Statements that are asked for beside each other, by `Promise.all`, go to the database together and are done there in this
 * order: one round trip for all. After one that fails none of its transaction is done. Between them the connection is as pg
 * has it, for COPY.
 */
export async function send<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: pg.QueryConfig | string,
): Promise<pg.QueryResult<Row>> {
  const line = client as pg.PoolClient & Line
  const { stream } = line.connection
  const count = unanswered.get(client) ?? 0
  unanswered.set(client, count + 1)
  if (count === 0) line.pipeline = true
  stream.cork()
  process.nextTick(() => stream.uncork())
  try {
    return await client.query<Row>(query)
  } finally {
    const left = (unanswered.get(client) ?? 1) - 1
    unanswered.set(client, left)
    if (left === 0) line.pipeline = false
  }
}

/** `once`: as it is sent with its transaction, where its plan is for any values from the first call on. */
type Names = { readonly usual: string; readonly once: string }
const statementNames = new Map<string, Names>()
// Of a statement whose text was built of too many parts. A plan takes about 100 KB in each connection.
const namesAtMost = 1_000

/**
 * A statement with a name is planned for its values five times on a connection; then PostgreSQL keeps one plan for any values,
 * if that looks no worse. It makes a new one by itself when a table changes.
 */
export function planned(statement: Sql): pg.QueryConfig {
  const compiled = statement.compile()
  const names = statement.planning === 'kept' ? namesOfStatement(compiled.text) : undefined
  return names ? { ...compiled, name: names.usual } : compiled
}

/**
 * A column of a kept statement was given another type by the next version's migration: the connection knows the statement
 * with the former one, and is not used again.
 */
export const isOutdated = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** One short name for each text, the same on every connection. Texts come from the source, so there are hundreds of them. */
export function namesOfStatement(text: string): Names | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= namesAtMost) return known
  const usual = `s${statementNames.size + 1}`
  const names = { usual, once: `${usual}o` }
  statementNames.set(text, names)
  return names
}
