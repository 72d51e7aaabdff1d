import { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { emailKey } from '../users.queries.ts'

/** The newest wish stands: the link of an older one is worthless. */
export async function askForEmail(
  db: Db,
  wish: { readonly userId: number; readonly email: string; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO email_changes (user_id, email, created_at, expires_at)
    VALUES (${wish.userId}, ${wish.email}, ${wish.now}, ${wish.expiresAt})
    ON CONFLICT (user_id) DO UPDATE SET email = EXCLUDED.email, token_hash = NULL, created_at = EXCLUDED.created_at,
      expires_at = EXCLUDED.expires_at`.execute(db)
}

/** False when the person wants another address meanwhile, or none. */
export async function keepEmailChangeLink(
  db: Db,
  link: { readonly userId: number; readonly email: string; readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE email_changes SET token_hash = ${link.tokenHash}, expires_at = ${link.expiresAt}
    WHERE user_id = ${link.userId} AND email = ${link.email}`.execute(db)
  return count === 1
}

export async function dropEmailChange(db: Db, userId: number): Promise<void> {
  await sql`DELETE FROM email_changes WHERE user_id = ${userId}`.execute(db)
}

export async function isAddressTaken(db: Db, email: string): Promise<boolean> {
  const { count } = await sql`SELECT FROM users WHERE email_key = ${emailKey(email)}`.execute(db)
  return count > 0
}

const emailChange = z.object({ userId: z.int(), before: z.string(), email: z.string() })
export type EmailChange = z.infer<typeof emailChange>

/** Uses up a link; of many attempts at once exactly one gets it. */
export async function takeEmailChange(db: Db, tokenHash: Buffer, now: Date): Promise<EmailChange | null> {
  const { rows } = await sql(emailChange)`
    DELETE FROM email_changes e USING users u
    WHERE e.token_hash = ${tokenHash} AND e.expires_at > ${now} AND u.id = e.user_id
    RETURNING e.user_id AS "userId", u.email AS before, e.email`.execute(db)
  return rows[0] ?? null
}

/** Whatever was mailed to the old address no longer works. False when somebody else has the new one by now. */
export async function setEmail(db: Db, { userId, email }: EmailChange): Promise<boolean> {
  const { count } = await sql`
    UPDATE users SET email = ${email}, email_key = ${emailKey(email)}
    WHERE id = ${userId} AND NOT EXISTS (SELECT FROM users o WHERE o.email_key = ${emailKey(email)} AND o.id <> ${userId})
  `.execute(db)
  if (count !== 1) return false
  await sql`DELETE FROM login_links WHERE user_id = ${userId}`.execute(db)
  await sql`DELETE FROM password_links WHERE user_id = ${userId}`.execute(db)
  await sql`DELETE FROM sign_in_steps WHERE user_id = ${userId}`.execute(db)
  return true
}

const accountRow = auth.user.extend({ hasPassword: z.boolean(), pendingEmail: z.string().nullable() })

export async function readAccount(db: Db, userId: number, now: Date): Promise<auth.Account> {
  const { rows } = await sql(accountRow)`
    SELECT u.id, u.email, u.name, u.global_permission AS "globalPermission", u.password_hash IS NOT NULL AS "hasPassword",
      (SELECT e.email FROM email_changes e WHERE e.user_id = u.id AND e.expires_at > ${now}) AS "pendingEmail"
    FROM users u WHERE u.id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`user ${userId} is gone`)
  const { hasPassword, pendingEmail, ...user } = row
  return { ...user, has_password: hasPassword, pending_email: pendingEmail }
}

export async function setName(db: Db, userId: number, name: string): Promise<void> {
  await sql`UPDATE users SET name = ${name} WHERE id = ${userId}`.execute(db)
}
