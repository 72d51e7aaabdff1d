import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createFileReader, defaultLimits, FileRefused, type FileSource, readGifts, readTable } from './index.ts'

const csv = new URL('./fixtures/stripe_payments.csv', import.meta.url)
const today = '2026-11-21'
const preCheck = { owner: 1, fileName: 'stripe_payments.csv', organization: { hasChapters: false }, today }
const patient = { timeoutMs: 240_000 }
const reader = createFileReader(patient)
afterAll(() => reader.close())

test('a file is checked and read in another thread, from its path or its bytes', async () => {
  const seen = await reader.preCheck({ path: fileURLToPath(csv) }, preCheck)
  expect(seen.table.rowCount).toBe(180)
  expect(seen.description.sample.length).toBe(10)
  const options = { today, leaveOutAttention: true }
  const bytes = readFileSync(csv)
  const { result } = await reader.readGifts(
    { bytes },
    { owner: 1, fileName: preCheck.fileName, map: seen.proposal.map, options },
  )
  expect([result.gifts.length, result.leftOut.length]).toEqual([170, 10])
  const table = await readTable(bytes, preCheck.fileName, defaultLimits)
  expect(result).toEqual(readGifts(table, seen.proposal.map, options))
  expect(await reader.readTable({ bytes }, preCheck)).toEqual(table)
})

test('many files are queued and all are read', async () => {
  const counts = await Promise.all(
    Array.from({ length: 8 }, () => reader.preCheck({ path: fileURLToPath(csv) }, preCheck)),
  )
  expect(counts.map(({ table }) => table.rowCount)).toEqual(Array(8).fill(180))
})

test('a refusal keeps its code and message across threads', async () => {
  const refused = reader.preCheck({ bytes: new Uint8Array() }, preCheck)
  await expect(refused).rejects.toBeInstanceOf(FileRefused)
  await expect(refused).rejects.toMatchObject({ code: 'file_empty', message: /empty/ })
  await expect(reader.preCheck({ path: '/nowhere' }, preCheck)).rejects.toMatchObject({ code: 'reader_failed' })
})

/** A fast thread may finish before timers of this length. */
function upAtOnce(timeMs: number): void {
  const later = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
    if (ms === timeMs) queueMicrotask(run)
    return later(run, ms)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a file that exceeds the memory limit ends its thread only, with a helpful message', async () => {
  const small = createFileReader({ ...patient, memoryMb: 8 })
  const rows = 'T1,2026-03-04,5.00,Ada Example,ada@example.org,x,x,x,x,x,x,x,x\n'.repeat(120_000)
  const bytes = Buffer.from(`ID,Date,Amount,Name,Email\n${rows}`)
  await expect(small.preCheck({ bytes }, preCheck)).rejects.toMatchObject({
    code: 'took_too_much_memory',
    message: /split it/,
  })
  await expect(reader.preCheck({ path: fileURLToPath(csv) }, preCheck)).resolves.toBeTruthy()
  await small.close()
})

test('a file is read completely if it exceeds the elapsed time but not the processor time', async () => {
  const timeoutMs = 123_456
  upAtOnce(timeoutMs)
  const seen = await reader.preCheck({ path: fileURLToPath(csv) }, { ...preCheck, timeoutMs })
  expect(seen.table.rowCount).toBe(180)
})

test('bytes that never end in the parser cost their thread only', async () => {
  const path = fileURLToPath(new URL('./fixtures/formula-without-end.xls', import.meta.url))
  const endless = reader.preCheck({ path }, { ...preCheck, fileName: 'gifts.xls', timeoutMs: 2_000 })
  await expect(endless).rejects.toMatchObject({ code: 'took_too_long', message: /split it/ })
  await expect(reader.preCheck({ path: fileURLToPath(csv) }, preCheck)).resolves.toBeTruthy()
})

test('canceling or closing rejects with that reason', async () => {
  const other = createFileReader(patient)
  const controller = new AbortController()
  const cancelled = other.preCheck({ path: fileURLToPath(csv) }, { ...preCheck, signal: controller.signal })
  controller.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  const closed = other.preCheck({ path: fileURLToPath(csv) }, preCheck)
  await Promise.all([other.close(), expect(closed).rejects.toMatchObject({ code: 'cancelled' })])
  await expect(other.preCheck({ path: fileURLToPath(csv) }, preCheck)).rejects.toMatchObject({ code: 'cancelled' })
})

test('a slow file yields to a waiting one, restarts and is read completely', async () => {
  const fair = createFileReader({ ...patient, threads: 2, turnMs: 1 })
  const rows = Array.from({ length: 4000 }, (_, at) => `T${at},2026-03-04,5.00,Ada Example,ada@example.org`)
  const bytes = Buffer.from(`ID,Date,Amount,Name,Email\n${rows.join('\n')}`)
  const rowsOf = async (owner: number, source: FileSource) =>
    (await fair.preCheck(source, { ...preCheck, owner })).table.rowCount
  const all = [rowsOf(7, { bytes }), rowsOf(8, { bytes }), rowsOf(9, { path: fileURLToPath(csv) })]
  expect(await Promise.all(all)).toEqual([4000, 4000, 180])
  await fair.close()
})
