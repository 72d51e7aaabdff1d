import { type auth, members } from '@twofold/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { deleteLinks, findLink, redeemLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { emailKey, findUser } from '../../../core/users/index.ts'

/** One statement for known and unknown addresses, so that the timing reveals nothing. */
export async function queueResetMail(db: Db, mail: { email: string; messageId: string; now: Date }): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT 'reset-password', email, jsonb_build_object('userId', id), ${mail.messageId}, ${mail.now}, ${mail.now}
    FROM users WHERE email_key = ${emailKey(mail.email)}`.execute(db)
}

export type LivePasswordLink = { readonly owner: auth.User; readonly about: auth.PasswordLink }

const purposes = [links.resetPassword, links.firstPassword] as const
type TokenUse = { readonly digest: Buffer; readonly now: Date }

/** Earlier links remain valid until one is used, because emails arrive in any order. */
export async function findPasswordLink(db: Db, token: TokenUse): Promise<LivePasswordLink | null> {
  const link = await findLink(db, { purposes, ...token })
  const owner = link && (await findUser(db, link.userId))
  if (!owner) return null
  const { organization, invitedBy } = link.detail
  const kind = link.purpose === links.firstPassword.name ? 'first' : 'reset'
  const name = owner.name === members.memberMessages.nameless ? '' : owner.name
  return { owner, about: { kind, email: owner.email, name, organization, invited_by: invitedBy } }
}

/** Ends all sessions and all other links. Only one of several concurrent attempts succeeds. */
export async function usePasswordLink(db: Db, token: TokenUse, passwordHash: string): Promise<boolean> {
  const link = await redeemLink(db, { purposes, ...token })
  if (!link?.userId) return false
  await replacePassword(db, { userId: link.userId, passwordHash, now: token.now, keep: null })
  return true
}

/** Ends all links and all sessions except the one to keep. Returns the number of ended sessions. */
export async function replacePassword(
  db: Db,
  change: { readonly userId: number; readonly passwordHash: string; readonly now: Date; readonly keep: string | null },
): Promise<number> {
  const { userId, passwordHash, now, keep } = change
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`.execute(db)
  const ended = await sql`
    UPDATE sessions SET ended_at = ${now}
    WHERE user_id = ${userId} AND ended_at IS NULL AND id IS DISTINCT FROM ${keep}::uuid
      AND expires_at > ${now}`.execute(db)
  await deleteLinks(db, { userId })
  return ended.count
}
