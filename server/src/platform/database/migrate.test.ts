import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createLog } from '../log.ts'
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
  const applied = async (): Promise<string[]> =>
    (await database.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).map(({ name }) => name)

  it('applies each file once, in the order of the names', async () => {
    write('0002-b.sql', 'ALTER TABLE birds ADD COLUMN wings integer')
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    await run()
    await run()
    expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql'])
  })

  it('lets several nodes start at once', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer); SELECT pg_sleep(0.1)')
    await Promise.all([run(), run(), run(), run()])
    expect(await applied()).toEqual(['0001-a.sql'])
  })

  it('keeps nothing of a file that fails, and everything before it', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    write('0002-b.sql', 'INSERT INTO birds VALUES (1); SELECT 1 / 0')
    await expect(run()).rejects.toThrow(/0002-b\.sql could not be applied.*division by zero/)
    expect(await applied()).toEqual(['0001-a.sql'])
    expect(await database.query('SELECT * FROM birds')).toEqual([])
    write('0002-b.sql', 'INSERT INTO birds VALUES (2)')
    await run()
    expect(await database.query('SELECT * FROM birds')).toEqual([{ id: 2 }])
  })

  it('stops when an applied file was edited', async () => {
    write('0001-a.sql', 'CREATE TABLE birds (id integer)')
    await run()
    write('0001-a.sql', 'CREATE TABLE birds (id bigint)')
    await expect(run()).rejects.toThrow(MigrationError)
  })

  it('takes no offence at line endings of another system', async () => {
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
    await expect(run()).rejects.toThrow('newer edition')
  })
})
