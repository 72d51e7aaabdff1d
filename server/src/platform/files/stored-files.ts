import { withoutTenant } from '../database/database.ts'
import { runEvery } from '../jobs/run-every.ts'
import type { Platform } from '../services/platform.ts'
import { createFileKey } from './files.ts'
import {
  lockAbandonedFiles,
  lockUnreferencedFile,
  markFileReferenced,
  markFilesReferenced,
  markFileUnreferenced,
} from './stored-files.queries.ts'

/** A key is in `unreferenced_files` until a row references the file, so that a crash never leaves a row without its file. */

export { markFileReferenced, markFileUnreferenced } from './stored-files.queries.ts'

type FileServices = Pick<Platform, 'database' | 'files'>

/** Stores the bytes and runs `work`, whose transaction must call `markFileReferenced`. */
export function storeFile<T>(services: FileServices, bytes: Uint8Array, work: (key: string) => Promise<T>): Promise<T> {
  const key = createFileKey()
  return whileUnreferenced(services, key, async () => {
    await services.files.keep(bytes, key)
    return work(key)
  })
}

/** Runs work that stores a file and then its row. That transaction must call `markFileReferenced`. */
export async function whileUnreferenced<T>(services: FileServices, key: string, work: () => Promise<T>): Promise<T> {
  await withoutTenant(services.database, (db) => markFileUnreferenced(db, key))
  try {
    return await work()
  } catch (error) {
    await deleteIfUnreferenced(services, key).catch(() => undefined) // the sweeper retries it
    throw error
  }
}

/** Removes the file unless a row references it: a transaction whose connection was lost may have committed. */
export async function deleteIfUnreferenced({ database, files }: FileServices, key: string): Promise<void> {
  await withoutTenant(database, async (db) => {
    if (!(await lockUnreferencedFile(db, key))) return
    await files.remove(key)
    await markFileReferenced(db, key)
  })
}

/** Longer than any transaction, by the database's clock, because a node's clock may be ahead. */
const unreferencedForHours = 1
const batchSize = 20

/** Removes files that a crash left behind; returns whether there are more. Several nodes may run it. */
export async function deleteUnreferencedFiles({ database, files }: FileServices): Promise<boolean> {
  const deletedCount = await withoutTenant(database, async (db) => {
    const keys = await lockAbandonedFiles(db, unreferencedForHours, batchSize)
    for (const key of keys) await files.remove(key)
    await markFilesReferenced(db, keys)
    return keys.length
  })
  return deletedCount === batchSize
}

/** Removes files that a crash left behind, every 15 minutes until stopped. */
export const runFileSweeper = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'sweeping files',
    everyMs: 15 * 60_000,
    work: () => deleteUnreferencedFiles(platform),
    log: platform.log,
  })
