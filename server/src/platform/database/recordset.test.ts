import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { databaseTimeoutSeconds } from '../../testing/test-postgres.ts'
import { type Database, openDatabase, timeoutsOf, withoutTenant } from './database.ts'
import { columnNames, maxPipelinedRows, recordset } from './recordset.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let pool: Database

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.serverAddress, timeoutsOf(databaseTimeoutSeconds))
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const types = {
  place: 'integer',
  text: 'text',
  sure: 'boolean',
  cents: 'bigint',
  share: 'real',
  day: 'timestamp',
  key: 'uuid',
  custom: 'jsonb',
} as const

const key = '913cae26-6dd9-a5e8-2450-5483c92c0e44'
const odd = [
  { text: `"quoted", {braced}, back\\slash, it's\tnew\nline`, sure: true, cents: 9_007_199_254_740_991, share: 0.25 },
  { text: '', sure: false, cents: -1, share: 0 },
  { text: 'NULL', sure: null, cents: null, share: null },
  { text: 'Zoë 🎁 —', sure: true, cents: 0, share: 1 },
]
const custom = [{ campaign: 'a "b" \\ {c}', list: [1, null, 'x'] }, [], [{ field: 'x', from: null, to: [1] }], null]

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const blank = {
      place: index,
      text: null,
      sure: null,
      cents: null,
      share: null,
      day: null,
      key: null,
      custom: undefined,
    }
    if (index % 2 === 1) return blank
    const at = (index / 2) % odd.length
    return { ...blank, ...odd[at], day: '2025-04-15T10:20:30', key, custom: custom[at] }
  })

const answered = z.object({
  place: z.int(),
  text: z.string().nullable(),
  sure: z.boolean().nullable(),
  cents: z.int().nullable(),
  share: z.number().nullable(),
  day: z.string().nullable(),
  key: z.string().nullable(),
  custom: z.unknown(),
})

const answerOf = (count: number) =>
  withoutTenant(pool, async (db) => {
    return sql(answered)`
      SELECT ${columnNames(types, 'r')} FROM ${recordset(types, rowsOf(count))} ORDER BY place`.rows(db)
  })

describe('rows as a table', () => {
  it('equal the given rows, few or many', async () => {
    const [few, many] = [await answerOf(maxPipelinedRows), await answerOf(maxPipelinedRows + 1)]
    expect(many.slice(0, maxPipelinedRows)).toEqual(few)
    expect(few.slice(0, 8)).toEqual(
      rowsOf(8).map((row) => ({ ...row, custom: row.custom ?? null, day: row.day?.replace('T', ' ') ?? null })),
    )
    expect(many.at(-1)).toEqual({ ...few[0], place: maxPipelinedRows, ...odd[2], custom: custom[2] })
  })

  const fileTypes = { file_key: 'text', note: 'jsonb' } as const
  const files = (note: unknown) =>
    Array.from({ length: maxPipelinedRows + 1 }, (_, index) => ({ file_key: `file ${index}`, note }))
  const insertFiles = (note: unknown) =>
    sql`INSERT INTO unreferenced_files (file_key) SELECT file_key FROM ${recordset(fileTypes, files(note))} WHERE note IS NOT NULL`
  const counted = z.object({ count: z.int() })
  const countFiles = () => sql(counted)`SELECT count(*) AS count FROM unreferenced_files`

  it('are written before the statement that follows', async () => {
    const count = await withoutTenant(
      pool,
      async (db) => {
        const [, { rows }] = await Promise.all([insertFiles('a note').execute(db), countFiles().execute(db)])
        return rows[0]?.count
      },
      { dryRun: true },
    )
    expect(count).toBe(maxPipelinedRows + 1)
  })

  it.each(['execute', 'send'] as const)('leave nothing behind when a value cannot be serialized (%s)', async (way) => {
    const work = withoutTenant(pool, async (db) => {
      await sql`INSERT INTO unreferenced_files (file_key) VALUES ('before')`.execute(db)
      await insertFiles(1n)[way](db)
      await sql`INSERT INTO unreferenced_files (file_key) VALUES ('after')`.execute(db)
    })
    await expect(work).rejects.toThrow('BigInt')
    expect(await withoutTenant(pool, async (db) => (await countFiles().execute(db)).rows)).toEqual([{ count: 0 }])
  })
})
