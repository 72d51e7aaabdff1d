import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { addressDigest, isCurrentAddress } from '../../notifications/index.ts'
import { emailKey } from '../users.queries.ts'

/** False where the gift is another address's by now. */
export async function insertDonorLink(
  db: Db,
  link: {
    organizationId: number
    donationId: number
    recipient: string
    tokenHash: Buffer
    now: Date
    expiresAt: Date
  },
): Promise<boolean> {
  await sql`
    DELETE FROM donor_links WHERE organization_id = ${link.organizationId} AND donation_id = ${link.donationId}
      AND expires_at < ${link.now}`.execute(db)
  const { count } = await sql`
    INSERT INTO donor_links (organization_id, token_hash, donation_id, donor_id, address_digest, created_at, expires_at)
    SELECT d.organization_id, ${link.tokenHash}, d.id, d.donor_id, ${addressDigest}, ${link.now}, ${link.expiresAt}
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ${link.organizationId} AND d.id = ${link.donationId}
      AND lower(btrim(p.email)) = ${emailKey(link.recipient)}`.execute(db)
  return count === 1
}

/** Queues the mail where the address is the one that is stored for the donor of this gift; the stored one gets it. Crosses organizations. */
export async function queueDonorLinkMail(
  db: Db,
  mail: { donationId: number; email: string; messageId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT 'donor-link', p.email,
      jsonb_build_object('organizationId', o.id, 'donationId', d.id, 'organization', o.name),
      ${mail.messageId}, ${mail.now}, ${mail.now}
    FROM donations d JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.id = ${mail.donationId} AND p.email <> '' AND lower(btrim(p.email)) = ${emailKey(mail.email)}
    LIMIT 1`.execute(db)
}

/** The same for somebody of the staff, in one statement whether they are known or not. */
export async function queueStaffLinkMail(
  db: Db,
  mail: { email: string; redirect: string; browser: string; messageId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT 'magic-link', email, jsonb_build_object('userId', id, 'redirect', ${mail.redirect}::text, 'browser', ${mail.browser}::text),
      ${mail.messageId},
      ${mail.now}, ${mail.now}
    FROM users WHERE email_key = ${emailKey(mail.email)}`.execute(db)
}

const redeemedDonorLink = z.object({
  organizationId: z.int(),
  donationId: z.int(),
  donorId: z.int(),
  addressDigest: z.string(),
  notificationId: z.int().nullable(),
})
export type RedeemedDonorLink = z.infer<typeof redeemedDonorLink>

/**
 * Uses up a link; of many simultaneous attempts exactly one gets the gift, with the newest mail about it. None does once the gift
 * belongs to another donor who is not the result of a merge, or its donor has another address. Crosses organizations.
 */
export async function useDonorLink(db: Db, tokenHash: Buffer, now: Date): Promise<RedeemedDonorLink | null> {
  const { rows } = await sql(redeemedDonorLink)`
    UPDATE donor_links l SET used_at = ${now}
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE l.token_hash = ${tokenHash} AND l.used_at IS NULL AND l.expires_at > ${now}
      AND d.organization_id = l.organization_id AND d.id = l.donation_id
      AND (l.address_digest IS NULL OR l.address_digest = ${addressDigest})
      AND (l.donor_id IS NULL OR EXISTS (SELECT FROM donors own
        WHERE own.organization_id = l.organization_id AND own.id = l.donor_id AND d.donor_id IN (own.id, own.merged_into_id)))
    RETURNING l.organization_id AS "organizationId", l.donation_id AS "donationId", d.donor_id AS "donorId",
      coalesce(encode(${addressDigest}, 'hex'), '') AS "addressDigest",
      (SELECT max(n.id) FROM notifications n
       WHERE n.organization_id = l.organization_id AND n.donation_id = l.donation_id AND n.donor_id = d.donor_id
         AND ${isCurrentAddress}) AS "notificationId"`.execute(db)
  return rows[0] ?? null
}
