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

/** A key is loose while no row references its file, so that a crash never leaves a row without its file. */

export { markFileReferenced, markFileUnreferenced } from './stored-files.queries.ts'

type Store = Pick<Platform, 'database' | 'files'>

/** Stores the bytes and runs `work`, whose transaction must call `markFileReferenced`. */
export function storeFile<T>(store: Store, bytes: Uint8Array, work: (key: string) => Promise<T>): Promise<T> {
  const key = createFileKey()
  return whileUnreferenced(store, key, async () => {
    await store.files.keep(bytes, key)
    return work(key)
  })
}

/** Runs work that stores a file and then its row. That transaction must call `markFileReferenced`. */
export async function whileUnreferenced<T>(store: Store, key: string, work: () => Promise<T>): Promise<T> {
  await withoutTenant(store.database, (db) => markFileUnreferenced(db, key))
  try {
    return await work()
  } catch (error) {
    await deleteIfUnreferenced(store, key).catch(() => undefined) // the sweeper retries it
    throw error
  }
}

/** Removes the file unless a row references it: a transaction whose connection was lost may have committed. */
export async function deleteIfUnreferenced({ database, files }: Store, key: string): Promise<void> {
  await withoutTenant(database, async (db) => {
    if (!(await lockUnreferencedFile(db, key))) return
    await files.remove(key)
    await markFileReferenced(db, key)
  })
}

/** Longer than any transaction, by the database's clock, because a node's clock may be ahead. */
const looseForHours = 1
const atOnce = 20

/** Removes files that a crash left behind; returns whether there are more. Several nodes may run it. */
export async function deleteUnreferencedFiles({ database, files }: Store): Promise<boolean> {
  const swept = await withoutTenant(database, async (db) => {
    const keys = await lockAbandonedFiles(db, looseForHours, atOnce)
    for (const key of keys) await files.remove(key)
    await markFilesReferenced(db, keys)
    return keys.length
  })
  return swept === atOnce
}

/** Removes files that a crash left behind, every 15 minutes until stopped. */
export const runFileSweeper = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'sweeping files',
    everyMs: 15 * 60_000,
    work: () => deleteUnreferencedFiles(platform),
    log: platform.log,
  })
