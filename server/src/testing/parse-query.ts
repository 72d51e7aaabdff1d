import type pg from 'pg'
import type { Catalogue } from './query-scope.ts'

export async function parseTreeOf(client: pg.Client, text: string): Promise<string> {
  await client.query('BEGIN')
  try {
    await client.query(`PREPARE asked AS ${text}`)
    const { rows: prepared } = await client.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'asked'`,
    )
    const types = prepared[0]?.types.join(', ') ?? ''
    await client.query(`CREATE FUNCTION pg_temp.asked(${types}) RETURNS void LANGUAGE sql BEGIN ATOMIC ${text}; END`)
    const { rows } = await client.query<{ body: string }>(
      `SELECT prosqlbody::text AS body FROM pg_proc WHERE proname = 'asked' AND pronamespace = pg_my_temp_schema()`,
    )
    return rows[0]?.body ?? ''
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL')
  }
}

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const { rows: filled } = await client.query<{ place: string }>(`
    SELECT attrelid || '.' || attnum AS place FROM pg_attribute a
    WHERE attnotnull AND attnum > 0 AND NOT EXISTS (SELECT FROM pg_constraint n
      WHERE n.conrelid = a.attrelid AND n.contype = 'n' AND NOT n.convalidated AND n.conkey = ARRAY[a.attnum])`)
  const { rows: functions } = await client.query<NamedObject & { isOurs: boolean }>(`
    SELECT oid::int, proname AS name, pronamespace <> 'pg_catalog'::regnamespace AS "isOurs" FROM pg_proc`)
  const { rows: operators } = await client.query<NamedObject & { isStrict: boolean }>(`
    SELECT o.oid::int, o.oprname AS name, f.proisstrict AS "isStrict" FROM pg_operator o JOIN pg_proc f ON f.oid = o.oprcode
    WHERE o.oprnamespace = 'pg_catalog'::regnamespace`)
  const { rows: tables } = await client.query<{ type: number; table: number }>(`
    SELECT oid::int AS type, typrelid::int AS table FROM pg_type WHERE typrelid <> 0`)
  const byNumber = (rows: readonly NamedObject[]) => new Map(rows.map(({ oid, name }) => [oid, name]))
  return {
    filled: new Set(filled.map(({ place }) => place)),
    functions: byNumber(functions.filter(({ isOurs }) => !isOurs)),
    ownFunctions: byNumber(functions.filter(({ isOurs }) => isOurs)),
    operators: byNumber(operators),
    strict: new Set(operators.filter(({ isStrict }) => isStrict).map(({ oid }) => oid)),
    tables: new Map(tables.map(({ type, table }) => [type, table])),
  }
}

type NamedObject = { readonly oid: number; readonly name: string }
