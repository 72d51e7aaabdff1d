import type { auth } from '@twofold/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { findLink, findLinkOfSubject, type Link } from '../../../../platform/links/links.queries.ts'
import { links, type SignInDetail } from '../../../../platform/links/purposes.ts'
import { findUser, findUserByEmail } from '../../../core/users/index.ts'

/** After this number of wrong codes, only the link itself works. */
const maxCodeAttempts = 5

export type LiveLink = Link<'sign-in', SignInDetail> & { readonly user: auth.User }

/** By digest or by the person's address; null if the link is used, expired or unknown. */
export async function findLiveLink(
  db: Db,
  by: { readonly digest: Buffer } | { readonly email: string },
  now: Date,
): Promise<LiveLink | null> {
  if ('digest' in by) {
    const link = await findLink(db, { purposes: [links.signIn], digest: by.digest, now })
    const user = link && (await findUser(db, link.userId))
    return user && { ...link, user }
  }
  const found = await findUserByEmail(db, by.email)
  const link = found && (await findLinkOfSubject(db, links.signIn, { userId: found.user.id, now }))
  return link && { ...link, user: found.user }
}

/** Call it before the code is checked. False after five attempts. */
export async function countCodeAttempt(db: Db, digest: Buffer): Promise<boolean> {
  const { count } = await sql`
    UPDATE links SET detail = jsonb_set(detail, '{tries}', to_jsonb((detail ->> 'tries')::integer + 1))
    WHERE digest = ${digest} AND (detail ->> 'tries')::integer < ${maxCodeAttempts}`.execute(db)
  return count === 1
}
