import { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { deleteLinks, findLinkOfSubject } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { emailKey } from '../../../core/users/index.ts'

export async function isAddressTaken(db: Db, email: string): Promise<boolean> {
  const { count } = await sql`SELECT FROM users WHERE email_key = ${emailKey(email)}`.execute(db)
  return count > 0
}

/** Also ends the links mailed to the previous address. False if another account has the new address. */
export async function setEmail(db: Db, userId: number, email: string): Promise<boolean> {
  const { count } = await sql`
    UPDATE users SET email = ${email}, email_key = ${emailKey(email)}
    WHERE id = ${userId} AND NOT EXISTS (SELECT FROM users o WHERE o.email_key = ${emailKey(email)} AND o.id <> ${userId})
  `.execute(db)
  if (count === 1) await deleteLinks(db, { userId })
  return count === 1
}

const accountRow = auth.user.extend({ hasPassword: z.boolean() })

export async function getAccount(db: Db, userId: number, now: Date): Promise<auth.Account> {
  const row = await sql(accountRow)`
    SELECT u.id, u.email, u.name, u.global_permission AS "globalPermission", u.password_hash IS NOT NULL AS "hasPassword"
    FROM users u WHERE u.id = ${userId}`.first(db)
  if (!row) throw new Error(`user ${userId} no longer exists`)
  const pending = await findLinkOfSubject(db, links.confirmEmail, { userId, now })
  const { hasPassword, ...user } = row
  return { ...user, has_password: hasPassword, pending_email: pending?.detail.email ?? null }
}

export async function setName(db: Db, userId: number, name: string): Promise<void> {
  await sql`UPDATE users SET name = ${name} WHERE id = ${userId}`.execute(db)
}
