import { z } from 'zod'
import { type Database, type Db, readWithoutTenant } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import type { Caller } from '../../../../platform/http/serve.ts'
import { presentUser, userRow } from '../../../core/users/index.ts'

export async function insertSession(
  db: Db,
  session: { id: string; userId: number; now: Date; expiresAt: Date; address: string; userAgent: string },
): Promise<void> {
  await sql`
    INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, address, user_agent)
    VALUES (${session.id}, ${session.userId}, ${session.now}, ${session.now}, ${session.expiresAt}, ${session.address},
      ${session.userAgent})
  `.execute(db)
}

const liveSessionRow = userRow.extend({ last_seen_at: z.date(), has_factor: z.boolean() })

export async function findLiveSession(
  database: Database,
  sessionId: string,
  now: Date,
  idleSince: Date,
): Promise<{ caller: Caller; lastSeenAt: Date; hasFactor: boolean } | null> {
  const [row] = await readWithoutTenant(
    database,
    sql.prepared(liveSessionRow)`
    SELECT u.id, u.email, u.name, u.global_permission, s.last_seen_at,
      EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)
        OR EXISTS (SELECT FROM totp_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS has_factor
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId} AND s.ended_at IS NULL AND s.expires_at > ${now} AND s.last_seen_at > ${idleSince}`,
  )
  return row
    ? { caller: { user: presentUser(row), sessionId }, lastSeenAt: row.last_seen_at, hasFactor: row.has_factor }
    : null
}

export async function markSeen(db: Db, sessionId: string, now: Date): Promise<void> {
  await sql.prepared`
    UPDATE sessions SET last_seen_at = ${now} WHERE id = ${sessionId} AND last_seen_at < ${now}`.execute(db)
}

const extendSessionRow = z.object({ expires_at: z.date() })

/** Limited to a number of hours after the session's start. */
export async function extendSession(
  db: Db,
  sessionId: string,
  extension: { readonly expiresAt: Date; readonly longestHours: number; readonly now: Date },
): Promise<Date> {
  const row = await sql(extendSessionRow)`
    UPDATE sessions SET last_seen_at = ${extension.now},
      expires_at = greatest(expires_at, least(${extension.expiresAt}, created_at + make_interval(hours => ${extension.longestHours})))
    WHERE id = ${sessionId} RETURNING expires_at`.first(db)
  if (!row) throw new Error(`session ${sessionId} no longer exists`)
  return row.expires_at
}

export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await sql`UPDATE sessions SET ended_at = ${now} WHERE id = ${sessionId} AND ended_at IS NULL`.execute(db)
}

const sessionRow = z.object({
  id: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  expiresAt: z.date(),
})
export type SessionRow = z.infer<typeof sessionRow>

export async function listLiveSessions(
  db: Db,
  userId: number,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<SessionRow[]> {
  return sql(sessionRow)`
    SELECT id, address, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt",
      expires_at AS "expiresAt"
    FROM sessions WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${now} AND last_seen_at > ${idleSince}
    ORDER BY last_seen_at DESC, created_at DESC LIMIT 100`.rows(db)
}

export async function endSessionOf(db: Db, userId: number, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE sessions SET ended_at = ${now} WHERE id = ${id} AND user_id = ${userId} AND ended_at IS NULL`.execute(db)
}

export async function endOtherSessionsOf(db: Db, userId: number, keptSessionId: string, now: Date): Promise<number> {
  const { count } = await sql`
    UPDATE sessions SET ended_at = ${now}
    WHERE user_id = ${userId} AND id <> ${keptSessionId} AND ended_at IS NULL AND expires_at > ${now}`.execute(db)
  return count
}

export async function endSessionsOf(db: Db, userId: number, now: Date): Promise<void> {
  await sql`UPDATE sessions SET ended_at = ${now} WHERE user_id = ${userId} AND ended_at IS NULL`.execute(db)
}
