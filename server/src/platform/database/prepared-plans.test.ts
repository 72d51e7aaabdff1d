import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { databaseTimeoutSeconds } from '../../testing/test-postgres.ts'
import {
  type Database,
  grantTenant,
  inTenant,
  openDatabase,
  readInTenant,
  timeoutsOf,
  withoutTenant,
} from './database.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let pool: Database
const tenant = grantTenant(7, [7])
const days = Array.from({ length: 12 }, (_, n) => `2001-01-${10 + n}`)

beforeAll(async () => {
  database = await createTestDatabase()
  await database.query(
    `INSERT INTO exchange_rates (since, cad_per_usd, source) SELECT day, 1.3, 'of ' || day FROM unnest($1::date[]) day`,
    [days],
  )
  // A single connection, so that each statement sees the plans of the previous ones.
  pool = openDatabase(database.serverAddress, { ...timeoutsOf(databaseTimeoutSeconds), max: 1 })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const planRow = z.object({ custom: z.int(), generic: z.int() })
const plansOf = async (text: string) =>
  withoutTenant(pool, async (db) => {
    const { rows } = await sql(planRow)`
      SELECT coalesce(sum(custom_plans), 0)::bigint AS custom, coalesce(sum(generic_plans), 0)::bigint AS generic
      FROM pg_prepared_statements WHERE position(${text} IN statement) > 0
        AND position('pg_prepared_statements' IN statement) = 0`.execute(db)
    return rows[0]
  })

const sourceRow = z.object({ source: z.string() })

describe('the plan of a statement', () => {
  it('is generic from the first call on if the statement is sent with its transaction', async () => {
    const read = (day: string) =>
      sql.prepared(sourceRow)`SELECT source AS source FROM exchange_rates WHERE since = ${day}`
    for (const day of days) expect(await readInTenant(pool, tenant, read(day))).toEqual([{ source: `of ${day}` }])
    expect(await plansOf('SELECT source AS source')).toEqual({ custom: 0, generic: 12 })
  })

  it('is generic after five calls in a transaction with several statements', async () => {
    const read = (day: string) =>
      sql.prepared(sourceRow)`SELECT source FROM exchange_rates AS known WHERE since = ${day}`
    for (const day of days) {
      const { rows } = await inTenant(pool, tenant, (db) => read(day).execute(db))
      expect(rows).toEqual([{ source: `of ${day}` }])
    }
    expect(await plansOf('AS known')).toEqual({ custom: 5, generic: 7 })
  })

  it('is custom for each call of a statement without `prepared`, in any transaction', async () => {
    const read = (day: string) =>
      sql(sourceRow)`SELECT source FROM exchange_rates WHERE since >= ${day} ORDER BY since LIMIT 1`
    for (const day of days) {
      expect(await readInTenant(pool, tenant, read(day))).toEqual([{ source: `of ${day}` }])
      expect((await inTenant(pool, tenant, (db) => read(day).execute(db))).rows).toEqual([{ source: `of ${day}` }])
    }
    expect(await plansOf('WHERE since >=')).toEqual({ custom: 0, generic: 0 })
  })

  it('is updated when its table changes, and a changed column type only costs its connection', async () => {
    const [day] = days
    const read = () => sql.prepared(sourceRow)`SELECT source FROM exchange_rates WHERE since = ${day}`
    const found = [{ source: `of ${day}` }]
    const pidRow = z.object({ pid: z.int() })
    const pid = async () =>
      (await withoutTenant(pool, (db) => sql(pidRow)`SELECT pg_backend_pid() AS pid`.execute(db))).rows
    expect(await readInTenant(pool, tenant, read())).toEqual(found)
    await database.query('CREATE INDEX rates_by_source ON exchange_rates (source)')
    await database.query('ALTER TABLE exchange_rates ADD COLUMN more text')
    expect(await readInTenant(pool, tenant, read())).toEqual(found)
    const before = await pid()
    await database.query('ALTER TABLE exchange_rates ALTER COLUMN source TYPE varchar(50)')
    await expect(readInTenant(pool, tenant, read())).rejects.toThrow('cached plan')
    expect(await readInTenant(pool, tenant, read())).toEqual(found)
    expect(await pid()).not.toEqual(before)
    expect((await inTenant(pool, tenant, (db) => read().execute(db))).rows).toEqual(found)
    await database.query('ALTER TABLE exchange_rates ALTER COLUMN source TYPE text')
    await expect(inTenant(pool, tenant, (db) => read().execute(db))).rejects.toThrow('cached plan')
    expect((await inTenant(pool, tenant, (db) => read().execute(db))).rows).toEqual(found)
  })
})
