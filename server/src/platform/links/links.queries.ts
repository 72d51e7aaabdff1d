import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { bytes, type Sql, sql } from '../database/sql.ts'
import { digestOf, randomToken } from '../security/secrets.ts'
import type { LinkPurpose } from './purposes.ts'

export type LinkSubject = {
  readonly organizationId?: number
  readonly userId?: number
  readonly donationId?: number
  /** The gift's donor when the link was created. */
  readonly donorId?: number
  /** Hexadecimal digest of the donor's address when the link was created. */
  readonly addressDigest?: string
}

const linkRow = z.object({
  digest: bytes,
  purpose: z.string(),
  organizationId: z.int(),
  userId: z.int().nullable(),
  donationId: z.int().nullable(),
  donorId: z.int().nullable(),
  addressDigest: z.string().nullable(),
  detail: z.unknown(),
})
export type Link<Name, Detail> = z.infer<typeof linkRow> & { readonly purpose: Name; readonly detail: Detail }

const columns = sql`digest, purpose, organization_id AS "organizationId", user_id AS "userId",
  donation_id AS "donationId", donor_id AS "donorId", address_digest AS "addressDigest", detail`

/** Creates a link and returns its token; the database stores only the digest. */
export async function issueLink<Detail>(
  db: Db,
  purpose: LinkPurpose<string, Detail>,
  link: LinkSubject & { readonly detail: Detail; readonly now: Date; readonly token?: string },
): Promise<string> {
  const { detail, now, token = randomToken(), ...subject } = link
  if (purpose.newestOnly) {
    await sql`
      SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', ${purpose.name}::text, ${idOf(subject)}::text), 0))`.execute(
      db,
    )
    await deleteLinks(db, subject, purpose)
  }
  await sql`
    INSERT INTO links (digest, purpose, organization_id, user_id, donation_id, donor_id, address_digest, detail, created_at,
      expires_at)
    VALUES (${digestOf(token)}, ${purpose.name}, ${subject.organizationId ?? 0}, ${subject.userId ?? null},
      ${subject.donationId ?? null}, ${subject.donorId ?? null}, ${subject.addressDigest ?? null}, ${JSON.stringify(detail)},
      ${now}, ${expiryOf(purpose, now)})`.execute(db)
  return token
}

/** Renews a link with its email's token and full lifetime. Returns null if the request was withdrawn or replaced. */
export async function renewLink<Detail>(
  db: Db,
  purpose: LinkPurpose<string, Detail>,
  { detail, now, ...subject }: LinkSubject & { readonly detail: Partial<Detail>; readonly now: Date },
): Promise<string | null> {
  const token = randomToken()
  const { count } = await sql`
    UPDATE links SET digest = ${digestOf(token)}, expires_at = ${expiryOf(purpose, now)}
    WHERE ${hasSubject(subject)} AND purpose = ${purpose.name}
      AND detail @> ${JSON.stringify(detail)}::jsonb`.execute(db)
  return count === 1 ? token : null
}

type LinkLookup<Name extends string, Detail> = {
  readonly purposes: readonly LinkPurpose<Name, Detail>[]
  readonly digest: Buffer
  readonly now: Date
}

/** Returns null if the link is used, expired, or unknown, or has another purpose. */
export async function findLink<Name extends string, Detail>(
  db: Db,
  lookup: LinkLookup<Name, Detail>,
): Promise<Link<Name, Detail> | null> {
  const rows = await sql(linkRow)`SELECT ${columns} FROM links WHERE ${isLive(lookup)}`.rows(db)
  return present(lookup.purposes, rows)
}

/** Finds a link and locks its row until the transaction ends. */
export async function lockLink<Name extends string, Detail>(
  db: Db,
  lookup: LinkLookup<Name, Detail>,
): Promise<Link<Name, Detail> | null> {
  const rows = await sql(linkRow)`SELECT ${columns} FROM links WHERE ${isLive(lookup)} FOR UPDATE`.rows(db)
  return present(lookup.purposes, rows)
}

/** Uses a link; only one of several simultaneous attempts succeeds. */
export async function redeemLink<Name extends string, Detail>(
  db: Db,
  lookup: LinkLookup<Name, Detail>,
): Promise<Link<Name, Detail> | null> {
  const rows = await sql(linkRow)`DELETE FROM links WHERE ${isLive(lookup)} RETURNING ${columns}`.rows(db)
  return present(lookup.purposes, rows)
}

/** Returns the link of a subject, for purposes with one link per subject. */
export async function findLinkOfSubject<Name extends string, Detail>(
  db: Db,
  purpose: LinkPurpose<Name, Detail>,
  { now, ...subject }: LinkSubject & { readonly now: Date },
): Promise<Link<Name, Detail> | null> {
  const rows = await sql(linkRow)`
    SELECT ${columns} FROM links WHERE ${hasSubject(subject)} AND purpose = ${purpose.name}
      AND expires_at > ${now}`.rows(db)
  return present([purpose], rows)
}

/** Deletes a locked link. */
export async function deleteLink(db: Db, { digest }: Link<string, unknown>): Promise<void> {
  await sql`DELETE FROM links WHERE digest = ${digest}`.execute(db)
}

/** Merges the given properties into the link's detail. */
export async function updateLinkDetail<Detail>(
  db: Db,
  link: Link<string, Detail>,
  detail: Partial<Detail>,
): Promise<void> {
  await sql`
    UPDATE links SET detail = detail || ${JSON.stringify(detail)}::jsonb WHERE digest = ${link.digest}`.execute(db)
}

/** Ends the links of a subject, for one purpose or for all. */
export async function deleteLinks(db: Db, subject: LinkSubject, purpose?: LinkPurpose): Promise<void> {
  const purposeFilter = purpose ? sql` AND purpose = ${purpose.name}` : sql``
  await sql`DELETE FROM links WHERE ${hasSubject(subject)}${purposeFilter}`.execute(db)
}

const batchSize = 5_000

/** Deletes links that expired before `before`. Returns whether there are more. */
export async function deleteExpiredLinks(db: Db, before: Date): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM links WHERE digest IN (SELECT digest FROM links
      WHERE expires_at < ${before} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`.execute(db)
  return count === batchSize
}

const expiryOf = (purpose: LinkPurpose, now: Date): Date => new Date(now.getTime() + purpose.minutes * 60_000)

const isLive = ({ purposes, digest, now }: LinkLookup<string, unknown>): Sql =>
  sql`digest = ${digest} AND purpose = ANY (${purposes.map(({ name }) => name)}) AND expires_at > ${now}`

const idOf = ({ donationId, donorId, userId }: LinkSubject): number | undefined => donationId ?? donorId ?? userId

function hasSubject(subject: LinkSubject): Sql {
  const { organizationId = 0, donationId, donorId } = subject
  const column = donationId !== undefined ? 'donation_id' : donorId !== undefined ? 'donor_id' : 'user_id'
  return sql`organization_id = ${organizationId} AND ${sql.ref(column)} = ${idOf(subject)}`
}

function present<Name extends string, Detail>(
  purposes: readonly LinkPurpose<Name, Detail>[],
  [row]: readonly z.infer<typeof linkRow>[],
): Link<Name, Detail> | null {
  const purpose = row && purposes.find(({ name }) => name === row.purpose)
  return purpose ? { ...row, purpose: purpose.name, detail: purpose.detail.parse(row.detail) } : null
}
