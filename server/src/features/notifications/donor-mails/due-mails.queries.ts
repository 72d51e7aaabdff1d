import { publicMatch, suppressions } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { idRow, type Statement, sql } from '../../../platform/database/sql.ts'
import type { ChosenVersion } from '../../templates/index.ts'
import { mailboxOf, suppressionOf } from '../mailbox.queries.ts'
import { daytimeFrom } from './daytime.queries.ts'
import { mailsPerAddress, type Sending } from './decide-mail.ts'
import { declinedOtherAt, hasAnswered, heardEnough, isPaused } from './notifications.queries.ts'

/** The statements on mails that are due, a lot of them at a time. They cross organizations. */

export type MailKey = { readonly organizationId: number; readonly id: number }
const keyTypes = { organization_id: 'bigint', id: 'bigint' } as const
const keyRows = (lot: readonly MailKey[]) =>
  recordset<{ organization_id: number; id: number }>(
    keyTypes,
    lot.map(({ organizationId, id }) => ({ organization_id: organizationId, id })),
  )

/** A mail as a worker claimed it: whoever claims it later moves its attempts on. */
export type ClaimedMail = MailKey & { readonly attempts: number }
const claimedTypes = { ...keyTypes, attempts: 'integer' } as const

/** SQL: the mails `n` of a lot, each with its organization `o` and its donor `p`. */
const mailsOf = (lot: readonly MailKey[]) => sql`
  ${keyRows(lot)}
  JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.id
  JOIN organizations o ON o.id = n.organization_id
  JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id`

/** SQL: organization `o`, its parent and its sister chapters. */
const familyOf = sql`(
  SELECT f.id FROM organizations f WHERE f.id = coalesce(o.parent_id, o.id)
  UNION ALL SELECT f.id FROM organizations f WHERE f.parent_id = coalesce(o.parent_id, o.id))`

const dueNotification = z.object({
  organizationId: z.int(),
  id: z.int(),
  donationId: z.int(),
  donorId: z.int(),
  kind: z.string(),
  statusId: z.int(),
  recipientKey: z.string(),
  deadlineAt: z.date().nullable(),
  /** The gift is known from a public page alone, and nobody at this address has answered a mail of the organization. */
  isStrangersWord: z.boolean(),
})
export type DueNotification = z.infer<typeof dueNotification>

/** In no order; those that were undone, or that another worker has by now, are missing. */
export async function listDueNotifications(db: Db, lot: readonly ClaimedMail[]): Promise<DueNotification[]> {
  const claimed = lot.map(({ organizationId, id, attempts }) => ({ organization_id: organizationId, id, attempts }))
  const { rows } = await sql.kept(dueNotification)`
    SELECT n.organization_id AS "organizationId", n.id, n.donation_id AS "donationId", n.donor_id AS "donorId", n.kind,
      n.status_id AS "statusId", coalesce(${mailboxOf('p')}, '') AS "recipientKey", g.deadline_at AS "deadlineAt",
      g.transaction_id IS NULL AND coalesce(g.custom ->> 'source' = ANY (${requestSources}::text[]), false)
        AND NOT EXISTS (SELECT FROM notifications a WHERE a.organization_id = n.organization_id AND a.donor_id = n.donor_id
          AND (a.clicks > 0 OR a.decline_clicks > 0)) AS "isStrangersWord"
    FROM ${recordset<(typeof claimed)[number]>(claimedTypes, claimed)}
    JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.id AND n.attempts = r.attempts
      AND n.state IS NOT DISTINCT FROM 'sending'
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
    JOIN donations g ON g.organization_id = n.organization_id AND g.id = n.donation_id`.execute(db)
  return rows
}

const requestSources = Object.values(publicMatch.requestSources)
const slotRow = z.object({ message_id: z.string(), mailed_at: z.date() })

/** Takes an address's one mail of a day about what a stranger may have asked for; else answers when it may have the next. */
export async function takeRequestMail(
  db: Db,
  mail: { readonly recipientKey: string; readonly messageId: string; readonly now: Date },
): Promise<Date | null> {
  const { recipientKey, messageId, now } = mail
  const aDay = 86_400_000
  await sql`DELETE FROM mailed_requests WHERE mailed_at <= ${new Date(now.getTime() - aDay)}`.execute(db)
  const { rows } = await sql(slotRow)`
    INSERT INTO mailed_requests (address_digest, message_id, mailed_at)
    VALUES (encode(sha256(convert_to(${recipientKey}, 'UTF8')), 'hex'), ${messageId}, ${now})
    ON CONFLICT (address_digest) DO UPDATE SET address_digest = excluded.address_digest
    RETURNING message_id, mailed_at`.execute(db)
  const [slot] = rows
  return !slot || slot.message_id === messageId ? null : new Date(slot.mailed_at.getTime() + aDay)
}

/**
 * One mail to an address at a time is counted and recorded, or two at once would both be the fourth. Always in the same order: two
 * lots that have addresses in common must not wait for each other.
 */
export async function lockRecipients(db: Db, lot: readonly MailKey[]): Promise<void> {
  await sql.kept`
    SELECT pg_advisory_xact_lock(k.key) FROM (
      SELECT DISTINCT hashtextextended('mail ' || (SELECT min(f.id) FROM ${familyOf} f) || ' ' || ${mailboxOf('p')}, 0) AS key
      FROM ${mailsOf(lot)} ORDER BY key OFFSET 0) k`.execute(db)
}

/** What makes an earlier one needless once it is due itself. */
const overtaking = ['reminder_2', 'deadline_last'] as const

const sendingRow = z.object({
  organizationId: z.int(),
  id: z.int(),
  statusId: z.int(),
  organizationIsClosed: z.boolean(),
  emailMinCents: z.int(),
  emailWho: z.enum(['all', 'company']),
  suppressed: suppressions.suppressionReason.nullable(),
  recentMails: z.int(),
  heardEnough: z.boolean(),
  declinedOtherAt: z.date().nullable(),
  wantsFewer: z.boolean(),
  thanksDonors: z.boolean(),
  lastAboutOtherDonation: z.date().nullable(),
  lastAboutThis: z.date().nullable(),
  hasAnswered: z.boolean(),
  isOvertaken: z.boolean(),
  isPaused: z.boolean(),
  isHeld: z.boolean(),
  waitsForUndo: z.enum(['report', 'upload']).nullable(),
  daytime: z.date(),
})

/** In no order. */
export async function listSendings(db: Db, lot: readonly MailKey[], now: Date): Promise<(MailKey & Sending)[]> {
  const since = new Date(now.getTime() - mailsPerAddress.inDays * 86_400_000)
  const { rows } = await sql.kept(sendingRow)`
    WITH senders AS MATERIALIZED (
      SELECT o.id, ${isPaused} AS is_paused, ${daytimeFrom(now)} AS daytime, ARRAY${familyOf} AS family,
        EXISTS (SELECT FROM imports i WHERE i.organization_id = ANY (ARRAY${familyOf}) AND i.state = 'undoing') AS undoes_upload
      FROM organizations o WHERE o.id IN (SELECT r.organization_id FROM ${keyRows(lot)}))
    SELECT n.organization_id AS "organizationId", n.id, n.status_id AS "statusId",
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS "organizationIsClosed",
      o.email_min_cents AS "emailMinCents", o.email_who AS "emailWho",
      ${suppressionOf('p')} AS suppressed,
      ${heardEnough} AS "heardEnough", ${declinedOtherAt} AS "declinedOtherAt", p.fewer_mails_at IS NOT NULL AS "wantsFewer", o.thank_donors AS "thanksDonors",
      recent.mails AS "recentMails", recent.about_other_gift AS "lastAboutOtherDonation",
      recent.about_this AS "lastAboutThis",
      ${hasAnswered(sql`n.organization_id, n.donation_id`, sql`n.status_id`)} AS "hasAnswered",
      EXISTS (SELECT FROM notifications later
        WHERE later.organization_id = n.organization_id AND later.donation_id = n.donation_id AND later.id > n.id
          AND later.state IN ('queued', 'sending', 'sent') AND later.kind = ANY (${[...overtaking]}::text[])) AS "isOvertaken",
      sender.is_paused AS "isPaused", n.held_at IS NOT NULL AS "isHeld",
      CASE WHEN sender.undoes_upload THEN 'upload' WHEN EXISTS (SELECT FROM payout_reports b
        WHERE b.organization_id = ANY (sender.family) AND b.id = n.payout_report_id AND b.state = 'undoing') THEN 'report' END AS "waitsForUndo",
      sender.daytime
    FROM ${mailsOf(lot)} JOIN senders sender ON sender.id = n.organization_id CROSS JOIN LATERAL (
      SELECT count(*) AS mails, max(coalesce(m.sent_at, ${now}::timestamptz)) FILTER (
        WHERE (m.organization_id, m.donation_id) <> (n.organization_id, n.donation_id)) AS about_other_gift,
        max(coalesce(m.sent_at, ${now}::timestamptz)) FILTER (
          WHERE m.organization_id = n.organization_id AND m.donation_id = n.donation_id) AS about_this
      -- Each one's own (OFFSET), and without the state that indexes of a part of the mails ask for: a plan made while nearly all
      -- waited went through all mails that were sent, for each mail. What has a moment of sending was sent.
      FROM (SELECT d.organization_id, d.id FROM donors d
        WHERE d.organization_id = ANY (sender.family) AND d.donor_key = p.donor_key OFFSET 0) same
      CROSS JOIN LATERAL (SELECT g.organization_id, g.donation_id, g.sent_at FROM notifications g
        WHERE g.organization_id = same.organization_id AND g.donor_id = same.id
          AND (g.organization_id, g.id) <> (n.organization_id, n.id)
          AND (g.sent_at > ${since} OR g.state IS NOT DISTINCT FROM 'sending' AND g.recipient <> '') OFFSET 0) m) recent`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, now }))
}

export type RecordedMail = ClaimedMail & {
  readonly recipient: string
  readonly subject: string
  readonly chosen: ChosenVersion
}
type RecordedRow = {
  readonly organization_id: number
  readonly id: number
  readonly attempts: number
  readonly recipient: string
  readonly subject: string
  readonly version: string
  readonly of_organization: number | null
}
const recordedTypes = {
  ...claimedTypes,
  recipient: 'text',
  subject: 'text',
  version: 'text',
  of_organization: 'bigint',
} satisfies ColumnTypes<RecordedRow>

/**
 * Before sending: who gets it and what it is called, so that it is known even if the process dies right after. Those that
 * another worker has by now are left alone.
 */
export async function recordMails(db: Db, mails: readonly RecordedMail[]): Promise<void> {
  const rows = mails.map(
    ({ organizationId, id, attempts, recipient, subject, chosen }): RecordedRow => ({
      organization_id: organizationId,
      id,
      attempts,
      recipient,
      subject,
      version: chosen.version,
      of_organization: chosen.organizationId,
    }),
  )
  await sql.kept`
    UPDATE notifications n SET recipient = r.recipient, subject = r.subject, template_version = r.version,
      template_organization_id = r.of_organization
    FROM ${recordset<RecordedRow>(recordedTypes, rows)}
    WHERE n.organization_id = r.organization_id AND n.id = r.id AND n.attempts = r.attempts
      AND n.state IS NOT DISTINCT FROM 'sending'`.execute(db)
}

/** What mails said, in the transaction that marks them as sent; those that another worker has by now are left alone. */
export async function keepSentMails(db: Db, mails: readonly KeptMail[]): Promise<void> {
  await keepingSentMails(mails).execute(db)
}

export type KeptMail = ClaimedMail & { readonly body: Buffer }

export const keepingSentMails = (mails: readonly KeptMail[]): Statement<{ id: number }> => sql.kept(idRow)`
    INSERT INTO sent_mails (organization_id, notification_id, body)
    SELECT r.organization_id, r.id, r.body FROM unnest(${mails.map(({ organizationId }) => organizationId)}::bigint[],
      ${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ attempts }) => attempts)}::int[],
      ${mails.map(({ body }) => body)}::bytea[]) AS r (organization_id, id, attempts, body)
    JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.id AND n.attempts = r.attempts
      AND n.state IS NOT DISTINCT FROM 'sent'
    ON CONFLICT (organization_id, notification_id) DO UPDATE SET body = excluded.body RETURNING notification_id AS id`

type KnownDeadline = { readonly organization_id: number; readonly id: number; readonly deadline_at: string | null }
const deadlineTypes = {
  organization_id: 'bigint',
  id: 'bigint',
  deadline_at: 'timestamptz',
} satisfies ColumnTypes<KnownDeadline>

/** SQL: whether the match of mail `m` has the deadline that stands with the mail here, as dates have it here; of others it is not asked. */
export const hasKnownDeadline = (known: readonly KnownDeadline[]) => sql`
  NOT EXISTS (SELECT FROM ${recordset<KnownDeadline>(deadlineTypes, known, 'k')}
    JOIN donations d ON d.organization_id = k.organization_id AND d.id = m.donation_id
    WHERE k.organization_id = m.organization_id AND k.id = m.id
      AND date_trunc('milliseconds', d.deadline_at) IS DISTINCT FROM k.deadline_at)`
