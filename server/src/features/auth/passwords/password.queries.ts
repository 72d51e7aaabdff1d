import { auth, members } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { emailKey, presentUser, userRow } from '../users.queries.ts'

export type NewLink = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly kind: auth.PasswordLink['kind']
  readonly organization: string | null
  readonly invitedBy: string | null
  readonly now: Date
  readonly expiresAt: Date
}

/** Links that were asked for earlier stay good until one of them is used: mails arrive in any order. */
export async function insertPasswordLink(db: Db, link: NewLink): Promise<void> {
  await sql`DELETE FROM password_links WHERE user_id = ${link.userId} AND expires_at < ${link.now}`.execute(db)
  await sql`
    INSERT INTO password_links (token_hash, user_id, kind, organization, invited_by, created_at, expires_at)
    VALUES (${link.tokenHash}, ${link.userId}, ${link.kind}, ${link.organization}, ${link.invitedBy}, ${link.now},
      ${link.expiresAt})`.execute(db)
}

/** One statement whether the address is known or not, so that its time tells nothing. */
export async function queueResetMail(db: Db, mail: { email: string; messageId: string; now: Date }): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT 'reset-password', email, jsonb_build_object('userId', id), ${mail.messageId}, ${mail.now}, ${mail.now}
    FROM users WHERE email_key = ${emailKey(mail.email)}`.execute(db)
}

const livePasswordLink = userRow.extend({
  kind: auth.passwordLink.shape.kind,
  organization: z.string().nullable(),
  invited_by: z.string().nullable(),
})

/** A link that still sets a password, and whose. */
export type LivePasswordLink = { readonly owner: auth.User; readonly about: auth.PasswordLink }

/** Null when it is used, too old or unknown. */
export async function findPasswordLink(db: Db, tokenHash: Buffer, now: Date): Promise<LivePasswordLink | null> {
  const { rows } = await sql(livePasswordLink)`
    SELECT u.id, u.email, u.name, u.global_permission, l.kind, l.organization, l.invited_by
    FROM password_links l JOIN users u ON u.id = l.user_id
    WHERE l.token_hash = ${tokenHash} AND l.used_at IS NULL AND l.expires_at > ${now}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { kind, email, organization, invited_by } = row
  const name = row.name === members.memberMessages.nameless ? '' : row.name
  return { owner: presentUser(row), about: { kind, email, name, organization, invited_by } }
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
