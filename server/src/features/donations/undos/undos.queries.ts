import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

export type Undoable = {
  readonly table: 'imports' | 'payout_reports'
  readonly kind: 'import' | 'payout report'
  /** Displayed with the row after repeated failures. */
  readonly notUndone: string
}

const progress: Readonly<
  Record<Undoable['table'], { readonly begun: Sql; readonly ended: (undoneAt: Date | null) => Sql }>
> = {
  imports: {
    begun: sql`phase = 'undoing', phase_done = 0`,
    ended: (undoneAt) => sql`phase = 'finished', phase_done = rows, undone_at = ${undoneAt}::timestamptz`,
  },
  payout_reports: { begun: sql`done = 0`, ended: () => sql`done = lines` },
}

type Which = { readonly tenant: Pick<Tenant, 'organizationId'>; readonly id: number }

export const isUndoRunning = (table: Undoable['table'], { family }: Pick<Tenant, 'family'>) => sql`EXISTS (
  SELECT FROM ${sql.ref(table)} b WHERE b.organization_id = ANY (${[...family]}::bigint[]) AND b.state = 'undoing')`

const undoing = z.object({ undoing: z.boolean() })

/** New data must not be compared with rows that are about to be deleted. */
export async function hasRunningUndo(db: Db, table: Undoable['table'], tenant: Tenant): Promise<boolean> {
  return sql(undoing)`SELECT ${isUndoRunning(table, tenant)} AS undoing`.value(db, 'undoing', false)
}

export async function beginUndo(db: Db, { table }: Undoable, { tenant, id }: Which, now: Date): Promise<boolean> {
  const rows = await sql(idRow)`
    UPDATE ${sql.ref(table)} SET state = 'undoing', undoing_since = ${now}, attempts = 0, error = NULL, ${progress[table].begun}
    WHERE organization_id = ${tenant.organizationId} AND id = ${id} AND state = 'done' RETURNING id`.rows(db)
  return rows.length === 1
}

/** Returns false if the undo has ended meanwhile. */
export async function restartUndo(db: Db, { table }: Undoable, { tenant, id }: Which): Promise<boolean> {
  const { count } = await sql`
    UPDATE ${sql.ref(table)} SET attempts = 0
    WHERE organization_id = ${tenant.organizationId} AND id = ${id} AND state = 'undoing'`.execute(db)
  return count === 1
}

const undoingRow = z.object({ organizationId: z.int(), id: z.int(), userId: z.int() })

/** The audit trail names the user. Rows locked by other nodes are skipped. Crosses organizations. */
export async function lockUndoing(db: Db, { table, kind }: Undoable, before: Date, atMost: number) {
  const rows = await sql(undoingRow)`
    SELECT r.organization_id AS "organizationId", r.id, coalesce((SELECT a.user_id FROM audit_events a
        WHERE a.organization_id = r.organization_id AND a.subject = ${kind} AND a.subject_id = r.id::text
          AND a.action = 'asked to undo' ORDER BY a.id DESC LIMIT 1), r.user_id) AS "userId"
    FROM ${sql.ref(table)} r WHERE r.state = 'undoing' AND coalesce(r.undoing_since, '-infinity') < ${before}
    ORDER BY r.organization_id, r.id LIMIT ${atMost} FOR UPDATE OF r SKIP LOCKED`.rows(db)
  return rows.map((row) => ({ ...row, level: 'write' as const }))
}

const attemptsRow = z.object({ attempts: z.int() })

export async function claimUndo(db: Db, { table }: Undoable, { tenant, id }: Which): Promise<number | null> {
  return sql(attemptsRow)`
    UPDATE ${sql.ref(table)} SET attempts = attempts + 1
    WHERE organization_id = ${tenant.organizationId} AND id = ${id} AND state = 'undoing'
    RETURNING attempts`.value(db, 'attempts')
}

const endedRow = z.object({ file_name: z.string().nullable() })

/** `message`: why it was not undone, or what was not restored. */
export type UndoOutcome = { readonly isUndone: boolean; readonly message: string | null }

/** Ends an undo as successful or with the previous state. Returns its file; null if another worker ended it. */
export async function finishUndo(
  db: Db,
  { table }: Undoable,
  { tenant, id }: Which,
  { isUndone, message }: UndoOutcome,
  now: Date,
): Promise<z.infer<typeof endedRow> | null> {
  return sql(endedRow)`
    UPDATE ${sql.ref(table)} SET state = ${isUndone ? 'undone' : 'done'}, error = ${message},
      ${progress[table].ended(isUndone ? now : null)}
    WHERE organization_id = ${tenant.organizationId} AND id = ${id} AND state = 'undoing' RETURNING file_name`.first(db)
}
