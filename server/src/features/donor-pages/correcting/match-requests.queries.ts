import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { addressDigest, type CorrectedGift, isCurrentAddress } from '../../notifications/index.ts'

const correctable = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  donationId: z.int(),
  donorId: z.int(),
  notificationId: z.int().nullable(),
  waitingEmail: z.string().nullable(),
  waitingName: z.string().nullable(),
})
export type Correctable = z.infer<typeof correctable>

/**
 * SQL: the gift `d` still belongs to the donor who made request `h`, or to the donor they were merged into, and that donor still has
 * the address that was asked.
 */
const isOfWisher = sql`(h.donor_id IS NULL OR d.donor_id IN (h.donor_id,
    (SELECT w.merged_into_id FROM donors w WHERE w.organization_id = h.organization_id AND w.id = h.donor_id)))
  AND (h.address_digest IS NULL OR EXISTS (SELECT FROM donors p
    WHERE p.organization_id = d.organization_id AND p.id = d.donor_id AND h.address_digest = ${addressDigest}))`

/**
 * The match that a gift counts in. Null when the gift is gone, belongs to another donor who is not the result of a merge, or its
 * donor has another address. Crosses organizations.
 */
export async function findCorrectable(db: Db, gift: CorrectedGift, now: Date): Promise<Correctable | null> {
  const { rows } = await sql(correctable)`
    WITH about AS MATERIALIZED (
      SELECT organization_id, donor_id, coalesce(merged_into_id, id) AS match_id FROM donations
      WHERE organization_id = ${gift.organizationId} AND id = ${gift.donationId} AND deleted_at IS NULL
        AND donor_id IN (SELECT unnest(ARRAY[p.id, p.merged_into_id]) FROM donors p
          WHERE p.organization_id = ${gift.organizationId} AND p.id = ${gift.donorId}))
    SELECT d.organization_id AS "organizationId", o.parent_id AS "parentId", d.id AS "donationId", d.donor_id AS "donorId",
      (SELECT max(n.id) FROM notifications n
       WHERE n.organization_id = d.organization_id AND n.donation_id = d.id AND n.donor_id = d.donor_id
         AND ${isCurrentAddress}) AS "notificationId",
      wish.email AS "waitingEmail", wish.name AS "waitingName"
    FROM about
    JOIN donations d ON d.id = about.match_id
    JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = about.organization_id AND p.id = about.donor_id AND p.erased_at IS NULL
      AND encode(${addressDigest}, 'hex') = coalesce(${gift.addressDigest}, encode(${addressDigest}, 'hex'))
    LEFT JOIN LATERAL (SELECT h.email, h.name FROM donor_handovers h
      WHERE h.organization_id = d.organization_id AND h.donation_id = d.id AND h.expires_at > ${now} AND ${isOfWisher}) wish ON true
    WHERE d.deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}

type OfMatch = Pick<Correctable, 'organizationId' | 'donationId'>

export async function renameDonor(
  db: Db,
  donor: Pick<Correctable, 'organizationId' | 'donorId'>,
  name: string,
): Promise<void> {
  await sql`
    UPDATE donors SET name = ${name} WHERE organization_id = ${donor.organizationId} AND id = ${donor.donorId}`.execute(
    db,
  )
}

/** The newest wish stands: the link of an older one is worthless. */
export async function askForHandover(
  db: Db,
  wish: OfMatch & {
    readonly donorId: number
    readonly email: string
    readonly name: string
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await sql`
    INSERT INTO donor_handovers (organization_id, donation_id, donor_id, address_digest, email, name, created_at, expires_at)
    SELECT p.organization_id, ${wish.donationId}::bigint, p.id, ${addressDigest}, ${wish.email}, ${wish.name},
      ${wish.now}::timestamptz, ${wish.expiresAt}::timestamptz
    FROM donors p WHERE p.organization_id = ${wish.organizationId} AND p.id = ${wish.donorId}
    ON CONFLICT (organization_id, donation_id) DO UPDATE SET donor_id = EXCLUDED.donor_id,
      address_digest = EXCLUDED.address_digest, email = EXCLUDED.email, name = EXCLUDED.name,
      token_hash = NULL, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`.execute(db)
}

/** The donor keeps the stored address after all. */
export async function dropHandover(db: Db, { organizationId, donationId }: OfMatch): Promise<void> {
  await sql`
    DELETE FROM donor_handovers WHERE organization_id = ${organizationId} AND donation_id = ${donationId}`.execute(db)
}

/** False when another address is wished for meanwhile, or none. */
export async function keepHandoverLink(
  db: Db,
  link: OfMatch & { readonly email: string; readonly tokenHash: Buffer },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE donor_handovers SET token_hash = ${link.tokenHash}
    WHERE organization_id = ${link.organizationId} AND donation_id = ${link.donationId} AND email = ${link.email}`.execute(
    db,
  )
  return count === 1
}

const ofHandover = z.object({ organizationId: z.int(), parentId: z.int().nullable() })

/** Whose link it is. Crosses organizations. */
export async function findHandover(db: Db, tokenHash: Buffer): Promise<z.infer<typeof ofHandover> | null> {
  const { rows } = await sql(ofHandover)`
    SELECT h.organization_id AS "organizationId", o.parent_id AS "parentId"
    FROM donor_handovers h JOIN organizations o ON o.id = h.organization_id
    WHERE h.token_hash = ${tokenHash} LIMIT 1`.execute(db)
  return rows[0] ?? null
}

const wished = z.object({ email: z.string() })

/** The address that an unused link is about; null where it is none, too old, or the gift another donor's. Crosses organizations. */
export async function findHandoverAddress(
  db: Db,
  link: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<string | null> {
  const { rows } = await sql(wished)`
    SELECT h.email FROM donor_handovers h
    JOIN donations d ON d.organization_id = h.organization_id AND d.id = h.donation_id
    WHERE h.token_hash = ${link.tokenHash} AND h.expires_at > ${link.now} AND d.deleted_at IS NULL AND ${isOfWisher}
    LIMIT 1`.execute(db)
  return rows[0]?.email ?? null
}

const handover = z.object({ donationId: z.int(), donorId: z.int(), email: z.string(), name: z.string() })
export type Handover = z.infer<typeof handover>

/** Uses up a link; of many attempts at once exactly one gets it, and none once the gift is another donor's. */
export async function takeHandover(
  db: Db,
  link: { readonly organizationId: number; readonly tokenHash: Buffer; readonly now: Date },
): Promise<Handover | null> {
  const { rows } = await sql(handover)`
    DELETE FROM donor_handovers h USING donations d
    WHERE h.organization_id = ${link.organizationId} AND h.token_hash = ${link.tokenHash} AND h.expires_at > ${link.now}
      AND d.organization_id = h.organization_id AND d.id = h.donation_id AND d.deleted_at IS NULL AND ${isOfWisher}
    RETURNING h.donation_id AS "donationId", d.donor_id AS "donorId", h.email, h.name`.execute(db)
  return rows[0] ?? null
}
