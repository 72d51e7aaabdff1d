import { sql } from 'kysely'
import { type Database, inProduct } from '../../platform/database/database.ts'
import { digestOf, randomToken } from '../../platform/secrets.ts'
import { emailKey, replaceLoginLink } from './auth.queries.ts'

/**
 * Makes a person with this address a super user, and a new person where nobody has it. Answers the token of a link that
 * signs them in once, within `minutes`.
 */
export async function makeSuperUser(
  database: Database,
  email: string,
  { now, minutes }: { now: Date; minutes: number },
): Promise<string> {
  const token = randomToken()
  await inProduct(database, async (db) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (email, email_key, name, global_permission)
      VALUES (${email}, ${emailKey(email)}, ${email.slice(0, email.indexOf('@'))}, 'super')
      ON CONFLICT (email_key) DO UPDATE SET global_permission = 'super' RETURNING id`.execute(db)
    const userId = rows[0]?.id
    if (userId === undefined) throw new Error('the user was not written')
    const expiresAt = new Date(now.getTime() + minutes * 60_000)
    await replaceLoginLink(db, { tokenHash: digestOf(token), userId, redirect: '/portal', now, expiresAt })
  })
  return token
}
