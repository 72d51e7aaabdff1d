import type { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

export const userRow = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  global_permission: z.enum(['super']).nullable(),
})
type UserRow = z.infer<typeof userRow>

export const presentUser = (row: UserRow): auth.User => ({
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
  const row = await sql(userByEmailRow)`
    SELECT id, email, name, global_permission, password_hash FROM users WHERE email_key = ${emailKey(email)}`.first(db)
  return row ? { user: presentUser(row), passwordHash: row.password_hash } : null
}

export async function findUser(db: Db, id: number | null): Promise<auth.User | null> {
  const row = await sql(userRow)`SELECT id, email, name, global_permission FROM users WHERE id = ${id}`.first(db)
  return row ? presentUser(row) : null
}

export async function upsertSuperUser(db: Db, address: string): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO users (email, email_key, name, global_permission)
    VALUES (${address}, ${emailKey(address)}, ${address.slice(0, address.lastIndexOf('@'))}, 'super')
    ON CONFLICT (email_key) DO UPDATE SET global_permission = 'super' RETURNING id`.first(db)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}
