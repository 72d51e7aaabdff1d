import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Marks a file as referenced, in the transaction that writes the referencing row. */
export async function markFileReferenced(db: Db, key: string): Promise<void> {
  await sql`DELETE FROM unreferenced_files WHERE file_key = ${key}`.execute(db)
}

/** Marks a file as unreferenced, with the last reference. Call `deleteIfUnreferenced` after the commit. */
export async function markFileUnreferenced(db: Db, key: string): Promise<void> {
  await sql`INSERT INTO unreferenced_files (file_key) VALUES (${key}) ON CONFLICT DO NOTHING`.execute(db)
}

/** Returns whether no row references the file, and locks this state until the transaction ends. */
export async function lockUnreferencedFile(db: Db, key: string): Promise<boolean> {
  const { count } = await sql`SELECT FROM unreferenced_files WHERE file_key = ${key} FOR UPDATE`.execute(db)
  return count > 0
}

const unreferencedRow = z.object({ file_key: z.string() })

/** Returns keys that are unreferenced for more than `hours`, oldest first. Skips locked keys. */
export async function lockAbandonedFiles(db: Db, hours: number, limit: number): Promise<string[]> {
  return sql(unreferencedRow)`
    SELECT file_key FROM unreferenced_files WHERE since < clock_timestamp() - make_interval(hours => ${hours})
    ORDER BY since LIMIT ${limit} FOR UPDATE SKIP LOCKED`.column(db, 'file_key')
}

/** Marks files as referenced, in the transaction that writes the referencing rows. */
export async function markFilesReferenced(db: Db, keys: readonly string[]): Promise<void> {
  await sql`DELETE FROM unreferenced_files WHERE file_key = ANY (${[...keys]})`.execute(db)
}
