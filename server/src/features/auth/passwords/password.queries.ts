import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { emailKey } from '../users.queries.ts'

type NewLink = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly kind: 'reset' | 'first'
  readonly now: Date
  readonly expiresAt: Date
}

/** Links that were asked for earlier stay good until one of them is used: mails arrive in any order. */
export async function insertPasswordLink(db: Db, link: NewLink): Promise<void> {
  await sql`DELETE FROM password_links WHERE user_id = ${link.userId} AND expires_at < ${link.now}`.execute(db)
  await sql`
    INSERT INTO password_links (token_hash, user_id, kind, created_at, expires_at)
    VALUES (${link.tokenHash}, ${link.userId}, ${link.kind}, ${link.now}, ${link.expiresAt})`.execute(db)
}

/** One statement whether the address is known or not, so that its time tells nothing. */
export async function queueResetMail(db: Db, mail: { email: string; messageId: string; now: Date }): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT 'reset-password', email, jsonb_build_object('userId', id), ${mail.messageId}, ${mail.now}, ${mail.now}
    FROM users WHERE email_key = ${emailKey(mail.email)}`.execute(db)
}

const linkOwner = z.object({ id: z.int(), email: z.string(), name: z.string() })
export type LinkOwner = z.infer<typeof linkOwner>

/** Whose password a link may set; null when it is used, too old or unknown. */
export async function findOwnerOfPasswordLink(db: Db, tokenHash: Buffer, now: Date): Promise<LinkOwner | null> {
  const { rows } = await sql(linkOwner)`
    SELECT u.id, u.email, u.name FROM password_links l JOIN users u ON u.id = l.user_id
    WHERE l.token_hash = ${tokenHash} AND l.used_at IS NULL AND l.expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

const usePasswordLinkRow = z.object({ user_id: z.int() })

/** Of many attempts at once exactly one sets its password, and with it ends every session and every other link. */
export async function usePasswordLink(
  db: Db,
  given: { readonly tokenHash: Buffer; readonly passwordHash: string; readonly now: Date },
): Promise<boolean> {
  const { tokenHash, passwordHash, now } = given
  const { rows } = await sql(usePasswordLinkRow)`
    UPDATE password_links SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now} RETURNING user_id`.execute(db)
  const userId = rows[0]?.user_id
  if (userId === undefined) return false
  await replacePassword(db, { userId, passwordHash, now, keep: null })
  return true
}

/** Sets a password, and ends with it every link and every session but the one to keep; answers how many sessions. */
export async function replacePassword(
  db: Db,
  given: { readonly userId: number; readonly passwordHash: string; readonly now: Date; readonly keep: string | null },
): Promise<number> {
  const { userId, passwordHash, now, keep } = given
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`.execute(db)
  const ended = await sql`
    UPDATE sessions SET ended_at = ${now}
    WHERE user_id = ${userId} AND ended_at IS NULL AND id IS DISTINCT FROM ${keep}::uuid AND expires_at > ${now}`.execute(
    db,
  )
  await sql`DELETE FROM login_links WHERE user_id = ${userId}`.execute(db)
  await sql`DELETE FROM sign_in_steps WHERE user_id = ${userId}`.execute(db)
  await sql`DELETE FROM password_links WHERE user_id = ${userId}`.execute(db)
  await sql`DELETE FROM email_changes WHERE user_id = ${userId}`.execute(db)
  return ended.count
}
