import { inProduct } from '../database/database.ts'
import { runEvery } from '../jobs/run-every.ts'
import type { Platform } from '../services/platform.ts'
import { createFileKey } from './files.ts'
import { lockForgotten, lockLoose, loosenFile, settleFile, settleFiles } from './kept-files.queries.ts'

/**
 * Keeps files and the rows that reference them consistent after any crash. A key is loose while no row references its
 * file: from before the file is written until the row's transaction, and again after the transaction that removes the
 * row.
 */

export { loosenFile, settleFile } from './kept-files.queries.ts'

type Store = Pick<Platform, 'database' | 'files'>

/** Stores the bytes and runs the work that writes their row. Its transaction must call `settleFile`. */
export function keepFile<T>(store: Store, bytes: Uint8Array, work: (key: string) => Promise<T>): Promise<T> {
  const key = createFileKey()
  return whileLoose(store, key, async () => {
    await store.files.keep(bytes, key)
    return work(key)
  })
}

/** Runs work that stores a file under the key and then writes its row. That transaction must call `settleFile`. */
export async function whileLoose<T>(store: Store, key: string, work: () => Promise<T>): Promise<T> {
  await inProduct(store.database, (db) => loosenFile(db, key))
  try {
    return await work()
  } catch (error) {
    await removeIfLoose(store, key).catch(() => undefined) // the sweeper retries it
    throw error
  }
}

/** Removes the file unless a row references it. A transaction with a lost connection may have been committed. */
export async function removeIfLoose({ database, files }: Store, key: string): Promise<void> {
  await inProduct(database, async (db) => {
    if (!(await lockLoose(db, key))) return
    await files.remove(key)
    await settleFile(db, key)
  })
}

/** Longer than any upload or transaction, by the clock of the database, because a node's clock may be ahead. */
const looseForHours = 1
const atOnce = 20

/**
 * Removes files that a crash left behind. Returns whether there are more. Several nodes may run it at the same time.
 */
export async function sweepFiles({ database, files }: Store): Promise<boolean> {
  const swept = await inProduct(database, async (db) => {
    const keys = await lockForgotten(db, looseForHours, atOnce)
    for (const key of keys) await files.remove(key)
    await settleFiles(db, keys)
    return keys.length
  })
  return swept === atOnce
}

export const runSweepingFiles = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({ name: 'sweeping files', everyMs: 15 * 60_000, work: () => sweepFiles(platform), log: platform.log })
