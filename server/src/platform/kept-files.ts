import { z } from 'zod'
import { type Db, inProduct } from './database/database.ts'
import { sql } from './database/sql.ts'
import { createFileKey } from './files.ts'
import { runEvery } from './jobs/run-every.ts'
import type { Platform } from './platform.ts'

/**
 * A file and the row that leads to it, together or neither, whatever dies in between. A key is loose while no row leads to
 * its file: from before the file is written until the row's transaction, and again from the one that takes the row away.
 */

type Store = Pick<Platform, 'database' | 'files'>

/** Keeps the bytes and does the work that writes their row: its transaction calls `settleFile`. */
export async function keepFile<T>(store: Store, bytes: Uint8Array, work: (key: string) => Promise<T>): Promise<T> {
  const key = createFileKey()
  await inProduct(store.database, (db) => loosenFile(db, key))
  try {
    await store.files.keep(bytes, key)
    return await work(key)
  } catch (error) {
    await removeIfLoose(store, key).catch(() => undefined) // the sweeper comes to it
    throw error
  }
}

/** In the transaction that writes the row that leads to the file. */
export async function settleFile(db: Db, key: string): Promise<void> {
  await sql`DELETE FROM loose_files WHERE file_key = ${key}`.execute(db)
}

/** In the transaction that takes the last row that led to the file away; `removeIfLoose` follows its commit. */
export async function loosenFile(db: Db, key: string): Promise<void> {
  await sql`INSERT INTO loose_files (file_key) VALUES (${key}) ON CONFLICT DO NOTHING`.execute(db)
}

/** Removes the file unless a row leads to it after all: a transaction whose end nobody heard of may have been written. */
export async function removeIfLoose({ database, files }: Store, key: string): Promise<void> {
  await inProduct(database, async (db) => {
    const { count } = await sql`SELECT FROM loose_files WHERE file_key = ${key} FOR UPDATE`.execute(db)
    if (count === 0) return
    await files.remove(key)
    await settleFile(db, key)
  })
}

/** Longer than any upload and any transaction takes, by the clock of the database: a node's own may be ahead. */
const looseForHours = 1
const atOnce = 20

const sweepFileRow = z.object({ file_key: z.string() })

/** Removes what a crash left behind. Answers whether there is more. Any number of nodes may do it. */
export async function sweepFiles({ database, files }: Store): Promise<boolean> {
  const swept = await inProduct(database, async (db) => {
    const { rows } = await sql(sweepFileRow)`
      SELECT file_key FROM loose_files WHERE since < clock_timestamp() - make_interval(hours => ${looseForHours})
      ORDER BY since LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`.execute(db)
    const keys = rows.map(({ file_key }) => file_key)
    for (const key of keys) await files.remove(key)
    await sql`DELETE FROM loose_files WHERE file_key = ANY (${keys})`.execute(db)
    return keys.length
  })
  return swept === atOnce
}

export const runSweepingFiles = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({ name: 'sweeping files', everyMs: 15 * 60_000, work: () => sweepFiles(platform), log: platform.log })
