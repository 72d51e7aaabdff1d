import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { createFileReader, type FileReader } from '../file-reading/index.ts'
import { createReadFileCache } from './read-file-cache.ts'
import { runImport } from './run-import.ts'
import { csv, exported, header, uploader } from './uploads.testing.ts'
import { advanceImport } from './write-import.queries.ts'

let app: TestApp
let reader: FileReader
let uploads: Awaited<ReturnType<typeof uploader>>
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
  reader = createFileReader()
})
afterAll(async () => {
  await reader.close()
  await app.stop()
})
beforeEach(async () => {
  uploads = await uploader(app)
})

const runAgain = (importId: number) =>
  runImport(
    { platform: app.platform, reader, readAlready: createReadFileCache(), directory: createDirectory(app.platform) },
    { organizationId: uploads.id, importId },
    new AbortController().signal,
  )

test('a worker that dies while recording leaves nothing behind, and the next one records every gift once', async () => {
  const file = exported('givebutter_transactions.csv')
  const { map } = await uploads.test(file)
  const blocker = await app.platform.database.pool.connect()
  await blocker.query('BEGIN; LOCK TABLE donations IN EXCLUSIVE MODE')
  const { id } = await uploads.send(file, { map: JSON.stringify(map), include_attention: 'true' })
  const killed = async () => {
    const rows = await app.query(
      `SELECT pg_terminate_backend(l.pid) AS killed FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE NOT l.granted AND l.relation = 'donations'::regclass
         AND d.datname = current_database()`, // tables in clones of other tests have the same OID
    )
    return rows.length
  }
  await expect.poll(killed).toBe(1)
  expect(await uploads.get(id)).toMatchObject({ state: 'running', accepted: 0 })
  await blocker.query('ROLLBACK')
  blocker.release()
  expect(await uploads.ended(id)).toMatchObject({ state: 'done', rows: 150, accepted: 148, rejected: 2, unchanged: 0 })
  expect(await uploads.countDonations()).toEqual({ gifts: 148, cents: 5_167_395 })
  expect(await app.query('SELECT attempts FROM imports WHERE id = $1', [id])).toEqual([{ attempts: 2 }])
})

test('the job after its request records the content that the request read, without reading the file again', async () => {
  const blocker = await app.platform.database.pool.connect()
  await blocker.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('imports', ${uploads.id}))`)
  const file = exported('givebutter_transactions.csv')
  const { map } = await uploads.test(file)
  const { id } = await uploads.send(file, { map: JSON.stringify(map), include_attention: 'true' })
  const [row] = await app.query<{ file_key: string }>('SELECT file_key FROM imports WHERE id = $1', [id])
  await app.platform.files.remove(row?.file_key ?? '')
  await blocker.query('ROLLBACK')
  blocker.release()
  expect(await uploads.ended(id)).toMatchObject({ state: 'done', rows: 150, accepted: 148, rejected: 2, unchanged: 0 })
})

test("a request's content is returned once, and kept for some seconds and some thousand rows at most", async () => {
  const { table, result } = await reader.readGifts(
    { bytes: new TextEncoder().encode('amount,day\n10,2026-03-04\n') },
    {
      owner: uploads.id,
      fileName: 'gifts.csv',
      map: { amount: 'amount', day: 'donated_at' },
      options: { leaveOutAttention: true, today: '2026-11-20' },
    },
  )
  const readOf = (rowCount: number) => ({ table: { ...table, rowCount }, result })
  vi.useFakeTimers()
  try {
    const kept = createReadFileCache()
    kept.keep(1, readOf(15_000))
    kept.keep(2, readOf(6_000))
    expect(kept.take(2)).toBeNull()
    expect(kept.take(1)).toEqual(readOf(15_000))
    expect(kept.take(1)).toBeNull()
    kept.keep(3, readOf(15_000))
    vi.advanceTimersByTime(20_000)
    expect(kept.take(3)).toBeNull()
    kept.keep(4, readOf(20_000))
    expect(kept.take(4)).toEqual(readOf(20_000))
  } finally {
    vi.useRealTimers()
  }
})

test('a repeated job finds its import done and stops', async () => {
  const run = await uploads.upload(csv(header, 'a,2026-03-04,10,Ann,ann@example.org,', 'b,,10,Ann,ann@example.org,'))
  await runAgain(run.id)
  expect(await uploads.get(run.id)).toEqual(run)
  expect(await uploads.countDonations()).toEqual({ gifts: 1, cents: 1000 })
})

test('an import whose workers die repeatedly fails with a message', async () => {
  const run = await uploads.upload(csv(header, 'a,2026-03-04,10,Ann,ann@example.org,'))
  await app.query("UPDATE imports SET state = 'running', attempts = 4 WHERE id = $1", [run.id])
  await runAgain(run.id)
  expect(await uploads.get(run.id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('Upload it again'),
  })
})

test('concurrent uploads are recorded in sequence, without duplicate gifts', async () => {
  const file = exported('bloomerang_transactions.csv')
  const { map } = await uploads.test(file)
  const fields = { map: JSON.stringify(map), include_attention: 'true' }
  const started = await Promise.all([uploads.send(file, fields), uploads.send(file, fields)])
  const runs = await Promise.all(started.map(({ id }) => uploads.ended(id)))
  expect(runs.map(({ accepted }) => accepted).toSorted((one, other) => one - other)).toEqual([0, 175])
  expect(await uploads.countDonations()).toEqual({ gifts: 175, cents: 8_284_020 })
})

test('displayed progress only advances', async () => {
  const run = await uploads.upload(csv(header, 'a,2026-03-04,10,Ann,ann@example.org,'))
  await app.query("UPDATE imports SET state = 'running', phase = 'queued', phase_done = 0 WHERE id = $1", [run.id])
  const tenant = grantTenant(uploads.id, [uploads.id])
  const shown = async (phase: 'reading' | 'evaluating', done: number) => {
    await inTenant(app.platform.database, tenant, (db) => advanceImport(db, tenant, run.id, { phase, done }))
    const { phase: now, phase_done } = await uploads.get(run.id)
    return [now, phase_done]
  }
  expect(await shown('reading', 10)).toEqual(['reading', 10])
  expect(await shown('evaluating', 1)).toEqual(['evaluating', 1])
  expect(await shown('reading', 10)).toEqual(['evaluating', 1])
  expect(await shown('evaluating', 0)).toEqual(['evaluating', 1])
  expect(await shown('evaluating', 2)).toEqual(['evaluating', 2])
})

test('text that the database cannot store affects its row only', async () => {
  const file = csv(header, 'a,2026-03-04,10,An\0n,ann@example.org,', 'b,2026-03-04,x\0y,Bo,bo@example.org,')
  const { map } = await uploads.test(file)
  const { id } = await uploads.send(file, { map: JSON.stringify(map) })
  expect(await uploads.ended(id)).toMatchObject({ state: 'done', rows: 2 })
})
