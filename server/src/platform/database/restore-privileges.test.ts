import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOfDatabase, startTestPostgres, type TestPostgres, testSecret } from '../../testing/test-postgres.ts'
import { createLog } from '../runtime/log.ts'
import { prepareDatabase } from './prepare-database.ts'

// A separate server, because roles belong to the whole server.
let server: TestPostgres
let address: string
beforeAll(async () => {
  server = await startTestPostgres()
  await query(server.connectionString, 'CREATE DATABASE restored')
  address = addressOfDatabase(server.connectionString, 'restored')
  await prepare()
})
afterAll(() => server.stop())

const prepare = (): Promise<string> => prepareDatabase(address, { secret: testSecret, log: createLog('silent') })

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const rights = () =>
  query(
    address,
    `SELECT * FROM (
       SELECT c.oid::regclass::text AS name, a.privilege_type AS privilege, a.grantee::regrole::text AS grantee
       FROM pg_class c CROSS JOIN aclexplode(c.relacl) a WHERE c.relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
       UNION ALL SELECT format('%s.%s', t.attrelid::regclass, t.attname), a.privilege_type, a.grantee::regrole::text
       FROM pg_attribute t CROSS JOIN aclexplode(t.attacl) a
       UNION ALL SELECT p.oid::regprocedure::text, a.privilege_type, a.grantee::regrole::text
       FROM pg_proc p CROSS JOIN aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
       WHERE p.pronamespace = 'public'::regnamespace
       UNION ALL SELECT 'default ' || d.defaclobjtype::text, a.privilege_type, a.grantee::regrole::text
       FROM pg_default_acl d CROSS JOIN aclexplode(d.defaclacl) a
     ) all_rights WHERE grantee <> 'postgres' ORDER BY name, privilege, grantee`,
  )

test("a database restored on a server without the product's roles gets its roles and rights again", async () => {
  const before = await rights()
  expect(before.length).toBeGreaterThan(500)
  const roles = ['twofold_server_restored', 'twofold_app']
  for (const role of roles) await query(address, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
  const serverAddress = await prepare()
  expect(await rights()).toEqual(before)
  expect(await query(serverAddress, 'SELECT count(*)::int AS count FROM schema_migrations').catch(() => 'denied')).toBe(
    'denied',
  )
  expect(await query(serverAddress, 'SELECT count(*)::int AS count FROM users')).toEqual([{ count: 0 }])
})

test('a database restored without privileges gets them again', async () => {
  const before = await rights()
  await query(
    address,
    `DROP OWNED BY twofold_server_restored; DROP OWNED BY twofold_app;
     GRANT EXECUTE ON FUNCTION refresh_statistics_of_gifts() TO PUBLIC; GRANT EXECUTE ON FUNCTION erase_from_trail TO PUBLIC`,
  )
  await prepare()
  expect(await rights()).toEqual(before)
})
