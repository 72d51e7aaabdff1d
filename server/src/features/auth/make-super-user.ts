import { linkTo, portalPath, screens } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'
import { digestOf, randomToken } from '../../platform/secrets.ts'
import { magicLinkMinutes } from './account-mails.ts'
import { emailKey } from './auth.queries.ts'
import { replaceLoginLink } from './login-links.queries.ts'

/** Makes this person a super user, new or known, and answers the path of a sign-in link: one use, ten minutes. */
export async function makeSuperUser(db: Db, address: string, now: Date): Promise<{ path: string; minutes: number }> {
  const { rows } = await sql(idRow)`
    INSERT INTO users (email, email_key, name, global_permission)
    VALUES (${address}, ${emailKey(address)}, ${address.slice(0, address.lastIndexOf('@'))}, 'super')
    ON CONFLICT (email_key) DO UPDATE SET global_permission = 'super' RETURNING id`.execute(db)
  const userId = rows[0]?.id
  if (userId === undefined) throw new Error('PostgreSQL returned no row')
  // A session from before was opened without the second factor that a super user needs.
  await sql`UPDATE sessions SET ended_at = ${now} WHERE user_id = ${userId} AND ended_at IS NULL`.execute(db)
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + magicLinkMinutes * 60_000)
  await replaceLoginLink(db, { tokenHash: digestOf(token), userId, redirect: portalPath, now, expiresAt })
  return { path: linkTo(screens.magicLink, { token }), minutes: magicLinkMinutes }
}
