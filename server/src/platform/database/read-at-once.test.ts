import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { patienceSeconds } from '../../testing/test-postgres.ts'
import { grantTenant, inProduct, openDatabase, patienceFor, readInTenant } from './database.ts'
import { idRow, sql } from './sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const openPool = (max: number) => openDatabase(database.serverAddress, { ...patienceFor(patienceSeconds), max })

const seenRow = z.object({ seen: z.string().nullable(), pid: z.int() })
const xRow = z.object({ x: z.int() })

const seen = () => sql(seenRow)`
  SELECT nullif(current_setting('app.organizations', true), '') AS seen, pg_backend_pid() AS pid`

describe('a statement sent with its transaction', () => {
  it('sees its own organizations, however many others are asked at the same time', async () => {
    const pool = openPool(2)
    const asked = Array.from({ length: 200 }, (_, n) => n + 1)
    const answers = await Promise.all(asked.map((n) => readInTenant(pool, grantTenant(n, [n, n + 1000]), seen())))
    expect(answers.map(([row]) => row?.seen)).toEqual(asked.map((n) => `${n},${n + 1000}`))
    await pool.close()
  })

  it('leaves nothing on the connection, neither when it fails nor when it is stopped', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const divide = (by: number) => readInTenant(pool, tenant, sql(xRow)`SELECT 1 / ${by}::int AS x`)
    await expect(divide(0)).rejects.toThrow('division by zero')
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect(await divide(1)).toEqual([{ x: 1 }])
    await expect(readInTenant(pool, tenant, sql(xRow)`SELECT no_such_column AS x`)).rejects.toThrow('no_such_column')
    await expect(readInTenant(pool, tenant, sql(xRow)`SELECT no_such_column AS x`)).rejects.toThrow('no_such_column')
    const { rows } = await inProduct(pool, (db) => seen().execute(db))
    expect(rows[0]?.seen).toBeNull()
    await pool.close()
  })

  it('cannot write', async () => {
    const pool = openPool(1)
    const write = sql(idRow)`INSERT INTO users (email, email_key, name) VALUES ('a', 'a', 'a') RETURNING id`
    await expect(readInTenant(pool, grantTenant(7, [7]), write)).rejects.toThrow('read-only')
    await pool.close()
  })

  it('is refused when its connection is lost, and the next one gets another', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const [before] = await readInTenant(pool, tenant, seen())
    const waiting = readInTenant(pool, tenant, sql(xRow)`SELECT 1 AS x FROM pg_sleep(600)`)
    const end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'"
    await Promise.all([
      expect(waiting).rejects.toThrow('terminating connection'),
      expect.poll(() => database.query(end, [before?.pid])).toHaveLength(1),
    ])
    const [after] = await readInTenant(pool, tenant, seen())
    expect(after?.seen).toBe('7')
    expect(after?.pid).not.toBe(before?.pid)
    await pool.close()
  })
})
