import { publicMatch } from '@twofold/contract'
import { toldStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { ChosenVersion } from '../../templates/index.ts'
import { daytimeFrom } from './daytime.queries.ts'
import { bouncePause, mailsPerAddress, type Sending } from './decide-mail.ts'

/** The statements on mails. Those that are about a mail that is due or a link that was followed cross organizations. */

const dueNotification = z.object({
  donationId: z.int(),
  donorId: z.int(),
  kind: z.string(),
  statusId: z.int(),
  /** The organization, its parent and its sister chapters. */
  family: z.array(z.int()),
  recipientKey: z.string(),
  /** The gift is known from a public page alone, and nobody at this address has answered a mail of the organization. */
  isStrangersWord: z.boolean(),
})
export type DueNotification = z.infer<typeof dueNotification>

export async function findDueNotification(db: Db, organizationId: number, id: number): Promise<DueNotification | null> {
  const { rows } = await sql(dueNotification)`
    SELECT n.donation_id AS "donationId", n.donor_id AS "donorId", n.kind, n.status_id AS "statusId",
      p.donor_key AS "recipientKey",
      g.transaction_id IS NULL AND coalesce(g.custom ->> 'source' = ANY (${requestSources}::text[]), false)
        AND NOT EXISTS (SELECT FROM notifications a WHERE a.organization_id = n.organization_id AND a.donor_id = n.donor_id
          AND (a.clicks > 0 OR a.decline_clicks > 0)) AS "isStrangersWord",
      ARRAY(SELECT f.id FROM organizations f WHERE coalesce(f.parent_id, f.id) = coalesce(o.parent_id, o.id)) AS family
    FROM notifications n
    JOIN organizations o ON o.id = n.organization_id
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
    JOIN donations g ON g.organization_id = n.organization_id AND g.id = n.donation_id
    WHERE n.organization_id = ${organizationId} AND n.id = ${id}`.execute(db)
  return rows[0] ?? null
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

/** One mail to an address at a time is counted and recorded, or two at once would both be the fourth. */
export async function lockRecipient(db: Db, family: readonly number[], recipientKey: string): Promise<void> {
  const key = `mail ${Math.min(...family)} ${recipientKey}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** SQL: whether too many of the last mails of organization `o` came back. */
export const isPaused = sql`
  (SELECT count(*) FROM notifications n WHERE n.organization_id = o.id AND n.bounced
    AND n.id > o.bounces_forgiven_until AND n.id > coalesce((
    SELECT l.id FROM notifications l WHERE l.organization_id = o.id AND (l.state = 'sent' OR l.bounced)
    ORDER BY l.id DESC OFFSET ${bouncePause.inLastMails} LIMIT 1), 0)) > ${bouncePause.moreThan}`

/** Lets sending go on after too many mails came back: from now on only later ones count. */
export async function forgiveBounces(db: Db, organizationId: number): Promise<void> {
  await sql`
    UPDATE organizations SET bounces_forgiven_until = coalesce(
      (SELECT max(n.id) FROM notifications n WHERE n.organization_id = ${organizationId} AND n.bounced), 0)
    WHERE id = ${organizationId}`.execute(db)
}

const mailsHeldBecauseRow = z.object({ because: z.enum(['bounces', 'no_address']).nullable() })

/** Why no donor is written to at the moment; null where nothing speaks against it. */
export async function findMailsHeldBecause(db: Db, organizationId: number): Promise<'bounces' | 'no_address' | null> {
  const { rows } = await sql(mailsHeldBecauseRow)`
    SELECT CASE WHEN ${isPaused} THEN 'bounces'
      WHEN NOT EXISTS (SELECT FROM organizations a
        WHERE a.id = CASE WHEN o.street <> '' THEN o.id ELSE coalesce(o.parent_id, o.id) END
          AND '' <> a.street || a.street2 || a.city || a.state || a.zip) THEN 'no_address' END AS because
    FROM organizations o WHERE o.id = ${organizationId}`.execute(db)
  return rows[0]?.because ?? null
}

/** SQL: whether donor `p` wants fewer mails than mail `n`. Who answers something is told what came of it. */
export const heardEnough = sql`(p.fewer_mails_at IS NOT NULL AND coalesce((
  SELECT max(coalesce(told.sent_at, 'infinity')) FROM notifications told
  WHERE told.organization_id = n.organization_id AND told.donation_id = n.donation_id AND told.donor_id = n.donor_id
    AND told.id <> n.id AND (told.state = 'sent' OR told.state = 'sending' AND told.recipient <> '')) > coalesce((
  SELECT max(a.at) FROM donation_events a WHERE a.organization_id = n.organization_id AND a.donation_id = n.donation_id
    AND a.actor = 'donor'), '-infinity'), false))`

/** SQL: whether a person clicked confirm or decline in a mail about a gift that asked for the same as one about `statusId`. */
export const hasAnswered = (gift: Sql, statusId: Sql) => sql`
  EXISTS (SELECT FROM notifications asked WHERE (asked.organization_id, asked.donation_id) = (${gift})
    AND (asked.clicks > 0 OR asked.decline_clicks > 0)
    AND CASE WHEN ${statusId} = ANY (${[...toldStatusIds]}::smallint[])
      THEN asked.status_id = ANY (${[...toldStatusIds]}::smallint[]) ELSE asked.status_id = ${statusId} END)`

/** What makes an earlier one needless once it is due itself. */
const overtaking = ['reminder_2', 'deadline_last'] as const

const sendingRow = z.object({
  organizationIsClosed: z.boolean(),
  emailMinCents: z.int(),
  emailWho: z.enum(['all', 'company']),
  suppressed: z.enum(['unsubscribed', 'bounced', 'complained']).nullable(),
  recentMails: z.int(),
  heardEnough: z.boolean(),
  wantsFewer: z.boolean(),
  thanksDonors: z.boolean(),
  lastAboutOtherDonation: z.date().nullable(),
  lastAboutThis: z.date().nullable(),
  hasAnswered: z.boolean(),
  isOvertaken: z.boolean(),
  isPaused: z.boolean(),
  isHeld: z.boolean(),
  daytime: z.date(),
})

export async function getSending(
  db: Db,
  mail: { readonly organizationId: number; readonly id: number; readonly due: DueNotification; readonly now: Date },
): Promise<Sending> {
  const { organizationId, due, now } = mail
  const since = new Date(now.getTime() - mailsPerAddress.inDays * 86_400_000)
  const { rows } = await sql(sendingRow)`
    SELECT o.rule_deactivated OR o.cancelled_at IS NOT NULL AS "organizationIsClosed",
      o.email_min_cents AS "emailMinCents", o.email_who AS "emailWho",
      (SELECT s.reason FROM suppressions s
        WHERE s.organization_id = o.id AND s.email_key = ${due.recipientKey}) AS suppressed,
      EXISTS (SELECT FROM notifications n JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
        WHERE n.organization_id = o.id AND n.id = ${mail.id} AND ${heardEnough}) AS "heardEnough",
      EXISTS (SELECT FROM notifications n JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
        WHERE n.organization_id = o.id AND n.id = ${mail.id} AND p.fewer_mails_at IS NOT NULL) AS "wantsFewer",
      o.thank_donors AS "thanksDonors",
      recent.mails AS "recentMails", recent.about_other_gift AS "lastAboutOtherDonation",
      recent.about_this AS "lastAboutThis",
      ${hasAnswered(sql`o.id, ${due.donationId}::bigint`, sql`${due.statusId}::smallint`)} AS "hasAnswered",
      EXISTS (SELECT FROM notifications n
        WHERE n.organization_id = o.id AND n.donation_id = ${due.donationId} AND n.id > ${mail.id} AND n.state IN ('queued', 'sending', 'sent')
          AND n.kind = ANY (${[...overtaking]}::text[])) AS "isOvertaken",
      ${isPaused} AS "isPaused",
      EXISTS (SELECT FROM notifications n
        WHERE n.organization_id = o.id AND n.id = ${mail.id} AND n.held_at IS NOT NULL) AS "isHeld",
      ${daytimeFrom(now)} AS daytime
    FROM organizations o CROSS JOIN LATERAL (
      SELECT count(*) AS mails, max(coalesce(n.sent_at, ${now}::timestamptz)) FILTER (
        WHERE (n.organization_id, n.donation_id) <> (${organizationId}::bigint, ${due.donationId}::bigint)) AS about_other_gift,
        max(coalesce(n.sent_at, ${now}::timestamptz)) FILTER (
          WHERE n.organization_id = ${organizationId} AND n.donation_id = ${due.donationId}) AS about_this
      FROM donors p
      JOIN notifications n ON n.organization_id = p.organization_id AND n.donor_id = p.id
        AND n.state IN ('sending', 'sent')
      WHERE p.organization_id = ANY (${[...due.family]}::bigint[]) AND p.donor_key = ${due.recipientKey}
        AND (n.organization_id, n.id) <> (${organizationId}::bigint, ${mail.id}::bigint)
        AND (n.sent_at > ${since} OR n.state = 'sending' AND n.recipient <> '')) recent
    WHERE o.id = ${organizationId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`organization ${organizationId} is gone`)
  return { ...row, now, statusId: due.statusId }
}

type Prepared = {
  readonly organizationId: number
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly chosen: ChosenVersion
}

/** Before sending: who gets it and what it is called, so that it is known even if the process dies right after. */
export async function recordMail(db: Db, { chosen, ...mail }: Prepared): Promise<void> {
  await sql`UPDATE notifications SET recipient = ${mail.recipient}, subject = ${mail.subject},
      template_version = ${chosen.version}, template_organization_id = ${chosen.organizationId}::bigint
    WHERE organization_id = ${mail.organizationId} AND id = ${mail.id}`.execute(db)
}

/** What a mail said, in the transaction that marks it as sent. */
export async function keepSentMail(
  db: Db,
  { organizationId, id }: { readonly organizationId: number; readonly id: number },
  body: Buffer,
): Promise<void> {
  await sql`
    INSERT INTO sent_mails (organization_id, notification_id, body) VALUES (${organizationId}, ${id}, ${body})
    ON CONFLICT (organization_id, notification_id) DO UPDATE SET body = excluded.body`.execute(db)
}

export async function recordBounce(db: Db, organizationId: number, id: number, now: Date): Promise<void> {
  await sql`UPDATE notifications SET bounced = true WHERE organization_id = ${organizationId} AND id = ${id}`.execute(
    db,
  )
  await suppressRecipient(db, { organizationId, notificationId: id }, 'bounced', now)
}

type Reference = { readonly organizationId: number; readonly notificationId: number }

/**
 * From now on this organization does not write to the person whom the mail was for. Twice is once; an address that came back
 * may be tried again by the staff, so that the person's own word replaces it.
 */
export async function suppressRecipient(
  db: Db,
  mail: Reference,
  reason: 'unsubscribed' | 'bounced',
  now: Date,
): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO suppressions (organization_id, email_key, reason, at)
    SELECT n.organization_id, p.donor_key, ${reason}, ${now}::timestamptz
    FROM notifications n JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
    WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId}
    ON CONFLICT (organization_id, email_key) DO UPDATE SET reason = excluded.reason, at = excluded.at, detail = ''
      WHERE suppressions.reason = 'bounced' AND excluded.reason <> 'bounced'`.execute(db)
  return count === 1
}

/** Takes back the person's own word only: a bounce or a complaint stays. */
export async function allowRecipient(db: Db, mail: Reference): Promise<void> {
  await sql`
    DELETE FROM suppressions s USING notifications n, donors p
    WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId}
      AND p.organization_id = n.organization_id AND p.id = n.donor_id
      AND s.organization_id = n.organization_id AND s.email_key = p.donor_key AND s.reason = 'unsubscribed'`.execute(db)
}

const subscription = z.object({
  organizationName: z.string(),
  language: z.string(),
  email: z.string(),
  suppressed: z.string().nullable(),
})
export type Subscription = z.infer<typeof subscription>

export async function findSubscription(db: Db, mail: Reference): Promise<Subscription | null> {
  const { rows } = await sql(subscription)`
    SELECT o.name AS "organizationName", coalesce(nullif(p.language, ''), o.language) AS language, p.email,
      s.reason AS suppressed
    FROM notifications n
    JOIN organizations o ON o.id = n.organization_id
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
    LEFT JOIN suppressions s ON s.organization_id = n.organization_id AND s.email_key = p.donor_key
    WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId}`.execute(db)
  return rows[0] ?? null
}

export type Followed = Reference & {
  readonly at: Date
  readonly soonAfterSendingMs: number
  readonly looksLikeMachine: boolean
}

// Scanners follow links and fetch pictures in the moment of delivery, before a person can have read the mail.
const byMachine = ({ looksLikeMachine, at, soonAfterSendingMs }: Followed) => sql`
  (${looksLikeMachine} OR sent_at IS NULL OR sent_at > ${new Date(at.getTime() - soonAfterSendingMs)})`

export async function countOpen(db: Db, open: Followed): Promise<void> {
  await sql`
    UPDATE notifications SET
      opens = opens + CASE WHEN ${byMachine(open)} THEN 0 ELSE 1 END,
      machine_opens = machine_opens + CASE WHEN ${byMachine(open)} THEN 1 ELSE 0 END,
      first_open = coalesce(first_open, CASE WHEN NOT ${byMachine(open)} THEN ${open.at}::timestamptz END),
      first_machine_open = coalesce(first_machine_open, CASE WHEN ${byMachine(open)} THEN ${open.at}::timestamptz END)
    WHERE organization_id = ${open.organizationId} AND id = ${open.notificationId}`.execute(db)
}

/** Who follows a link has opened the mail, even where pictures are switched off. */
export async function countClick(db: Db, click: Followed & { readonly declines: boolean }): Promise<void> {
  const person = sql`NOT ${byMachine(click)}`
  await sql`
    UPDATE notifications SET
      clicks = clicks + CASE WHEN ${person} AND NOT ${click.declines} THEN 1 ELSE 0 END,
      decline_clicks = decline_clicks + CASE WHEN ${person} AND ${click.declines} THEN 1 ELSE 0 END,
      machine_clicks = machine_clicks + CASE WHEN ${person} THEN 0 ELSE 1 END,
      first_click = coalesce(first_click, CASE WHEN ${person} THEN ${click.at}::timestamptz END),
      first_open = coalesce(first_open, CASE WHEN ${person} THEN ${click.at}::timestamptz END)
    WHERE organization_id = ${click.organizationId} AND id = ${click.notificationId}`.execute(db)
}

const matchOfMail = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  donationId: z.int(),
  donorId: z.int(),
})
export type MatchOfMail = z.infer<typeof matchOfMail>

/** The match that a mail was about. Null when the gift is gone, has another donor by now, or its donor was erased: the old link is then worth nothing. */
export async function findMatchOfMail(db: Db, mail: Reference): Promise<MatchOfMail | null> {
  // Which match it is is said first: an expression stays behind row security, and every click read the gifts of everybody.
  const { rows } = await sql(matchOfMail)`
    WITH about AS MATERIALIZED (
      SELECT g.organization_id, g.donor_id, coalesce(g.merged_into_id, g.id) AS match_id
      FROM notifications n JOIN donations g ON g.organization_id = n.organization_id AND g.id = n.donation_id
        AND g.donor_id = n.donor_id AND g.deleted_at IS NULL
      WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId})
    SELECT d.organization_id AS "organizationId", o.parent_id AS "parentId", d.id AS "donationId", d.donor_id AS "donorId"
    FROM about
    JOIN donations d ON d.id = about.match_id
    JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = about.organization_id AND p.id = about.donor_id AND p.erased_at IS NULL
    WHERE d.deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}
