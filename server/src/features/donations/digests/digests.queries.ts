import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { recipientsOf } from '../../core/organizations/index.ts'
import { digestEveryDays, mondayOf, slotOf } from './plan-digests.queries.ts'

/** Queries for a due email or a followed link cross organizations. */

const dueDigest = z.object({
  week: z.string(),
  recipient: z.string(),
  emailKey: z.string(),
  isClosed: z.boolean(),
  /** A notification email or the primary contact, and not unsubscribed. */
  isWanted: z.boolean(),
  isPrimaryContact: z.boolean(),
  hour: z.int(),
  timeZone: z.string(),
})
export type DueDigest = z.infer<typeof dueDigest>

export async function findDueDigest(db: Db, organizationId: number, id: number, now: Date): Promise<DueDigest | null> {
  return sql(dueDigest)`
    SELECT g.week, g.recipient, g.email_key AS "emailKey",
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS "isClosed",
      EXISTS (SELECT FROM (${recipientsOf(sql`o`)}) r WHERE r.email_key = g.email_key) AS "isWanted",
      lower(normalize(btrim(o.contact_email))) = g.email_key AS "isPrimaryContact",
      extract(hour FROM ${now}::timestamptz AT TIME ZONE o.time_zone)::int AS hour, o.time_zone AS "timeZone"
    FROM digests g JOIN organizations o ON o.id = g.organization_id
    WHERE g.organization_id = ${organizationId} AND g.id = ${id}`.first(db)
}

type Reference = { readonly organizationId: number; readonly digestId: number }

/** False if the address received a digest within a week or is about to; locked against concurrent ones. */
export async function recordDigest(
  db: Db,
  { organizationId, digestId }: Reference,
  mail: { readonly emailKey: string; readonly subject: string; readonly now: Date },
): Promise<boolean> {
  const key = `digest ${organizationId} ${mail.emailKey}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const since = new Date(mail.now.getTime() - digestEveryDays * 86_400_000)
  const { count } = await sql`
    UPDATE digests SET subject = ${mail.subject}
    WHERE organization_id = ${organizationId} AND id = ${digestId} AND NOT EXISTS (
      SELECT FROM digests g WHERE g.organization_id = ${organizationId} AND g.email_key = ${mail.emailKey}
        AND g.id <> ${digestId} AND (g.sent_at > ${since} OR g.state = 'sending' AND g.subject <> ''))`.execute(db)
  return count === 1
}

const digestSubscription = z.object({ organizationName: z.string(), email: z.string(), refused: z.boolean() })
export type DigestSubscription = z.infer<typeof digestSubscription>

export async function findDigestSubscription(db: Db, mail: Reference): Promise<DigestSubscription | null> {
  return sql(digestSubscription)`
    SELECT o.name AS "organizationName", g.recipient AS email,
      NOT EXISTS (SELECT FROM (${recipientsOf(sql`o`)}) r WHERE r.email_key = g.email_key) AS refused
    FROM digests g JOIN organizations o ON o.id = g.organization_id
    WHERE g.organization_id = ${mail.organizationId} AND g.id = ${mail.digestId}`.first(db)
}

const refuseDigestRow = z.object({ email: z.string() })

export async function unsubscribeFromDigest(db: Db, mail: Reference, now: Date): Promise<{ email: string } | null> {
  return sql(refuseDigestRow)`
    WITH mail AS (
      SELECT organization_id, email_key, recipient FROM digests
      WHERE organization_id = ${mail.organizationId} AND id = ${mail.digestId}),
    removed AS (
      DELETE FROM notifees n USING mail WHERE n.organization_id = mail.organization_id AND n.email_key = mail.email_key
      RETURNING n.email)
    INSERT INTO digest_refusals (organization_id, email_key, email, was_notifee, at)
    SELECT mail.organization_id, mail.email_key, mail.recipient, EXISTS (SELECT FROM removed), ${now}::timestamptz FROM mail
    ON CONFLICT (organization_id, email_key) DO NOTHING
    RETURNING email`.first(db)
}

const allowDigestRow = z.object({ email: z.string() })

/** Restores the notification email, too. Null if there was none. */
export async function resubscribeToDigest(
  db: Db,
  { organizationId, emailKey, now }: { organizationId: number; emailKey: string; now: Date },
): Promise<{ email: string } | null> {
  return sql(allowDigestRow)`
    WITH taken AS (
      DELETE FROM digest_refusals WHERE organization_id = ${organizationId} AND email_key = ${emailKey}
      RETURNING organization_id, email_key, email, was_notifee),
    back AS (
      INSERT INTO notifees (organization_id, email, email_key, created_at)
      SELECT organization_id, email, email_key, ${now}::timestamptz FROM taken WHERE was_notifee
      ON CONFLICT (organization_id, email_key) DO NOTHING)
    SELECT email FROM taken`.first(db)
}

const recipientKeyRow = z.object({ email_key: z.string() })

export async function findRecipientKey(db: Db, mail: Reference): Promise<string | null> {
  return sql(recipientKeyRow)`
    SELECT email_key FROM digests WHERE organization_id = ${mail.organizationId} AND id = ${mail.digestId}`.value(
    db,
    'email_key',
  )
}

const digestState = z.object({
  nextAt: z.date().nullable(),
  lastAt: z.date().nullable(),
  lastCount: z.int(),
  recipients: z.array(z.string()),
  refusals: z.array(z.object({ email: z.string(), at: z.string() })),
})
export type DigestState = z.infer<typeof digestState>

export async function getDigestState(db: Db, organizationId: number, now: Date): Promise<DigestState> {
  const monday = mondayOf(now)
  const row = await sql(digestState)`
    SELECT
      CASE WHEN o.rule_deactivated OR o.cancelled_at IS NOT NULL THEN NULL ELSE coalesce(
        (SELECT min(g.send_at) FROM digests g WHERE g.organization_id = o.id AND g.state IN ('queued', 'sending')),
        CASE WHEN ${slotOf(sql`${monday}`)} > ${now}::timestamptz
            AND coalesce((SELECT w.week FROM digest_weeks w WHERE w.organization_id = o.id) < ${monday}, true)
          THEN ${slotOf(sql`${monday}`)} ELSE ${slotOf(sql`(${monday} + 7)`)} END) END AS "nextAt",
      (SELECT max(g.sent_at) FROM digests g WHERE g.organization_id = o.id AND g.state = 'sent') AS "lastAt",
      (SELECT count(*) FROM digests g WHERE g.organization_id = o.id AND g.state = 'sent' AND g.week =
        (SELECT max(l.week) FROM digests l WHERE l.organization_id = o.id AND l.state = 'sent')) AS "lastCount",
      coalesce((SELECT json_agg(DISTINCT r.email) FROM (${recipientsOf(sql`o`)}) r), '[]') AS recipients,
      coalesce((SELECT json_agg(json_build_object('email', f.email, 'at', to_char(f.at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ORDER BY f.at)
        FROM (SELECT * FROM digest_refusals WHERE organization_id = o.id ORDER BY at DESC LIMIT 50) f), '[]') AS refusals
    FROM organizations o WHERE o.id = ${organizationId}`.first(db)
  if (!row) throw new Error(`organization ${organizationId} no longer exists`)
  return row
}
