import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import type { CorrectedGift } from '../../../email/donor-links/index.ts'
import { addressDigest, isCurrentAddress } from '../../../email/suppressions/index.ts'

const correctableMatch = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  donationId: z.int(),
  donorId: z.int(),
  notificationId: z.int().nullable(),
  addressDigest: z.string(),
})
export type CorrectableMatch = z.infer<typeof correctableMatch>

/** Crosses organizations. Null if the gift is deleted, has another donor, or its donor has another address. */
export async function findCorrectableMatch(db: Db, gift: CorrectedGift): Promise<CorrectableMatch | null> {
  return sql(correctableMatch)`
    WITH about AS MATERIALIZED (
      SELECT organization_id, donor_id, coalesce(merged_into_id, id) AS match_id FROM donations
      WHERE organization_id = ${gift.organizationId} AND id = ${gift.donationId} AND deleted_at IS NULL
        AND donor_id IN (SELECT unnest(ARRAY[p.id, p.merged_into_id]) FROM donors p
          WHERE p.organization_id = ${gift.organizationId} AND p.id = ${gift.donorId}))
    SELECT d.organization_id AS "organizationId", o.parent_id AS "parentId", d.id AS "donationId", d.donor_id AS "donorId",
      (SELECT max(n.id) FROM notifications n
       WHERE n.organization_id = d.organization_id AND n.donation_id = d.id AND n.donor_id = d.donor_id
         AND ${isCurrentAddress}) AS "notificationId",
      coalesce(encode(${addressDigest}, 'hex'), '') AS "addressDigest"
    FROM about
    JOIN donations d ON d.id = about.match_id
    JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = about.organization_id AND p.id = about.donor_id AND p.erased_at IS NULL
      AND encode(${addressDigest}, 'hex') = coalesce(${gift.addressDigest}, encode(${addressDigest}, 'hex'))
    WHERE d.deleted_at IS NULL`.first(db)
}

export async function renameDonor(
  db: Db,
  donor: Pick<CorrectableMatch, 'organizationId' | 'donorId'>,
  name: string,
): Promise<void> {
  await sql`
    UPDATE donors SET name = ${name} WHERE organization_id = ${donor.organizationId}
      AND id = ${donor.donorId}`.execute(db)
}
