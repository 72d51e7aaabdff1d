import { suppressions } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { addressDigest, isCurrentAddress, suppressionOf } from '../../notifications/index.ts'

export type DonorOfLink = { readonly organizationId: number; readonly donorId: number }

const wishesRow = z.object({
  organizationName: z.string(),
  email: z.string(),
  wantsFewer: z.boolean(),
  suppressed: suppressions.suppressionReason.nullable(),
  /** The newest mail to their current address, by which they can unsubscribe; null: there is none. */
  notificationId: z.int().nullable(),
})
export type Wishes = z.infer<typeof wishesRow>

/** How much a donor wants to hear, and where they can be reached. Crosses organizations. */
export async function findWishes(db: Db, { organizationId, donorId }: DonorOfLink): Promise<Wishes | null> {
  const { rows } = await sql(wishesRow)`
    SELECT o.name AS "organizationName", p.email, p.fewer_mails_at IS NOT NULL AS "wantsFewer",
      ${suppressionOf('p')} AS suppressed,
      (SELECT max(n.id) FROM donations d
       JOIN notifications n ON n.organization_id = d.organization_id AND n.donation_id = d.id AND n.donor_id = p.id
       WHERE d.organization_id = p.organization_id AND d.donor_id = p.id AND ${isCurrentAddress}) AS "notificationId"
    FROM donors p JOIN organizations o ON o.id = p.organization_id
    WHERE p.organization_id = ${organizationId} AND p.id = ${donorId} AND p.erased_at IS NULL`.execute(db)
  return rows[0] ?? null
}

export const dataWishes = ['copy', 'erasure'] as const
export type DataWish = (typeof dataWishes)[number]

/** The newest wish stands: the link of an older one is worthless. */
export async function askForData(
  db: Db,
  wish: DonorOfLink & { readonly wish: DataWish; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO donor_data_wishes (organization_id, donor_id, wish, address_digest, created_at, expires_at)
    SELECT p.organization_id, p.id, ${wish.wish}, ${addressDigest}, ${wish.now}::timestamptz, ${wish.expiresAt}::timestamptz
    FROM donors p WHERE p.organization_id = ${wish.organizationId} AND p.id = ${wish.donorId}
    ON CONFLICT (organization_id, donor_id, wish) DO UPDATE
      SET token_hash = NULL, address_digest = EXCLUDED.address_digest, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`.execute(
    db,
  )
}

/** False when nobody waits for the link any more, or the address is another one by now. */
export async function keepDataLink(
  db: Db,
  link: DonorOfLink & {
    readonly wish: DataWish
    readonly recipient: string
    readonly tokenHash: Buffer
    readonly now: Date
  },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE donor_data_wishes w SET token_hash = ${link.tokenHash} FROM donors p
    WHERE w.organization_id = ${link.organizationId} AND w.donor_id = ${link.donorId} AND w.wish = ${link.wish}
      AND w.expires_at > ${link.now} AND p.organization_id = w.organization_id AND p.id = w.donor_id
      AND p.erased_at IS NULL AND p.merged_into_id IS NULL AND lower(p.email) = lower(${link.recipient})`.execute(db)
  return count === 1
}

const wishOfLink = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  organizationName: z.string(),
  donorId: z.int(),
  language: z.string(),
  wish: z.enum(dataWishes),
})
export type WishOfLink = z.infer<typeof wishOfLink>

/** What a mailed link is for; null once the donor has another address. Crosses organizations. */
export async function findDataWish(db: Db, tokenHash: Buffer, now: Date): Promise<WishOfLink | null> {
  const { rows } = await sql(wishOfLink)`
    SELECT w.organization_id AS "organizationId", o.parent_id AS "parentId", o.name AS "organizationName",
      w.donor_id AS "donorId", coalesce(nullif(p.language, ''), o.language) AS language, w.wish
    FROM donor_data_wishes w
    JOIN organizations o ON o.id = w.organization_id
    JOIN donors p ON p.organization_id = w.organization_id AND p.id = w.donor_id
      AND p.erased_at IS NULL AND p.merged_into_id IS NULL
      AND (w.address_digest IS NULL OR w.address_digest = ${addressDigest})
    WHERE w.token_hash = ${tokenHash} AND w.expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** Uses up a link; of many attempts at once exactly one gets it. */
export async function takeDataWish(db: Db, { organizationId }: WishOfLink, tokenHash: Buffer): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM donor_data_wishes WHERE organization_id = ${organizationId} AND token_hash = ${tokenHash}`.execute(db)
  return count === 1
}
