import type { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/serve.ts'

const userRow = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  global_permission: z.enum(['super']).nullable(),
})
type UserRow = z.infer<typeof userRow>

const present = (row: UserRow): auth.User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  globalPermission: row.global_permission,
})

export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()

const userByEmailRow = userRow.extend({ password_hash: z.string().nullable() })

export async function findUserByEmail(
  db: Db,
  email: string,
): Promise<{ user: auth.User; passwordHash: string | null } | null> {
  const { rows } = await sql(userByEmailRow)`
    SELECT id, email, name, global_permission, password_hash FROM users WHERE email_key = ${emailKey(email)}`.execute(
    db,
  )
  const [row] = rows
  return row ? { user: present(row), passwordHash: row.password_hash } : null
}

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
  db: Db,
  sessionId: string,
  now: Date,
  idleSince: Date,
): Promise<{ caller: Caller; lastSeenAt: Date; hasFactor: boolean } | null> {
  const { rows } = await sql(liveSessionRow)`
    SELECT u.id, u.email, u.name, u.global_permission, s.last_seen_at,
      EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)
        OR EXISTS (SELECT FROM totp_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS has_factor
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId} AND s.ended_at IS NULL AND s.expires_at > ${now} AND s.last_seen_at > ${idleSince}`.execute(
    db,
  )
  const [row] = rows
  return row
    ? { caller: { user: present(row), sessionId }, lastSeenAt: row.last_seen_at, hasFactor: row.has_factor }
    : null
}

export async function markSeen(db: Db, sessionId: string, now: Date): Promise<void> {
  await sql`UPDATE sessions SET last_seen_at = ${now} WHERE id = ${sessionId} AND last_seen_at < ${now}`.execute(db)
}

const extendSessionRow = z.object({ expires_at: z.date() })

/** The new end of a session: as wanted, but never later than so many hours after its beginning. */
export async function extendSession(
  db: Db,
  sessionId: string,
  given: { readonly wanted: Date; readonly longestHours: number; readonly now: Date },
): Promise<Date> {
  const { rows } = await sql(extendSessionRow)`
    UPDATE sessions SET last_seen_at = ${given.now},
      expires_at = greatest(expires_at, least(${given.wanted}, created_at + make_interval(hours => ${given.longestHours})))
    WHERE id = ${sessionId} RETURNING expires_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`session ${sessionId} is gone`)
  return row.expires_at
}

export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await sql`UPDATE sessions SET ended_at = ${now} WHERE id = ${sessionId} AND ended_at IS NULL`.execute(db)
}

/** The queue keeps what a mail is about, never a secret. */
export async function queueAccountMail(
  db: Db,
  mail: { kind: string; recipient: string; parameters: object; messageId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    VALUES (${mail.kind}, ${mail.recipient}, ${JSON.stringify(mail.parameters)}, ${mail.messageId}, ${mail.now}, ${mail.now})
  `.execute(db)
}

const accountMailRow = z.object({
  kind: z.string(),
  recipient: z.string(),
  parameters: z.unknown(),
  created_at: z.date(),
})

export async function getAccountMail(
  db: Db,
  id: number,
): Promise<{ kind: string; recipient: string; parameters: unknown; created_at: Date }> {
  const { rows } = await sql(accountMailRow)`
    SELECT kind, recipient, parameters, created_at FROM account_mails WHERE id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`account mail ${id} is gone`)
  return row
}
