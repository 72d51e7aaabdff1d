import { type ColumnMap, imports } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { markFileUnreferenced } from '../../../platform/files/stored-files.ts'
import type { ImportOptions } from './imports.queries.ts'

export type NewImport = {
  readonly userId: number
  readonly fileName: string
  readonly fileKey: string
  readonly options: ImportOptions
  readonly map: ColumnMap
  readonly headers: readonly string[]
  readonly rows: number
  readonly now: Date
}

export async function insertImport(db: Db, tenant: Tenant, input: NewImport): Promise<number> {
  const rows = await sql(idRow)`
    INSERT INTO imports (organization_id, user_id, file_name, file_key, options, map, headers, rows, created_at)
    VALUES (${tenant.organizationId}, ${input.userId}, ${input.fileName}, ${input.fileKey},
      ${JSON.stringify(input.options)}::jsonb, ${JSON.stringify(input.map)}::jsonb,
      ${JSON.stringify(input.headers)}::jsonb, ${input.rows}, ${input.now})
    RETURNING id`.rows(db)
  const [row] = rows
  if (!row) throw new Error('an insert answered no row')
  return row.id
}

const upImportRow = z.object({ attempts: z.int() })

export async function claimImport(db: Db, tenant: Tenant, importId: number): Promise<number | null> {
  return sql(upImportRow)`
    UPDATE imports SET state = 'running', attempts = attempts + 1
    WHERE organization_id = ${tenant.organizationId} AND id = ${importId} AND state IN ('queued', 'running')
    RETURNING attempts`.value(db, 'attempts')
}

/** A restarted import is not shown until it passes the earlier progress. */
export async function advanceImport(
  db: Db,
  tenant: Tenant,
  importId: number,
  { phase, done }: { phase: imports.ImportPhase; done: number },
): Promise<void> {
  const order = [...imports.importPhases]
  await sql`
    UPDATE imports SET phase = ${phase}, phase_done = ${done}
    WHERE organization_id = ${tenant.organizationId} AND id = ${importId} AND state IN ('running', 'undoing')
      AND (array_position(${order}::text[], phase), phase_done) < (array_position(${order}::text[], ${phase}), ${done})`.execute(
    db,
  )
}

export type ImportCounts = {
  readonly rows: number
  readonly accepted: number
  readonly updated: number
  readonly rejected: number
  readonly unchanged: number
  readonly leftOut: number
  readonly joined: number
  readonly notTaken: number
  readonly news: number
}

const endedRow = z.object({ file_key: z.string().nullable() })

/** Must run with the donations; the file becomes unreferenced. Returns false if another worker finished first. */
export async function finishImport(
  db: Db,
  tenant: Tenant,
  importId: number,
  {
    counts,
    outcome,
    onceSetUp,
    now,
  }: {
    readonly counts: ImportCounts
    readonly outcome: imports.ImportOutcome
    readonly onceSetUp: imports.ImportOutcome | null
    readonly now: Date
  },
): Promise<boolean> {
  const rows = await sql(endedRow)`
    UPDATE imports SET state = 'done', file_key = NULL, phase = 'finished', phase_done = ${counts.rows}, finished_at = ${now},
      rows = ${counts.rows}, accepted = ${counts.accepted}, updated = ${counts.updated}, rejected = ${counts.rejected},
      unchanged = ${counts.unchanged}, left_out = ${counts.leftOut}, joined = ${counts.joined}, not_taken = ${counts.notTaken}, news = ${counts.news},
      outcome = ${JSON.stringify(outcome)}::jsonb, outcome_once_set_up = ${onceSetUp && JSON.stringify(onceSetUp)}::jsonb
    WHERE organization_id = ${tenant.organizationId} AND id = ${importId} AND state = 'running'
    RETURNING old.file_key`.rows(db)
  await markUploadFilesUnreferenced(db, rows)
  return rows.length === 1
}

async function markUploadFilesUnreferenced(db: Db, ended: readonly z.infer<typeof endedRow>[]): Promise<void> {
  for (const { file_key } of ended) if (file_key) await markFileUnreferenced(db, file_key)
}

export async function failImport(db: Db, tenant: Tenant, importId: number, error: string, now: Date): Promise<void> {
  const rows = await sql(endedRow)`
    UPDATE imports SET state = 'failed', file_key = NULL, error = ${error}, finished_at = ${now}
    WHERE organization_id = ${tenant.organizationId} AND id = ${importId} AND state IN ('queued', 'running')
    RETURNING old.file_key`.rows(db)
  await markUploadFilesUnreferenced(db, rows)
}
