import { publicMatch, suppressions } from '@twofold/contract'
import { followUpKinds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { isCurrentAddress, mailboxOf, suppressionOf } from '../../suppressions/index.ts'
import type { ChosenVersion } from '../../templates/index.ts'
import { daytimeFrom } from './daytime.queries.ts'
import { limitDays, type SendContext } from './decide-mail.ts'
import { lastListedAt } from './listed-gifts.queries.ts'
import { type MailKey, withMailResults } from './mail-results.queries.ts'
import { declinedOtherAt, hasAnswered, hasReachedReducedFrequency, isPaused } from './notifications.queries.ts'
import type { SentBody } from './sent-body.ts'

const selectMail = ({ organizationId, id }: MailKey) => sql`
  (SELECT * FROM notifications WHERE organization_id = ${organizationId} AND id = ${id}) n
  JOIN organizations o ON o.id = n.organization_id
  JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id`

/** SQL: `o`, its parent, and its sister chapters. */
const familyIds = sql`(
  SELECT f.id FROM organizations f WHERE f.id = coalesce(o.parent_id, o.id)
  UNION ALL SELECT f.id FROM organizations f WHERE f.parent_id = coalesce(o.parent_id, o.id))`

const dueNotification = z.object({
  donationId: z.int(),
  donorId: z.int(),
  kind: z.enum([...followUpKinds, 'initial', 'thank_you', 'message']),
  statusId: z.int(),
  recipientKey: z.string(),
  /** A public page sent it, and this donor has clicked no mail of the organization. */
  isUnconfirmedRequest: z.boolean(),
  /** An earlier attempt was for another address. */
  hasFormerRecipient: z.boolean(),
})
export type DueNotification = z.infer<typeof dueNotification>

export async function findDueNotification(
  db: Db,
  { organizationId, id, attempts }: MailKey & { readonly attempts: number },
): Promise<DueNotification | null> {
  return sql.prepared(dueNotification)`
    SELECT n.donation_id AS "donationId", n.donor_id AS "donorId", n.kind, n.status_id AS "statusId",
      coalesce(${mailboxOf('p')}, '') AS "recipientKey",
      g.transaction_id IS NULL AND coalesce(g.custom ->> 'source' = ANY (${requestSources}::text[]), false)
        AND NOT EXISTS (SELECT FROM notifications a WHERE a.organization_id = n.organization_id AND a.donor_id = n.donor_id
          AND (a.clicks > 0 OR a.decline_clicks > 0)) AS "isUnconfirmedRequest",
      NOT ${isCurrentAddress} AS "hasFormerRecipient"
    FROM notifications n
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
    JOIN donations g ON g.organization_id = n.organization_id AND g.id = n.donation_id
    WHERE n.organization_id = ${organizationId} AND n.id = ${id} AND n.attempts = ${attempts}
      AND n.state = 'sending'`.first(db)
}

/** Idempotent. The copy has other links than the email, which may have reached the former address. */
export async function queueCopy(db: Db, { organizationId, id }: MailKey, now: Date): Promise<void> {
  await sql`
    INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at,
      import_id, payout_report_id, staff_message_id)
    SELECT n.organization_id, n.donation_id, n.donor_id, n.kind, n.status_id, gen_random_uuid()::text, ${now}, ${now},
      n.import_id, n.payout_report_id, n.staff_message_id
    FROM notifications n WHERE n.organization_id = ${organizationId} AND n.id = ${id}
      AND NOT EXISTS (SELECT FROM notifications copy
        WHERE copy.organization_id = n.organization_id AND copy.donation_id = n.donation_id AND copy.donor_id = n.donor_id
          AND copy.kind = n.kind AND copy.status_id = n.status_id AND copy.id > n.id)`.execute(db)
}

const requestSources = Object.values(publicMatch.requestSources)
const requestMailRow = z.object({ message_id: z.string(), mailed_at: z.date() })

/** One mail a day to an address about unverified requests. If used up, returns when the next one is allowed. */
export async function claimRequestMail(
  db: Db,
  mail: { readonly recipientKey: string; readonly messageId: string; readonly now: Date },
): Promise<Date | null> {
  const { recipientKey, messageId, now } = mail
  const dayMs = 86_400_000
  await sql`DELETE FROM mailed_requests WHERE mailed_at <= ${new Date(now.getTime() - dayMs)}`.execute(db)
  const slot = await sql(requestMailRow)`
    INSERT INTO mailed_requests (address_digest, message_id, mailed_at)
    VALUES (encode(sha256(convert_to(${recipientKey}, 'UTF8')), 'hex'), ${messageId}, ${now})
    ON CONFLICT (address_digest) DO UPDATE SET address_digest = excluded.address_digest
    RETURNING message_id, mailed_at`.first(db)
  return !slot || slot.message_id === messageId ? null : new Date(slot.mailed_at.getTime() + dayMs)
}

/** Two concurrent emails could otherwise both pass the address's limit. */
export async function lockRecipient(db: Db, key: MailKey): Promise<void> {
  await sql.prepared`
    SELECT pg_advisory_xact_lock(hashtextextended(
      'mail ' || (SELECT min(f.id) FROM ${familyIds} f) || ' ' || ${mailboxOf('p')}, 0))
      FROM ${selectMail(key)}`.execute(db)
}

const supersedingKinds = ['reminder_2', 'deadline_last'] as const

const sendContextRow = z.object({
  statusId: z.int(),
  organizationIsClosed: z.boolean(),
  emailMinCents: z.int(),
  emailWho: z.enum(['all', 'company']),
  emailLimit: z.int(),
  timeZone: z.string(),
  queuedAt: z.date(),
  lastListedAt: z.date().nullable(),
  suppressed: suppressions.suppressionReason.nullable(),
  recentMails: z.int(),
  hasReachedReducedFrequency: z.boolean(),
  declinedOtherAt: z.date().nullable(),
  hasReducedFrequency: z.boolean(),
  thanksDonors: z.boolean(),
  lastAboutOtherDonation: z.date().nullable(),
  lastAboutThis: z.date().nullable(),
  hasAnswered: z.boolean(),
  isSuperseded: z.boolean(),
  isPaused: z.boolean(),
  isHeld: z.boolean(),
  waitsForUndo: z.enum(['report', 'upload']).nullable(),
  daytime: z.date(),
})

export async function findSendContext(db: Db, key: MailKey, now: Date): Promise<SendContext | null> {
  const limitStart = new Date(now.getTime() - limitDays * 86_400_000)
  const row = await sql.prepared(sendContextRow)`
    WITH senders AS MATERIALIZED (
      SELECT o.id, ${isPaused} AS is_paused, ${daytimeFrom(now)} AS daytime, ARRAY${familyIds} AS family,
        EXISTS (SELECT FROM imports i WHERE i.organization_id = ANY (ARRAY${familyIds}) AND i.state = 'undoing') AS undoes_upload
      FROM organizations o WHERE o.id = ${key.organizationId})
    SELECT n.status_id AS "statusId",
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS "organizationIsClosed",
      o.email_min_cents AS "emailMinCents", o.email_who AS "emailWho", o.email_limit AS "emailLimit",
      o.time_zone AS "timeZone", n.created_at AS "queuedAt", ${lastListedAt(now)} AS "lastListedAt",
      ${suppressionOf('p')} AS suppressed,
      ${hasReachedReducedFrequency} AS "hasReachedReducedFrequency", ${declinedOtherAt} AS "declinedOtherAt", p.fewer_mails_at IS NOT NULL AS "hasReducedFrequency", o.thank_donors AS "thanksDonors",
      recent.mails AS "recentMails", recent.about_other_gift AS "lastAboutOtherDonation",
      recent.about_this AS "lastAboutThis",
      ${hasAnswered(sql`n.organization_id, n.donation_id`, sql`n.status_id`)} AS "hasAnswered",
      EXISTS (SELECT FROM notifications later
        WHERE later.organization_id = n.organization_id AND later.donation_id = n.donation_id AND later.id > n.id
          AND later.state IN ('queued', 'sending', 'sent') AND later.kind = ANY (${[...supersedingKinds]}::text[])) AS "isSuperseded",
      sender.is_paused AS "isPaused", n.held_at IS NOT NULL AS "isHeld",
      CASE WHEN sender.undoes_upload THEN 'upload' WHEN EXISTS (SELECT FROM payout_reports b
        WHERE b.organization_id = ANY (sender.family) AND b.id = n.payout_report_id AND b.state = 'undoing') THEN 'report' END AS "waitsForUndo",
      sender.daytime
    FROM ${selectMail(key)} JOIN senders sender ON sender.id = n.organization_id CROSS JOIN LATERAL (
      SELECT count(*) AS mails, max(coalesce(m.sent_at, ${now}::timestamptz)) FILTER (
        WHERE (m.organization_id, m.donation_id) <> (n.organization_id, n.donation_id)) AS about_other_gift,
        max(coalesce(m.sent_at, ${now}::timestamptz)) FILTER (
          WHERE m.organization_id = n.organization_id AND m.donation_id = n.donation_id) AS about_this
      -- Evaluates donors and mails one by one (OFFSET) without a condition that fits partial indexes. Otherwise, a plan
      -- made while nearly all mails waited scans all sent mails for each mail. A row with a time of sending was sent.
      FROM (SELECT d.organization_id, d.id FROM donors d
        WHERE d.organization_id = ANY (sender.family) AND d.donor_key = p.donor_key OFFSET 0) same
      CROSS JOIN LATERAL (SELECT g.organization_id, g.donation_id, g.sent_at FROM notifications g
        WHERE g.organization_id = same.organization_id AND g.donor_id = same.id
          AND (g.organization_id, g.id) <> (n.organization_id, n.id)
          AND (g.sent_at > ${limitStart} OR g.state IS NOT DISTINCT FROM 'sending' AND g.recipient <> '')
          OFFSET 0) m) recent`.first(db)
  return row ? { ...row, now } : null
}

type RecordedMail = { readonly recipient: string; readonly subject: string; readonly chosen: ChosenVersion }

/** Stored before sending, so that they are known even after a crash. */
export async function recordMail(
  db: Db,
  { organizationId, id }: MailKey,
  { recipient, subject, chosen }: RecordedMail,
): Promise<void> {
  await withMailResults(sql`
    UPDATE notifications SET recipient = ${recipient}, subject = ${subject}, template_version = ${chosen.version},
      template_organization_id = ${chosen.organizationId}, moved_by_limit = false
    WHERE organization_id = ${organizationId} AND id = ${id}`).execute(db)
}

export async function insertSentMail(
  db: Db,
  { organizationId, id }: MailKey,
  { from, replyTo, html, text }: SentBody,
): Promise<void> {
  await sql.prepared`
    INSERT INTO sent_mails (organization_id, notification_id, sender, reply_to, html, text)
    VALUES (${organizationId}, ${id}, ${from}, ${replyTo}, ${html}, ${text})
    ON CONFLICT (organization_id, notification_id) DO UPDATE
      SET sender = excluded.sender, reply_to = excluded.reply_to, html = excluded.html, text = excluded.text`.execute(
    db,
  )
}
