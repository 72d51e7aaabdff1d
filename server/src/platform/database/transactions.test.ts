import { hash } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { databaseTimeoutSeconds } from '../../testing/test-postgres.ts'
import { copyOut } from './copy-out.ts'
import {
  type Db,
  grantTenant,
  inTenant,
  openDatabase,
  readInTenant,
  readOnly,
  timeoutsOf,
  withoutTenant,
} from './database.ts'
import { bytes, idRow, type Sql, sql } from './sql.ts'
import { setStatementCheck } from './statement-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const openPool = (max: number) => openDatabase(database.serverAddress, { ...timeoutsOf(databaseTimeoutSeconds), max })

const seenRow = z.object({ seen: z.string().nullable(), pid: z.int() })
const xRow = z.object({ x: z.int() })
const manyRow = z.object({ digests: z.unknown() })
const dayRow = z.object({ since: z.string() })
const limitRow = z.object({ of: z.string().nullable(), only: z.string().nullable() })
const valuesRow = z.object({
  texts: z.array(z.string().nullable()).nullable(),
  numbers: z.array(z.int()),
  none: z.array(z.int()),
  at: z.date(),
  bytes,
  yes: z.boolean(),
  json: z.unknown(),
  nothing: z.string().nullable(),
  half: z.number(),
  day: z.string(),
})

const seen = () => sql(seenRow)`
  SELECT nullif(current_setting('app.organizations', true), '') AS seen, pg_backend_pid() AS pid`

describe('a read', () => {
  it('sees its own organizations, however many other requests run at the same time', async () => {
    const pool = openPool(2)
    const asked = Array.from({ length: 200 }, (_, n) => n + 1)
    const responses = await Promise.all(asked.map((n) => readInTenant(pool, grantTenant(n, [n, n + 1000]), seen())))
    expect(responses.map(([row]) => row?.seen)).toEqual(asked.map((n) => `${n},${n + 1000}`))
    await pool.close()
  })

  it('leaves nothing on the connection after a failure or a cancellation', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const divide = (by: number) => readInTenant(pool, tenant, sql(xRow)`SELECT 1 / ${by}::int AS x`)
    await expect(divide(0)).rejects.toThrow('division by zero')
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect(await divide(1)).toEqual([{ x: 1 }])
    await expect(readInTenant(pool, tenant, sql(xRow)`SELECT no_such_column AS x`)).rejects.toThrow('no_such_column')
    await expect(readInTenant(pool, tenant, sql(xRow)`SELECT no_such_column AS x`)).rejects.toThrow('no_such_column')
    const { rows } = await withoutTenant(pool, (db) => seen().execute(db))
    expect(rows[0]?.seen).toBeNull()
    await pool.close()
  })

  it('repeats a prepared statement on a connection on which it first failed', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const divide = (by: number) => readInTenant(pool, tenant, sql.prepared(xRow)`SELECT 7 / ${by}::int AS x`)
    const missing = () => readInTenant(pool, tenant, sql.prepared(xRow)`SELECT no_such_column AS x`)
    const [before] = await readInTenant(pool, tenant, seen())
    await expect(divide(0)).rejects.toThrow('division by zero')
    await expect(missing()).rejects.toThrow('no_such_column')
    expect(await divide(1)).toEqual([{ x: 7 }])
    await expect(missing()).rejects.toThrow('no_such_column')
    const inside = (by: number) =>
      withoutTenant(pool, (db) => sql.prepared(xRow)`SELECT 8 / ${by}::int AS x`.execute(db))
    await expect(inside(0)).rejects.toThrow('division by zero')
    expect((await inside(1)).rows).toEqual([{ x: 8 }])
    expect(await readInTenant(pool, tenant, seen())).toEqual([before])
    await pool.close()
  })

  it('repeats a prepared statement that was sent after a failing one', async () => {
    const pool = openPool(1)
    const divide = (by: number) => sql.prepared(xRow)`SELECT 9 / ${by}::int AS x`
    const together = (first: Sql, by: number) =>
      withoutTenant(pool, (db) => Promise.all([first.execute(db), divide(by).execute(db)]))
    await expect(together(seen(), 0)).rejects.toThrow('division by zero')
    await expect(together(sql`SELECT 1 / 0`, 1)).rejects.toThrow('division by zero')
    const [, { rows }] = await together(seen(), 1)
    expect(rows).toEqual([{ x: 9 }])
    await pool.close()
  })

  it('fails for a value that cannot be serialized, and rolls back its transaction', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const unwritable = sql(xRow)`SELECT ${{ a: 1n }}::jsonb AS x`
    await expect(readInTenant(pool, tenant, unwritable)).rejects.toThrow('BigInt')
    const add = sql`INSERT INTO exchange_rates (since, cad_per_usd, source) VALUES ('2003-01-01', 1.3, 'unwritable')`
    const sending = withoutTenant(pool, async (db) => {
      add.send(db)
      unwritable.send(db)
    })
    await expect(sending).rejects.toThrow('BigInt')
    await expect(withoutTenant(pool, (db) => Promise.all([add.execute(db), unwritable.execute(db)]))).rejects.toThrow(
      'BigInt',
    )
    const rates = sql(xRow)`SELECT count(*)::int AS x FROM exchange_rates WHERE source = 'unwritable'`
    expect(await readInTenant(pool, tenant, rates)).toEqual([{ x: 0 }])
    await pool.close()
  })

  it('accepts and returns every kind of value', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const texts = ['', 'NULL', 'a"b', 'back\\slash', '{1,2}', 'é,😀', null]
    const values = sql(valuesRow)`
      SELECT ${texts}::text[] AS texts, ${[1, -2, 9_007_199_254_740_991]}::bigint[] AS numbers, ${[]}::bigint[] AS none,
        ${new Date('2026-03-08T07:30:00.123Z')}::timestamptz AS at, ${Buffer.from([0, 34, 92])}::bytea AS bytes, ${true}::boolean AS yes,
        ${{ a: [1, null, 'x"y'] }}::jsonb AS json, ${null}::text AS nothing, ${1.5}::float8 AS half, ${'2026-01-31'}::date AS day`
    const [once] = await readInTenant(pool, tenant, values)
    const { rows } = await inTenant(pool, tenant, (db) => values.execute(db))
    expect(once).toEqual(rows[0])
    expect(once).toMatchObject({
      texts,
      none: [],
      at: new Date('2026-03-08T07:30:00.123Z'),
      json: { a: [1, null, 'x"y'] },
    })
    await pool.close()
  })

  it('accepts values of any size, in their positions', async () => {
    const pool = openPool(1)
    const sizes = [0, 3, 65_000, 65_536, 200_000, 1, 70_000]
    const given = sizes.map((size, index) => (index % 2 === 0 ? 'é🎁"\\'.repeat(size / 4) : Buffer.alloc(size, index)))
    const [long, none] = [given.map((value) => sql`${value}`), given.map(() => sql`${null}`)]
    const ask = (values: readonly Sql[]) =>
      withoutTenant(pool, (db) =>
        sql(
          manyRow,
        )`SELECT jsonb_build_array(${sql.join(values.map((value, index) => (index % 2 === 0 ? sql`md5(${value}::text)` : sql`md5(${value}::bytea)`)))}) AS digests`.execute(
          db,
        ),
      )
    const { rows } = await ask(long)
    expect(rows[0]?.digests).toEqual(given.map((value) => hash('md5', value)))
    expect((await ask(none)).rows[0]?.digests).toEqual(given.map(() => null))
    await pool.close()
  })

  it('ends at its timeout, which does not apply to the next read', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const sleep = sql(xRow)`SELECT 1 AS x FROM pg_sleep(600)`
    await expect(readInTenant(pool, tenant, sleep, { timeoutMs: 20 })).rejects.toThrow('statement timeout')
    const limit = sql(
      limitRow,
    )`SELECT current_setting('statement_timeout') AS of, current_setting('transaction_read_only') AS only`
    const [bounded] = await readInTenant(pool, tenant, limit, { timeoutMs: 123_456 })
    expect(bounded).toEqual({ of: '123456ms', only: 'on' })
    const { rows } = await withoutTenant(pool, (db) => limit.execute(db))
    expect(rows).toMatchObject([{ only: 'off' }])
    expect(rows[0]?.of).not.toBe('123456ms')
    await pool.close()
  })

  it('uses no parallel workers in a transaction with `alone`, and only there', async () => {
    const pool = openPool(1)
    const helpers = sql(seenRow)`
      SELECT current_setting('max_parallel_workers_per_gather') AS seen, pg_backend_pid() AS pid`
    const usual = await withoutTenant(pool, (db) => helpers.execute(db))
    const alone = await withoutTenant(pool, (db) => helpers.execute(db), { readOnly: true, alone: true })
    expect(alone.rows).toEqual([{ seen: '0', pid: usual.rows[0]?.pid }])
    expect((await withoutTenant(pool, (db) => helpers.execute(db))).rows).toEqual(usual.rows)
    await pool.close()
  })

  it('cannot write', async () => {
    const pool = openPool(1)
    const write = sql(idRow)`INSERT INTO users (email, email_key, name) VALUES ('a', 'a', 'a') RETURNING id`
    await expect(readInTenant(pool, grantTenant(7, [7]), write)).rejects.toThrow('read-only')
    await pool.close()
  })

  it('fails with the error of a statement check, and releases its connection', async () => {
    const pool = openPool(1)
    const tenant = grantTenant(7, [7])
    const former = setStatementCheck(() => {
      throw new Error('not of its shape')
    })
    try {
      await expect(readInTenant(pool, tenant, seen())).rejects.toThrow('not of its shape')
    } finally {
      setStatementCheck(former)
    }
    expect(await readInTenant(pool, tenant, seen())).toHaveLength(1)
    await pool.close()
  })

  it('fails when its connection is lost, and the next read gets another', async () => {
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

describe('statements of a transaction', () => {
  const tenant = grantTenant(7, [7])
  const add = (day: string) => sql`
    INSERT INTO exchange_rates (since, cad_per_usd, source) VALUES (${day}::date, 1.3, 'beside')`
  const count = () => sql.prepared(xRow)`SELECT count(*)::int AS x FROM exchange_rates WHERE source = 'beside'`

  it('run in order, each with its own rows', async () => {
    const pool = openPool(1)
    const counted = await inTenant(pool, tenant, (db) =>
      Promise.all([
        count().execute(db),
        add('2002-02-01').execute(db),
        count().execute(db),
        add('2002-02-02').execute(db),
        count().execute(db),
      ]),
    )
    const rows = counted.flatMap((result) => ('rows' in result ? result.rows : []))
    expect(rows).toEqual([{ x: 0 }, { x: 1 }, { x: 2 }])
    await pool.close()
  })

  it('share a connection with COPY', async () => {
    const { copying, close } = openPool(1)
    const pieces: string[] = []
    const output = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        pieces.push(String(piece))
        done()
      },
    })
    const { rows } = await inTenant(copying, tenant, async (db, client) => {
      await add('2002-03-03').execute(db)
      const days = sql(dayRow)`
        SELECT since || ' ' || current_setting('app.organizations') AS since FROM exchange_rates WHERE since = '2002-03-03'`
      await copyOut(client, days, { through: [], output })
      return seen().execute(db)
    })
    expect(pieces.join('')).toBe('2002-03-03 7\n')
    expect(rows[0]?.seen).toBe('7')
    await close()
  })

  it('are rolled back when one of them fails, with the first error', async () => {
    const pool = openPool(1)
    const before = await readInTenant(pool, tenant, count())
    const failing = sql(xRow)`SELECT 1 / 0 AS x`
    await expect(
      inTenant(pool, tenant, (db) =>
        Promise.all([add('2002-02-03').execute(db), failing.execute(db), add('2002-02-04').execute(db)]),
      ),
    ).rejects.toThrow('division by zero')
    expect(await readInTenant(pool, tenant, count())).toEqual(before)
    const { rows } = await withoutTenant(pool, (db) => seen().execute(db))
    expect(rows[0]?.seen).toBeNull()
    await pool.close()
  })

  it('fail with the first error, even if a later one is noticed first', async () => {
    const pool = openPool(1)
    const failing = sql`SELECT 1 / 0`
    const slowly = async (work: () => Promise<unknown>) => {
      const done = work()
      await done.catch(async (error) => {
        for (let turns = 0; turns < 10; turns++) await null
        throw error
      })
    }
    const nested = inTenant(pool, tenant, (db) => Promise.all([slowly(() => failing.execute(db)), count().execute(db)]))
    await expect(nested).rejects.toThrow('division by zero')
    // The second of two equal statements expects that the first one was prepared.
    const unprepared = sql.prepared(xRow)`SELECT 10 AS x`
    const repeated = inTenant(pool, tenant, async (db) => {
      failing.send(db)
      unprepared.send(db)
      await unprepared.execute(db)
    })
    await expect(repeated).rejects.toThrow('division by zero')
    await pool.close()
  })

  it('are committed without being awaited', async () => {
    const pool = openPool(1)
    const [before] = await readInTenant(pool, tenant, count())
    const { rows } = await inTenant(pool, tenant, async (db) => {
      add('2002-02-05').send(db)
      const counted = await count().execute(db)
      add('2002-02-06').send(db)
      return counted
    })
    expect(rows).toEqual([{ x: (before?.x ?? 0) + 1 }])
    expect(await readInTenant(pool, tenant, count())).toEqual([{ x: (before?.x ?? 0) + 2 }])
    await pool.close()
  })

  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['the last', async () => {}],
    ['followed by others that nobody waits for', async (db) => add('2002-02-08').send(db)],
    ['followed by one that is waited for', (db) => count().execute(db)],
    [
      'followed by one whose failure is swallowed',
      (db) =>
        count()
          .execute(db)
          .catch(() => {}),
    ],
  ])('roll back when an unawaited one fails: %s', async (_name, follows) => {
    const pool = openPool(1)
    const before = await readInTenant(pool, tenant, count())
    for (const dryRun of [false, true]) {
      const work = async (db: Db): Promise<void> => {
        add('2002-02-07').send(db)
        sql`SELECT 1 / 0`.send(db)
        await follows(db)
      }
      await expect(inTenant(pool, tenant, work, { dryRun })).rejects.toThrow('division by zero')
    }
    expect(await readInTenant(pool, tenant, count())).toEqual(before)
    await pool.close()
  })

  it('are rolled back to a savepoint after a failure, and no further', async () => {
    const pool = openPool(1)
    const [before] = await readInTenant(pool, tenant, count())
    for (const dryRun of [true, false]) {
      const work = async (db: Db): Promise<void> => {
        add('2002-02-11').send(db)
        await sql`SAVEPOINT trying`.execute(db)
        sql`SELECT 1 / 0`.send(db)
        await sql`ROLLBACK TO SAVEPOINT trying`.execute(db)
      }
      await inTenant(pool, tenant, work, { dryRun })
    }
    expect(await readInTenant(pool, tenant, count())).toEqual([{ x: (before?.x ?? 0) + 1 }])
    await pool.close()
  })

  it('throw after an ignored failure', async () => {
    const pool = openPool(1)
    const before = await readInTenant(pool, tenant, count())
    const ignoringTransaction = inTenant(pool, tenant, async (db) => {
      await add('2002-02-09').execute(db)
      await sql`SELECT 1 / 0`.execute(db).catch(() => {})
      return 'done'
    })
    await expect(ignoringTransaction).rejects.toThrow('its error was ignored')
    expect(await readInTenant(pool, tenant, count())).toEqual(before)
    await pool.close()
  })

  it('are not run if their transaction does not begin', async () => {
    const pool = openPool(1)
    const before = await readInTenant(pool, tenant, count())
    const tooLong = { timeoutMs: 10 ** 12 }
    await expect(inTenant(pool, tenant, (db) => add('2002-02-10').execute(db), tooLong)).rejects.toThrow(
      'statement_timeout',
    )
    const sending = inTenant(pool, tenant, async (db) => add('2002-02-10').send(db), tooLong)
    await expect(sending).rejects.toThrow('statement_timeout')
    expect(await readInTenant(pool, tenant, count())).toEqual(before)
    await pool.close()
  })

  it('see their own organizations even if the first is sent together with BEGIN', async () => {
    const pool = openPool(2)
    const asked = Array.from({ length: 100 }, (_, n) => n + 1)
    const responses = await Promise.all(
      asked.map((n) =>
        inTenant(readOnly(pool), grantTenant(n, [n]), (db) => Promise.all([seen().execute(db), seen().execute(db)])),
      ),
    )
    const visibleRows = responses.map((both) => both.map(({ rows }) => rows[0]?.seen))
    expect(visibleRows).toEqual(asked.map((n) => [String(n), String(n)]))
    await pool.close()
  })
})

it('the auxiliary pool serves transactions that hold all connections of the main pool', async () => {
  const all = openPool(2)
  const rows = await Promise.all(
    [1, 2].map(() =>
      withoutTenant(all, async (db) => {
        await seen().execute(db)
        return (await withoutTenant(all.auxiliary, (own) => seen().execute(own))).rows
      }),
    ),
  )
  expect(rows.map(({ length }) => length)).toEqual([1, 1])
  await all.close()
})
