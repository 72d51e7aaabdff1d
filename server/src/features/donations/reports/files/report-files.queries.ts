import { reportFiles } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { idRow, sql } from '../../../../platform/database/sql.ts'

const { format, state } = reportFiles.reportFile.shape

const fileRow = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  format,
  wanted: z.unknown(),
  state,
  rows_found: z.int().nullable(),
  rows_written: z.int(),
  runs: z.int(),
  file_key: z.string().nullable(),
  bytes: z.int().nullable(),
  problem: z.string(),
  created_at: z.date(),
  expires_at: z.date(),
})
export type FileRow = z.infer<typeof fileRow>

const columns = sql.columns(fileRow, 'f')

type FileOwner = { readonly tenant: Tenant; readonly userId: number }

export async function listFiles(db: Db, { tenant, userId }: FileOwner): Promise<FileRow[]> {
  return sql(fileRow)`
    SELECT ${columns} FROM report_files f
    WHERE f.organization_id = ${tenant.organizationId} AND f.user_id = ${userId}
    ORDER BY f.created_at DESC, f.id DESC LIMIT ${reportFiles.maxReportFiles}`.rows(db)
}

export async function findFile(db: Db, { tenant, userId }: FileOwner, id: number): Promise<FileRow | null> {
  return sql(fileRow)`
    SELECT ${columns} FROM report_files f
    WHERE f.organization_id = ${tenant.organizationId} AND f.user_id = ${userId} AND f.id = ${id}`.first(db)
}

export const lockFiles = ({ organizationId }: Tenant) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`report files of ${organizationId}`}, 29))`

const usageRow = z.object({ unfinished: z.int(), bytes: z.int() })

/** An unfinished file counts with the maximum size. */
export async function getFileUsage(db: Db, { organizationId }: Tenant): Promise<z.infer<typeof usageRow>> {
  const rows = await sql(usageRow)`
    SELECT count(*) FILTER (WHERE state IN ('waiting', 'writing')) AS unfinished,
      coalesce(sum(CASE WHEN state IN ('waiting', 'writing') THEN ${reportFiles.maxFileBytes}::bigint ELSE bytes END), 0)::bigint AS bytes
    FROM report_files WHERE organization_id = ${organizationId}`.rows(db)
  return rows[0] ?? { unfinished: 0, bytes: 0 }
}

type RequestedFile = Pick<FileRow, 'name' | 'format'> & { readonly wanted: string }

export async function findUnfinished(
  db: Db,
  { tenant, userId }: FileOwner,
  request: RequestedFile,
): Promise<number | null> {
  return sql(idRow)`
    SELECT id FROM report_files
    WHERE organization_id = ${tenant.organizationId} AND user_id = ${userId} AND state IN ('waiting', 'writing')
      AND format = ${request.format} AND wanted::text = ${request.wanted} LIMIT 1`.value(db, 'id')
}

type NewFile = RequestedFile & { readonly now: Date; readonly expiresAt: Date }

export async function insertFile(db: Db, { tenant, userId }: FileOwner, file: NewFile): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO report_files (organization_id, user_id, name, format, wanted, state, created_at, expires_at)
    VALUES (${tenant.organizationId}, ${userId}, ${file.name}, ${file.format}, ${file.wanted}::json, 'waiting', ${file.now},
      ${file.expiresAt})
    RETURNING id`.first(db)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}

export async function deleteOldestFiles(db: Db, { tenant, userId }: FileOwner, keptCount: number): Promise<void> {
  await sql`
    DELETE FROM report_files WHERE organization_id = ${tenant.organizationId} AND id IN (
      SELECT id FROM report_files WHERE organization_id = ${tenant.organizationId} AND user_id = ${userId}
      ORDER BY state IN ('waiting', 'writing') DESC, created_at DESC, id DESC OFFSET ${keptCount})`.execute(db)
}

const keyRow = z.object({ file_key: z.string().nullable() })

/** Null if the file does not exist. Its stored object is then unreferenced. */
export async function deleteFile(
  db: Db,
  { tenant, userId }: FileOwner,
  id: number,
): Promise<z.infer<typeof keyRow> | null> {
  return sql(keyRow)`
    DELETE FROM report_files
    WHERE organization_id = ${tenant.organizationId} AND user_id = ${userId} AND id = ${id}
    RETURNING file_key`.first(db)
}

type Run = { readonly id: number; readonly runKey: string }

export async function claimFile(db: Db, { organizationId }: Tenant, { id, runKey }: Run): Promise<FileRow | null> {
  return sql(fileRow)`
    UPDATE report_files f SET state = 'writing', run_key = ${runKey}, runs = runs + 1, rows_found = NULL, rows_written = 0
    WHERE f.organization_id = ${organizationId} AND f.id = ${id} AND f.state IN ('waiting', 'writing')
    RETURNING ${columns}`.first(db)
}

type Progress = { readonly found?: number; readonly written: number }

export async function saveProgress(
  db: Db,
  { organizationId }: Tenant,
  { id, runKey }: Run,
  { found, written }: Progress,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE report_files SET rows_written = ${written}, rows_found = coalesce(${found ?? null}::int, rows_found)
    WHERE organization_id = ${organizationId} AND id = ${id} AND run_key = ${runKey} AND state = 'writing'`.execute(db)
  return count === 1
}

const doneRow = z.object({ email: z.string(), created_at: z.date() })

type FinishedFile = { readonly bytes: number; readonly written: number; readonly expiresAt: Date }

/** Returns the owner; null if another run is now the writer. */
export async function finishFile(
  db: Db,
  { organizationId }: Tenant,
  { id, runKey }: Run,
  { bytes, written, expiresAt }: FinishedFile,
): Promise<z.infer<typeof doneRow> | null> {
  return sql(doneRow)`
    UPDATE report_files f SET state = 'ready', file_key = run_key, run_key = NULL, bytes = ${bytes}, rows_found = ${written},
      rows_written = ${written}, expires_at = ${expiresAt}
    FROM users u WHERE u.id = f.user_id
      AND f.organization_id = ${organizationId} AND f.id = ${id} AND f.run_key = ${runKey} AND f.state = 'writing'
    RETURNING u.email, f.created_at`.first(db)
}

export async function failFile(
  db: Db,
  { organizationId }: Tenant,
  { id, runKey }: Run,
  problem: string,
): Promise<void> {
  await sql`
    UPDATE report_files SET state = 'failed', run_key = NULL, problem = ${problem}
    WHERE organization_id = ${organizationId} AND id = ${id} AND run_key = ${runKey} AND state = 'writing'`.execute(db)
}

/** Returns their number. Crosses organizations. */
export async function deleteExpiredFiles(db: Db, now: Date, limit: number): Promise<number> {
  const { count } = await sql`
    DELETE FROM report_files WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM report_files WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${limit})`.execute(
    db,
  )
  return count
}

const noticeRow = z.object({
  organization: z.string(),
  language: z.string(),
  name: z.string(),
  format,
  rows_written: z.int(),
  last_day: z.string(),
})

type FileReference = { readonly organizationId: number; readonly fileId: number }

/** Null if the file is deleted or the recipient lost access. Crosses organizations. */
export async function findFileNotice(
  db: Db,
  { organizationId, fileId }: FileReference,
  recipient: string,
): Promise<z.infer<typeof noticeRow> | null> {
  return sql(noticeRow)`
    SELECT o.name AS organization, o.language, f.name, f.format, f.rows_written,
      (f.expires_at AT TIME ZONE o.time_zone)::date::text AS last_day
    FROM report_files f JOIN organizations o ON o.id = f.organization_id JOIN users u ON u.id = f.user_id
    WHERE f.organization_id = ${organizationId} AND f.id = ${fileId} AND f.state = 'ready' AND u.email = ${recipient}
      AND NOT o.rule_deactivated AND o.cancelled_at IS NULL
      AND EXISTS (SELECT FROM members w WHERE w.user_id = u.id AND w.organization_id IN (o.id, o.parent_id))`.first(db)
}
