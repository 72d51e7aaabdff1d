import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { nodeNamePrefix } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const outgoingRow = z.object({
  held_since: z.date().nullable(),
  mail_away_since: z.date().nullable(),
  mail_back_at: z.date().nullable(),
  mail_problem: z.string().nullable(),
})
export type OutgoingState = z.infer<typeof outgoingRow>

const defaultState: OutgoingState = { held_since: null, mail_away_since: null, mail_back_at: null, mail_problem: null }

/** Returns the state of the hold and of the mail server; null dates mean never. */
export async function getOutgoing(db: Db): Promise<OutgoingState> {
  const rows = await sql.prepared(outgoingRow)`
    SELECT held_since, mail_away_since, mail_back_at, mail_problem FROM outgoing`.rows(db)
  return rows[0] ?? defaultState
}

/** SQL: whether email, webhooks, and charges wait for a super user. */
export const isHeldSql = sql`(SELECT held_since FROM outgoing) IS NOT NULL`

/**
 * Holds everything unless another node is connected, whose super user may have released it. Returns whether it held.
 * Nodes are identified by the application name of their connections.
 */
export async function holdUnlessRunning(db: Db, now: Date): Promise<boolean> {
  const { count } = await sql`
    UPDATE outgoing SET held_since = ${now}, released_at = NULL
    WHERE NOT EXISTS (
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE ${`${nodeNamePrefix}%`}
        AND application_name <> current_setting('application_name'))`.execute(db)
  return count === 1
}

/** Returns whether anything was held. */
export async function releaseOutgoing(db: Db, now: Date): Promise<boolean> {
  const { count } = await sql`
    UPDATE outgoing SET held_since = NULL, released_at = ${now} WHERE held_since IS NOT NULL`.execute(db)
  return count === 1
}

/** Returns whether the outage is new to all nodes. */
export async function beginMailOutage(db: Db, now: Date, problem: string): Promise<boolean> {
  const { count } = await sql`
    UPDATE outgoing SET mail_away_since = ${now}, mail_back_at = NULL, mail_problem = ${problem}
    WHERE mail_away_since IS NULL OR mail_back_at IS NOT NULL`.execute(db)
  return count === 1
}

/** Returns whether there was an outage. */
export async function endMailOutage(db: Db, now: Date): Promise<boolean> {
  const { count } = await sql`
    UPDATE outgoing SET mail_back_at = ${now} WHERE mail_away_since IS NOT NULL AND mail_back_at IS NULL`.execute(db)
  return count === 1
}
