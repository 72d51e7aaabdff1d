import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { MailReference } from '../../../platform/links/signed-links.ts'
import { keysOfMailbox, mailboxOf, stopsDonor } from './mailbox.queries.ts'

export const addressDigest = sql`sha256(convert_to(${mailboxOf('p')}, 'UTF8'))`

/** SQL: a link is only valid for the address it was sent to. True for unsent mail `n`. */
export const isCurrentAddress = sql`(n.recipient = '' OR lower(btrim(n.recipient)) = lower(btrim(p.email)))`

/** SQL: of the address that `n` was sent to; for unsent mail, of `p`. */
const recipientKey = sql`CASE WHEN ${isCurrentAddress} THEN ${mailboxOf('p')} ELSE lower(normalize(btrim(n.recipient))) END`

type Suppression = {
  readonly reason: 'unsubscribed' | 'bounced' | 'complained'
  readonly now: Date
  readonly detail?: string
}

/**
 * `keys` is a query of `organization_id` and `key`. Idempotent. A person's own request replaces a bounce, because staff
 * may retry bounced addresses. Returns whether something was stored.
 */
export async function suppressKeys(db: Db, keys: Sql, { reason, now, detail = '' }: Suppression): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO suppressions (organization_id, email_key, reason, at, detail)
    SELECT DISTINCT k.organization_id, k.key, ${reason}, ${now}::timestamptz, ${detail} FROM (${keys}) k
    ON CONFLICT (organization_id, email_key) DO UPDATE SET reason = excluded.reason, at = excluded.at, detail = excluded.detail
      WHERE suppressions.reason = 'bounced' AND excluded.reason <> 'bounced'`.execute(db)
  return count > 0
}

/** Stores nothing for an erased donor. */
export const suppressRecipient = (
  db: Db,
  mail: MailReference,
  reason: 'unsubscribed' | 'bounced',
  now: Date,
): Promise<boolean> =>
  suppressKeys(
    db,
    sql`
    SELECT n.organization_id, reached.key FROM notifications n
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id AND p.erased_at IS NULL
    CROSS JOIN LATERAL ${keysOfMailbox(sql`n.organization_id`, recipientKey)} reached
    WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId}`,
    { reason, now },
  )

type DonorReference = { readonly organizationId: number; readonly donorId: number }

export const unsubscribeDonor = (db: Db, { organizationId, donorId }: DonorReference, now: Date): Promise<boolean> =>
  suppressKeys(
    db,
    sql`
    SELECT p.organization_id, reached.key FROM donors p
    CROSS JOIN LATERAL ${keysOfMailbox(sql`p.organization_id`, mailboxOf('p'))} reached
    WHERE p.organization_id = ${organizationId} AND p.id = ${donorId} AND p.email <> '' AND p.erased_at IS NULL`,
    { reason: 'unsubscribed', now },
  )

export async function resubscribeDonor(
  db: Db,
  { organizationId, donorId }: DonorReference,
  since: Date,
): Promise<void> {
  await sql`
    DELETE FROM suppressions s USING donors p
    WHERE p.organization_id = ${organizationId} AND p.id = ${donorId} AND s.organization_id = p.organization_id
      AND ${stopsDonor('s', 'p')} AND s.reason = 'unsubscribed' AND s.at = ${since}::timestamptz`.execute(db)
}

/** A bounce or a complaint stays. */
export async function allowRecipient(db: Db, mail: MailReference): Promise<void> {
  await sql`
    DELETE FROM suppressions s USING notifications n, donors p
    WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId}
      AND p.organization_id = n.organization_id AND p.id = n.donor_id
      AND s.organization_id = n.organization_id AND s.reason = 'unsubscribed'
      AND (s.email_key = ${recipientKey} OR ${isCurrentAddress} AND s.email_key = p.donor_key)`.execute(db)
}

const subscription = z.object({
  organizationName: z.string(),
  language: z.string(),
  email: z.string(),
  suppressed: z.string().nullable(),
  /** Null if the gift has another donor now. */
  donationId: z.int().nullable(),
  isGiftSilenced: z.boolean(),
})
export type Subscription = z.infer<typeof subscription>

export async function findSubscription(db: Db, mail: MailReference): Promise<Subscription | null> {
  return sql(subscription)`
    SELECT o.name AS "organizationName", coalesce(nullif(p.language, ''), o.language) AS language,
      coalesce(nullif(n.recipient, ''), p.email) AS email, s.reason AS suppressed,
      CASE WHEN ${isCurrentAddress} THEN d.id END AS "donationId",
      coalesce(d.silenced AND (SELECT e.actor = 'donor' FROM donation_events e
        WHERE e.organization_id = d.organization_id AND e.donation_id = d.id AND e.action = 'silence'
        ORDER BY e.id DESC LIMIT 1), false) AS "isGiftSilenced"
    FROM notifications n
    JOIN organizations o ON o.id = n.organization_id
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id AND p.erased_at IS NULL
    LEFT JOIN LATERAL (SELECT s.reason FROM suppressions s WHERE s.organization_id = n.organization_id
      AND CASE WHEN ${isCurrentAddress} THEN ${stopsDonor('s', 'p')} ELSE s.email_key = ${recipientKey} END
      ORDER BY s.email_key DESC LIMIT 1) s ON true
    LEFT JOIN donations g ON g.organization_id = n.organization_id AND g.id = n.donation_id AND g.donor_id = n.donor_id
    LEFT JOIN donations d ON d.organization_id = g.organization_id AND d.id = coalesce(g.merged_into_id, g.id)
      AND d.deleted_at IS NULL
    WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId}`.first(db)
}
