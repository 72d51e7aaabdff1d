import { linkTo, portalPath, screens } from '@twofold/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { issueLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { upsertSuperUser } from '../../../core/users/index.ts'
import { endSessionsOf } from '../sessions/sessions.queries.ts'

/** Returns the path of a sign-in link that works once, for ten minutes. */
export async function makeSuperUser(db: Db, address: string, now: Date): Promise<{ path: string; minutes: number }> {
  const userId = await upsertSuperUser(db, address)
  // Earlier sessions lack the second factor that a super user needs.
  await endSessionsOf(db, userId, now)
  const detail = { redirect: portalPath, code: null, browser: null, tries: 0 }
  const token = await issueLink(db, links.signIn, { userId, detail, now })
  return { path: linkTo(screens.magicLink, { token }), minutes: links.signIn.minutes }
}
