import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import type { Link } from '../../../../platform/links/links.queries.ts'
import { addressDigest, isCurrentAddress } from '../../suppressions/index.ts'

const giftOfLink = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  donationId: z.int(),
  donorId: z.int(),
  addressDigest: z.string(),
  isDeleted: z.boolean(),
  notificationId: z.int().nullable(),
})
export type GiftOfLink = z.infer<typeof giftOfLink>

/**
 * Null if the donor's address changed, or the gift has another donor who is not the result of a merge. Crosses
 * organizations.
 */
export async function findGiftOfLink(db: Db, link: Link<string, unknown>): Promise<GiftOfLink | null> {
  return sql(giftOfLink)`
    SELECT d.organization_id AS "organizationId", o.parent_id AS "parentId", d.id AS "donationId", d.donor_id AS "donorId",
      coalesce(encode(${addressDigest}, 'hex'), '') AS "addressDigest", d.deleted_at IS NOT NULL AS "isDeleted",
      (SELECT max(n.id) FROM notifications n
       WHERE n.organization_id = d.organization_id AND n.donation_id = d.id AND n.donor_id = d.donor_id
         AND ${isCurrentAddress}) AS "notificationId"
    FROM donations d JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ${link.organizationId} AND d.id = ${link.donationId}
      AND encode(${addressDigest}, 'hex') = coalesce(${link.addressDigest}, encode(${addressDigest}, 'hex'))
      AND d.donor_id IN (coalesce(${link.donorId}, d.donor_id),
        (SELECT w.merged_into_id FROM donors w WHERE w.organization_id = d.organization_id AND w.id = ${link.donorId}))`.first(
    db,
  )
}
