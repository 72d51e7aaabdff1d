import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { addressOfDatabase } from '../../testing/test-postgres.ts'
import { createLog } from '../runtime/log.ts'
import { MigrationError, migrate } from './migrate.ts'

const log = createLog('silent')

describe('migrating', () => {
  let database: TestDatabase
  let folder: string
  beforeEach(async () => {
    database = await createTestDatabase()
    await database.query('DELETE FROM schema_migrations')
    folder = mkdtempSync(join(tmpdir(), 'twofold-migrations-'))
  })
  afterEach(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  const run = (): Promise<void> => migrate(database.connectionString, { log, folder })
  const soon = { lockTimeoutMs: 50, pauseMs: 10 }
  const applied = async (): Promise<string[]> =>
    (await database.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).map(({ name }) => name)

  it('applies each file once, in the order of the names', async () => {
    write('0002-b.sql', 'ALTER TABLE birds ADD COLUMN wings integer')
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    await run()
    await run()
    expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql'])
  })

  it('logs a new database in one line, and later migrations by name', async () => {
    const info = vi.spyOn(log, 'info')
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    write('0002-b.sql', 'ALTER TABLE birds ADD COLUMN wings integer')
    await run()
    expect(info.mock.calls).toEqual([[{ migrations: 2 }, 'the database was created']])
    info.mockClear()
    write('0003-c.sql', 'ALTER TABLE birds ADD COLUMN beak integer')
    await run()
    expect(info.mock.calls).toEqual([[{ migration: '0003-c.sql' }, 'migrated']])
    info.mockRestore()
  })

  it('lets several nodes start at the same time', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer); SELECT pg_sleep(0.1)')
    await Promise.all([run(), run(), run(), run()])
    expect(await applied()).toEqual(['0001-a.sql'])
  })

  it('rolls back a failing file, and keeps the files before it', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    write('0002-b.sql', 'INSERT INTO birds VALUES (1); SELECT 1 / 0')
    await expect(run()).rejects.toThrow(/0002-b\.sql could not be applied.*division by zero/)
    expect(await applied()).toEqual(['0001-a.sql'])
    expect(await database.query('SELECT * FROM birds')).toEqual([])
    write('0002-b.sql', 'INSERT INTO birds VALUES (2)')
    await run()
    expect(await database.query('SELECT * FROM birds')).toEqual([{ id: 2 }])
  })

  it('blocks no other users of a table: gives up soon and retries until they are done', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    await run()
    write('0002-b.sql', 'ALTER TABLE birds ADD COLUMN wings integer')
    const reader = new pg.Client({ connectionString: database.connectionString })
    await reader.connect()
    await reader.query('BEGIN; SELECT * FROM birds')
    const impatient = migrate(database.connectionString, { log, folder, timeouts: { ...soon, attempts: 2 } })
    await expect(impatient).rejects.toThrow(/0002-b\.sql could not be applied: its tables were in use/)
    const patient = migrate(database.connectionString, { log, folder, timeouts: { ...soon, attempts: 10_000 } })
    const waiting = `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE NOT l.granted AND d.datname = current_database()`
    await expect.poll(() => database.query(waiting)).not.toEqual([])
    expect(await database.query('SELECT * FROM birds')).toEqual([])
    await reader.query('COMMIT')
    await patient
    await reader.end()
    expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql'])
  })

  const index =
    '-- outside a transaction: birds are many\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS birds_by_id ON birds (id);\n'

  it('builds an index outside a transaction, with several nodes at the same time and other files around it', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    write('0002-b.sql', index)
    write('0003-c.sql', 'ALTER TABLE birds ADD COLUMN wings integer')
    await Promise.all([run(), run(), run()])
    expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql', '0003-c.sql'])
  })

  it('rebuilds an invalid index, and accepts a complete one that was not recorded', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer); INSERT INTO birds VALUES (1), (1)')
    write('0002-b.sql', index)
    await expect(run()).rejects.toThrow(/0002-b\.sql could not be applied, and it is run again/)
    const valid = () =>
      database.query("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'birds_by_id'::regclass")
    expect(await valid()).toEqual([{ valid: false }])
    await database.query('DELETE FROM birds')
    await run()
    expect(await valid()).toEqual([{ valid: true }])
    await database.query("DELETE FROM schema_migrations WHERE name = '0002-b.sql'")
    await run()
    expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql'])
  })

  it('runs only a single repeatable statement outside a transaction', async () => {
    for (const text of ['CREATE INDEX CONCURRENTLY a ON birds (id)', 'SELECT 1', `${index} SELECT 1`]) {
      write('0001-a.sql', `-- outside a transaction\n${text}`)
      await expect(run()).rejects.toThrow('must be one statement that may be repeated')
    }
  })

  it('stops when an applied file was edited', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    await run()
    write('0001-a.sql', 'CREATE TABLE birds (id bigint)')
    await expect(run()).rejects.toThrow(MigrationError)
  })

  it('accepts the line endings of another system', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (\n  id integer)\n')
    await run()
    write('0001-a.sql', 'CREATE TABLE birds (\r\n  id integer)\r\n')
    await run()
  })

  it('stops at a database of a newer edition, and at a file numbered before an applied one', async () => {
    write('0002-b.sql', 'CREATE TABLE birds (id integer)')
    await run()
    write('0001-a.sql', 'CREATE TABLE fish (id integer)')
    await expect(run()).rejects.toThrow('0001-a.sql comes before 0002-b.sql')
    rmSync(join(folder, '0001-a.sql'))
    rmSync(join(folder, '0002-b.sql'))
    await expect(run()).rejects.toThrow('newer version')
  })
})

describe('the migrations of the product', () => {
  const own = fileURLToPath(new URL('../../../migrations/', import.meta.url))
  const large = [
    'donations',
    'donors',
    'donation_events',
    'evaluations',
    'notifications',
    'import_rejects',
    'audit_events',
  ]
  const later = readdirSync(own).filter((name) => name.endsWith('.sql'))
  const chapters = readdirSync(join(own, '0001-baseline')).map((name) => `0001-baseline/${name}`)

  async function migrateFrom(names: readonly string[]): Promise<string[]> {
    const server = inject('postgres')
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    const name = `test_${randomBytes(6).toString('hex')}`
    await admin.query(`CREATE DATABASE ${name}`)
    const folder = mkdtempSync(join(tmpdir(), 'twofold-migrations-'))
    const connectionString = addressOfDatabase(server, name)
    const client = new pg.Client({ connectionString })
    try {
      cpSync(join(own, '0001-baseline'), join(folder, '0001-baseline'), { recursive: true })
      await migrate(connectionString, { log, folder })
      await client.connect()
      await client.query('DELETE FROM schema_migrations')
      await client.query(`INSERT INTO schema_migrations (name, digest) SELECT unnest($1::text[]), ''`, [names])
      await migrate(connectionString, { log })
      const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
      return rows.map((row) => row.name)
    } finally {
      await client.end()
      rmSync(folder, { recursive: true })
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    }
  }

  it('continue a database that has the last migration before the baseline', async () => {
    const former = ['0001-people-and-organizations.sql', '2691-sums-are-written-with-their-donations.sql']
    expect(await migrateFrom(former)).toEqual([...chapters, ...later].toSorted())
  })

  it('refuse a database of an earlier edition', async () => {
    await expect(migrateFrom(['0001-people-and-organizations.sql'])).rejects.toThrow(
      'Start the version of 2026-11-29 once',
    )
  })

  it.each(later)('%s blocks no writes while an index of a large table is built', (name) => {
    const text = readFileSync(join(own, name), 'utf8')
    const made = new RegExp(`CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)[^;]* ON (${large.join('|')})\\b`)
    expect(text).not.toMatch(made)
  })
})
