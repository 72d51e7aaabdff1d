import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Sql, sql } from './sql.ts'
import { checkStatement } from './statement-check.ts'

/** Streams a query's rows as CSV into `output` by COPY. `client` comes from `database.copying`. */
export async function copyOut(
  client: pg.PoolClient,
  query: Sql,
  { through, output }: { readonly through: readonly NodeJS.ReadWriteStream[]; readonly output: NodeJS.WritableStream },
): Promise<void> {
  const statement = sql`COPY (${query}) TO STDOUT (FORMAT csv)`
  const { text, values } = statement.compile()
  const copy = client.query(copyTo(withLiterals(text, values)))
  try {
    await pipeline([copy, ...through, output])
  } catch (error) {
    // The server is still sending the rest of the copy: only closing the connection ends the query.
    if (!(error instanceof pg.DatabaseError)) await closeConnection(client)
    throw error
  }
  checkStatement(statement, { command: 'COPY', rowCount: null, oid: 0, fields: [], rows: [] })
}

const closeConnection = (client: pg.PoolClient & { end?: () => Promise<void> }): Promise<void> | undefined =>
  client.end?.()

/** Inlines the parameters as literals, because COPY takes none. */
function withLiterals(text: string, parameters: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => literal(parameters[Number(position) - 1]))
}

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return `'{${value.join(',')}}'`
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(',')}]`
  throw new Error(`COPY has no literal for a ${typeof value}`)
}
