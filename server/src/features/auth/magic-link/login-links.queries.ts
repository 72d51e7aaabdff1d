import { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { bytes, sql } from '../../../platform/database/sql.ts'

/** Wrong codes that a link takes before only the link itself works. */
const triesOfOneLink = 5

type NewLink = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly redirect: string
  readonly now: Date
  readonly expiresAt: Date
  readonly codeHash?: Buffer
  /** Of the browser that asked; without one a press is enough anywhere. */
  readonly browserHash?: Buffer | null
}

/** A new link makes the older ones of the same person worthless. */
export async function replaceLoginLink(db: Db, link: NewLink): Promise<void> {
  await sql`DELETE FROM login_links WHERE user_id = ${link.userId}`.execute(db)
  await sql`
    INSERT INTO login_links (token_hash, user_id, redirect, created_at, expires_at, code_hash, browser_hash)
    VALUES (${link.tokenHash}, ${link.userId}, ${link.redirect}, ${link.now}, ${link.expiresAt}, ${link.codeHash ?? null},
      ${link.browserHash ?? null})`.execute(db)
}

const liveLink = z.object({
  user: auth.user,
  redirect: z.string(),
  tokenHash: bytes,
  codeHash: bytes.nullable(),
  browserHash: bytes.nullable(),
})
export type LiveLink = z.infer<typeof liveLink>

const liveLinkRow = auth.user.extend(liveLink.omit({ user: true }).shape)

/** The link with this digest, or the newest of the person with this address; null when it is used up, too old or unknown. */
export async function findLiveLink(
  db: Db,
  by: { readonly tokenHash: Buffer } | { readonly emailKey: string },
  now: Date,
): Promise<LiveLink | null> {
  const { rows } = await sql(liveLinkRow)`
    SELECT u.id, u.email, u.name, u.global_permission AS "globalPermission", l.redirect, l.token_hash AS "tokenHash",
      l.code_hash AS "codeHash", l.browser_hash AS "browserHash"
    FROM login_links l JOIN users u ON u.id = l.user_id
    WHERE ${'tokenHash' in by ? sql`l.token_hash = ${by.tokenHash}` : sql`u.email_key = ${by.emailKey}`}
      AND l.used_at IS NULL AND l.expires_at > ${now}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { redirect, tokenHash, codeHash, browserHash, ...user } = row
  return { user, redirect, tokenHash, codeHash, browserHash }
}

/** Counts one try before the code is looked at; false when there were five. */
export async function takeCodeTry(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { count } = await sql`
    UPDATE login_links SET code_tries = code_tries + 1
    WHERE token_hash = ${tokenHash} AND code_tries < ${triesOfOneLink}`.execute(db)
  return count === 1
}

/** Uses up a link. Of many attempts at once exactly one is answered true. */
export async function useLoginLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { count } = await sql`
    UPDATE login_links SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now}`.execute(db)
  return count === 1
}
