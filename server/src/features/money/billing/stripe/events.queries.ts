import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

const lockRow = z.object({ is_ours: z.boolean() })

/** One node at a time works with Stripe. Released with the transaction. */
export async function tryLockStripe(db: Db): Promise<boolean> {
  return sql(lockRow)`
    SELECT pg_try_advisory_xact_lock(hashtextextended('collecting by Stripe', 0)) AS is_ours`.value(
    db,
    'is_ours',
    false,
  )
}

export type ReceivedEvent = {
  readonly id: string
  readonly type: string
  readonly objectId: string
  readonly createdAt: Date
}

const appliedRow = z.object({ is_applied: z.boolean() })

/** Returns true if the event was already applied. */
export async function recordEvent(db: Db, event: ReceivedEvent, now: Date): Promise<boolean> {
  return sql(appliedRow)`
    INSERT INTO stripe_events AS e (id, type, object_id, created_at, received_at)
    VALUES (${event.id}, ${event.type}, ${event.objectId}, ${event.createdAt}, ${now})
    ON CONFLICT (id) DO UPDATE SET type = e.type
    RETURNING applied_at IS NOT NULL AS is_applied`.value(db, 'is_applied', false)
}

export async function markApplied(db: Db, id: string, now: Date): Promise<void> {
  await sql`UPDATE stripe_events SET applied_at = ${now} WHERE id = ${id} AND applied_at IS NULL`.execute(db)
}

/** Stripe no longer lists them and cannot send them again. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM stripe_events WHERE created_at < ${before}`.execute(db)
}

const reconciledRow = z.object({
  looked_at: z.date(),
  through: z.date().nullable(),
  returns_through: z.date().nullable(),
})
export type ReconciliationState = z.infer<typeof reconciledRow>

export async function findReconciliation(db: Db): Promise<ReconciliationState | null> {
  return sql(reconciledRow)`
    SELECT looked_at, through, returns_through FROM stripe_reconciliation`.first(db)
}

export async function saveReconciliation(
  db: Db,
  { looked_at, through, returns_through }: ReconciliationState,
): Promise<void> {
  await sql`
    INSERT INTO stripe_reconciliation AS r (looked_at, through, returns_through)
    VALUES (${looked_at}, ${through}, ${returns_through})
    ON CONFLICT (is_one) DO UPDATE SET looked_at = greatest(r.looked_at, excluded.looked_at),
      through = greatest(r.through, excluded.through),
      returns_through = greatest(r.returns_through, excluded.returns_through)`.execute(db)
}
