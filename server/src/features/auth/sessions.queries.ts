import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { idleSince } from './sessions.ts'

const sessionRow = z.object({
  id: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  expiresAt: z.date(),
})
export type SessionRow = z.infer<typeof sessionRow>

/** The latest used first. */
export async function listLiveSessions(db: Db, userId: number, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql(sessionRow)`
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
  const { count } = await sql`
    UPDATE sessions SET ended_at = ${now}
    WHERE user_id = ${userId} AND id <> ${kept} AND ended_at IS NULL AND expires_at > ${now}`.execute(db)
  return count
}
