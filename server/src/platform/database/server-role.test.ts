import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { addressOfDatabase, testSecret } from '../../testing/test-postgres.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { createLog } from '../runtime/log.ts'
import { acrossOrganizations, grantTenant, inTenant, openDatabase } from './database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { privilegesLock } from './server-role.ts'

const log = createLog('silent')

describe('the role of the running server', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  const denied = /permission denied|must be owner|must be superuser|cannot set/i

  it.each([
    "SELECT set_config('role', 'postgres', false)",
    "SELECT set_config('role', 'twofold_app', false)",
    'SET ROLE postgres',
    'SET ROLE pg_read_all_data',
    'SET SESSION AUTHORIZATION postgres',
    "SELECT set_config('session_authorization', 'postgres', false)",
    'GRANT postgres TO current_user',
    'CREATE ROLE another',
    'ALTER ROLE postgres PASSWORD NULL',
    'ALTER ROLE current_user SUPERUSER',
    'ALTER ROLE current_user BYPASSRLS',
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT lo_import('/etc/passwd')",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY companies FROM '/etc/passwd'",
    "ALTER SYSTEM SET log_statement = 'all'",
    'ALTER TABLE donations ADD COLUMN mine text',
    'ALTER TABLE donations DISABLE ROW LEVEL SECURITY',
    'ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY',
    'DROP POLICY of_organization ON organizations',
    'CREATE POLICY mine ON organizations USING (true)',
    "CALL admit_owner('organizations')",
    'CREATE TABLE mine (id integer)',
    'CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'DROP TABLE companies',
    'TRUNCATE donations',
    'UPDATE audit_events SET action = action',
    'TABLE pg_authid',
    'TABLE schema_migrations',
    'CREATE TABLE pgboss.mine (id integer)',
  ])('may not: %s', async (statement) => {
    await expect(database.database.pool.query(statement)).rejects.toThrow(denied)
  })

  it('still sees nothing after row-level security is turned off', async () => {
    await database.query("INSERT INTO organizations (name, slug, type) VALUES ('A', 'a', 'non-profit')")
    const client = await database.database.pool.connect()
    await client.query('SET row_security = off')
    await expect(client.query('SELECT FROM organizations')).rejects.toThrow('row-level security')
    await client.query('RESET row_security')
    expect((await client.query('SELECT FROM organizations')).rowCount).toBe(0)
    client.release()
  })

  it('gets its rights, including those on the job queue, from one node at a time', async () => {
    const node = new pg.Client({ connectionString: database.connectionString })
    await node.connect()
    await node.query('SELECT pg_advisory_lock($1)', [privilegesLock])
    const preparing = prepareJobs(database.connectionString)
    const waiting = () =>
      database.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted", [
        privilegesLock,
      ])
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await node.end()
    await preparing
  })

  it('belongs to no other role', async () => {
    const { rows } = await database.database.pool.query(
      'SELECT FROM pg_auth_members WHERE member = current_user::regrole',
    )
    expect(rows).toEqual([])
  })
})

describe('a database of an account without superuser rights', () => {
  const server = inject('postgres')
  const name = `owned_${randomBytes(4).toString('hex')}`
  const ownerAddress = (() => {
    const url = new URL(addressOfDatabase(server, name))
    url.username = name
    url.password = 'only-here'
    return url.href
  })()
  const asAdmin = async (statement: string, address = server): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  beforeAll(async () => {
    await asAdmin(`CREATE ROLE ${name} LOGIN PASSWORD 'only-here'`)
    await asAdmin(`CREATE DATABASE ${name} OWNER ${name}`)
  })
  afterAll(() => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`))
  const prepare = (secret = testSecret): Promise<string> => prepareDatabase(ownerAddress, { secret, log })

  it('names the missing rights of its account one after the other', async () => {
    await expect(prepare()).rejects.toThrow(`GRANT twofold_app TO "${name}" WITH ADMIN OPTION`)
    await asAdmin(`GRANT twofold_app TO ${name} WITH ADMIN OPTION`)
    await expect(prepare()).rejects.toThrow(`ALTER ROLE "${name}" CREATEROLE`)
    await asAdmin(`ALTER ROLE ${name} CREATEROLE`)
    const [one, other] = await Promise.all([prepare(), prepare()])
    expect(one).toBe(other)
  })

  it('needs no such right again until the SECRET changes', async () => {
    await asAdmin(`ALTER ROLE ${name} NOCREATEROLE`)
    await prepare()
    await expect(prepare('another-secret-for-tests-0123456789')).rejects.toThrow(`ALTER ROLE "${name}" CREATEROLE`)
    await asAdmin(`ALTER ROLE ${name} CREATEROLE`)
    const address = await prepare('another-secret-for-tests-0123456789')
    expect(await asAdmin('SELECT 1 AS one', address)).toMatchObject({ rows: [{ one: 1 }] })
    await prepare()
    await expect(asAdmin('SELECT 1', address)).rejects.toThrow('password authentication failed')
  })

  it('lets its owner migrate, and its functions read across organizations, with forced row-level security', async () => {
    const database = openDatabase(await prepare())
    const [parent, chapter] = await acrossOrganizations(database, async (_db, client) => {
      const insert = async (slug: string, parentId: number | null): Promise<number> => {
        const { rows } = await client.query<{ id: number }>(
          `INSERT INTO organizations (name, slug, type, ein, parent_id) VALUES ($1, $1, 'non-profit', '12-3456789', $2) RETURNING id`,
          [slug, parentId],
        )
        return rows[0]?.id ?? 0
      }
      const id = await insert('parent', null)
      await client.query(
        `INSERT INTO campaigns (organization_id, name, start_date, end_date) VALUES ($1, 'Spring', now(), now())`,
        [id],
      )
      return [id, await insert('chapter', id)]
    })
    expect(await asAdmin('SELECT FROM campaigns', ownerAddress)).toMatchObject({ rowCount: 1 })
    const seen = await inTenant(database, grantTenant(chapter, [chapter]), async (_db, client) => ({
      campaigns: (await client.query('SELECT FROM campaigns_reaching($1)', [[chapter]])).rowCount,
      own: (await client.query('SELECT FROM campaigns')).rowCount,
      names: (await client.query('SELECT name FROM organizations ORDER BY id')).rows,
      changed: (await client.query("UPDATE organizations SET name = 'mine' WHERE id = $1", [parent])).rowCount,
      withEin: (await client.query("SELECT organizations_with_ein('123456789')")).rowCount,
    }))
    expect(seen).toEqual({
      campaigns: 1,
      own: 0,
      names: [{ name: 'parent' }, { name: 'chapter' }],
      changed: 0,
      withEin: 0,
    })
    const across = await acrossOrganizations(database, (_db, client) =>
      client.query("SELECT organizations_with_ein('123456789')"),
    )
    expect(across.rowCount).toBe(2)
    await database.close()
  })

  it('opens after a restore under another owner', async () => {
    await asAdmin(`REASSIGN OWNED BY ${name} TO postgres`, addressOfDatabase(server, name))
    await prepareDatabase(addressOfDatabase(server, name), { secret: testSecret, log })
    const { rows } = await asAdmin(
      `SELECT FROM pg_policy WHERE polname = 'of_owner' AND polroles <> ARRAY['postgres'::regrole::oid]`,
      addressOfDatabase(server, name),
    )
    expect(rows).toEqual([])
  })

  it('does not open with a role that has excess rights', async () => {
    await asAdmin(`GRANT pg_read_all_data TO twofold_server_${name}`)
    const prepared = prepareDatabase(addressOfDatabase(server, name), { secret: testSecret, log })
    await expect(prepared).rejects.toThrow('has too many rights')
  })
})
