import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { idleSince } from './sessions.ts'

export type SessionRow = {
  readonly id: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** The latest used first. */
export async function listLiveSessions(db: Db, userId: number, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT id, address, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt",
      expires_at AS "expiresAt"
    FROM sessions WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${now} AND last_seen_at > ${idleSince(now)}
    ORDER BY last_seen_at DESC, created_at DESC LIMIT 100`.execute(db)
  return rows
}

/** Only their own: another person's id ends nothing. */
export async function endSessionOf(db: Db, userId: number, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE sessions SET ended_at = ${now} WHERE id = ${id} AND user_id = ${userId} AND ended_at IS NULL`.execute(db)
}

export async function endOtherSessionsOf(db: Db, userId: number, kept: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE sessions SET ended_at = ${now}
    WHERE user_id = ${userId} AND id <> ${kept} AND ended_at IS NULL AND expires_at > ${now}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
