import { linkTo, portalPath, screens } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { digestOf, randomToken } from '../../../platform/secrets.ts'
import { magicLinkMinutes } from '../limits.ts'
import { replaceLoginLink } from '../magic-link/login-links.queries.ts'
import { endSessionsOf } from '../sessions/sessions.queries.ts'
import { upsertSuperUser } from '../users.queries.ts'

/** Makes this person a super user, new or known, and answers the path of a sign-in link: one use, ten minutes. */
export async function makeSuperUser(db: Db, address: string, now: Date): Promise<{ path: string; minutes: number }> {
  const userId = await upsertSuperUser(db, address)
  // A session from before was opened without the second factor that a super user needs.
  await endSessionsOf(db, userId, now)
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + magicLinkMinutes * 60_000)
  await replaceLoginLink(db, { tokenHash: digestOf(token), userId, redirect: portalPath, now, expiresAt })
  return { path: linkTo(screens.magicLink, { token }), minutes: magicLinkMinutes }
}
