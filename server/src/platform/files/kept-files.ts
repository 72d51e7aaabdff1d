import { inProduct } from '../database/database.ts'
import { runEvery } from '../jobs/run-every.ts'
import type { Platform } from '../services/platform.ts'
import { createFileKey } from './files.ts'
import { lockForgotten, lockLoose, loosenFile, settleFile, settleFiles } from './kept-files.queries.ts'

/**
 * A file and the row that leads to it, together or neither, whatever dies in between. A key is loose while no row leads to
 * its file: from before the file is written until the row's transaction, and again from the one that takes the row away.
 */

export { loosenFile, settleFile } from './kept-files.queries.ts'

type Store = Pick<Platform, 'database' | 'files'>

/** Keeps the bytes and does the work that writes their row: its transaction calls `settleFile`. */
export function keepFile<T>(store: Store, bytes: Uint8Array, work: (key: string) => Promise<T>): Promise<T> {
  const key = createFileKey()
  return whileLoose(store, key, async () => {
    await store.files.keep(bytes, key)
    return work(key)
  })
}

/** Does work that keeps a file under the key and then writes its row: that transaction calls `settleFile`. */
export async function whileLoose<T>(store: Store, key: string, work: () => Promise<T>): Promise<T> {
  await inProduct(store.database, (db) => loosenFile(db, key))
  try {
    return await work()
  } catch (error) {
    await removeIfLoose(store, key).catch(() => undefined) // the sweeper comes to it
    throw error
  }
}

/** Removes the file unless a row leads to it after all: a transaction whose end nobody heard of may have been written. */
export async function removeIfLoose({ database, files }: Store, key: string): Promise<void> {
  await inProduct(database, async (db) => {
    if (!(await lockLoose(db, key))) return
    await files.remove(key)
    await settleFile(db, key)
  })
}

/** Longer than any upload and any transaction takes, by the clock of the database: a node's own may be ahead. */
const looseForHours = 1
const atOnce = 20

/** Removes what a crash left behind. Answers whether there is more. Any number of nodes may do it. */
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
