import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { erasesAt } from '../../core/organizations/index.ts'

const closingRow = z.object({
  id: z.int(),
  name: z.string(),
  cancelled_at: z.date().nullable(),
  rule_deactivated: z.boolean(),
  erases_at: z.date().nullable(),
  erasure_began_at: z.date().nullable(),
})
export type ClosingState = z.infer<typeof closingRow>

/**
 * Locks in the same order as joining and leaving; new gifts do not wait. Crosses organizations: a chapter cannot read
 * its parent.
 */
export async function lockClosing(db: Db, id: number): Promise<ClosingState> {
  const rows = await sql(closingRow)`
    SELECT o.id, o.name, o.cancelled_at, o.rule_deactivated, ${erasesAt} AS erases_at, o.erasure_began_at
    FROM organizations o
    WHERE o.id = ${id} OR o.parent_id = ${id} OR o.id = (SELECT parent_id FROM organizations WHERE id = ${id})
    ORDER BY o.id FOR NO KEY UPDATE`.rows(db)
  const organization = rows.find((row) => row.id === id)
  if (!organization) throw new Error(`organization ${id} no longer exists`)
  return organization
}

const parentRow = z.object({ closed: z.boolean() })

export async function isParentClosed(db: Db, id: number): Promise<boolean> {
  return sql(parentRow)`
    SELECT p.rule_deactivated OR p.cancelled_at IS NOT NULL AS closed
    FROM organizations o JOIN organizations p ON p.id = o.parent_id WHERE o.id = ${id}`.value(db, 'closed', false)
}

/** All get the same timestamp. Returns their ids. */
export async function closeFamily(
  db: Db,
  id: number,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<number[]> {
  return sql(idRow)`
    UPDATE organizations SET cancelled_at = ${now}, cancel_reason = ${reason}
    WHERE (id = ${id} OR parent_id = ${id}) AND cancelled_at IS NULL RETURNING id`.column(db, 'id')
}

/** Those closed with the same timestamp. Also schedules the evaluation of gifts that arrived since. */
export async function reopenFamily(db: Db, id: number, now: Date): Promise<number[]> {
  return sql(idRow)`
    UPDATE organizations SET cancelled_at = NULL, cancel_reason = NULL, erasure_warned_at = NULL,
      reevaluation_started_at = CASE WHEN id = ${id} THEN ${now}::timestamptz ELSE reevaluation_started_at END
    WHERE (id = ${id} OR parent_id = ${id}) 
      AND cancelled_at = (SELECT cancelled_at FROM organizations WHERE id = ${id}) RETURNING id`.column(db, 'id')
}
