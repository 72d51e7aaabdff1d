import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { withoutTenant } from '../database/database.ts'
import { createFileKey } from './files.ts'
import {
  deleteIfUnreferenced,
  deleteUnreferencedFiles,
  markFileReferenced,
  markFileUnreferenced,
  storeFile,
} from './stored-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
})
afterAll(() => app.stop())

const bytes = Buffer.from('%PDF-1.7')
const isThere = (key: string) =>
  app.platform.files.read(key).then(
    () => true,
    () => false,
  )
const unreferencedKeys = async () =>
  (await app.query<{ file_key: string }>('SELECT file_key FROM unreferenced_files')).map((r) => r.file_key)

test('a file with a written row stays and is not swept', async () => {
  const key = await storeFile(app.platform, bytes, async (key) => {
    await withoutTenant(app.platform.database, (db) => markFileReferenced(db, key))
    return key
  })
  app.clock.advance({ hours: 25 })
  await deleteUnreferencedFiles(app.platform)
  expect([await isThere(key), await unreferencedKeys()]).toEqual([true, []])
})

test('a file with a refused row is removed immediately', async () => {
  let kept = ''
  const failing = storeFile(app.platform, bytes, async (key) => {
    kept = key
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect([kept !== '', await isThere(kept), await unreferencedKeys()]).toEqual([true, false, []])
})

test('a file stays if its row was committed and the confirmation was lost', async () => {
  let kept = ''
  const failing = storeFile(app.platform, bytes, async (key) => {
    kept = key
    await withoutTenant(app.platform.database, (db) => markFileReferenced(db, key))
    throw new Error('the connection was lost at the commit')
  })
  await expect(failing).rejects.toThrow('the connection was lost')
  expect(await isThere(kept)).toBe(true)
})

test('files of a killed process are swept within a day, but not while it may still be running', async () => {
  const { platform } = app
  const key = createFileKey()
  await withoutTenant(platform.database, (db) => markFileUnreferenced(db, key))
  await platform.files.keep(bytes, key)
  const neverWritten = createFileKey()
  await withoutTenant(platform.database, (db) => markFileUnreferenced(db, neverWritten))
  await deleteUnreferencedFiles(platform)
  expect(await isThere(key)).toBe(true)
  app.clock.advance({ hours: 2 })
  await deleteUnreferencedFiles(platform)
  expect(await isThere(key)).toBe(true)
  await app.query(`UPDATE unreferenced_files SET since = since - interval '2 hours'`)
  expect(await deleteUnreferencedFiles(platform)).toBe(false)
  expect([await isThere(key), await unreferencedKeys()]).toEqual([false, []])
})

test('a file without references is removed once', async () => {
  const { platform } = app
  const key = await platform.files.keep(bytes)
  await withoutTenant(platform.database, (db) => markFileUnreferenced(db, key))
  await Promise.all([
    deleteIfUnreferenced(platform, key),
    deleteIfUnreferenced(platform, key),
    deleteUnreferencedFiles(platform),
  ])
  expect([await isThere(key), await unreferencedKeys()]).toEqual([false, []])
})
