import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { emailKey } from '../../../core/users/index.ts'
import { addressDigest } from '../../../email/suppressions/index.ts'

const donorOfGift = z.object({ donorId: z.int(), addressDigest: z.string() })

/** Null if the gift now belongs to another address. */
export async function findDonorOfGift(
  db: Db,
  gift: { readonly organizationId: number; readonly donationId: number; readonly recipient: string },
): Promise<z.infer<typeof donorOfGift> | null> {
  return sql(donorOfGift)`
    SELECT p.id AS "donorId", coalesce(encode(${addressDigest}, 'hex'), '') AS "addressDigest"
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ${gift.organizationId} AND d.id = ${gift.donationId}
      AND lower(btrim(p.email)) = ${emailKey(gift.recipient)}`.first(db)
}

/** Crosses organizations. Emails only the gift's donor, at the stored spelling of the address. */
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

/** One statement, so that the timing does not reveal whether the address is known. */
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
