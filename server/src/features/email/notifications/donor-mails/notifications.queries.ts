import { instructedStatusIds, quickFilters } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { type ColumnTypes, recordset, writeRows } from '../../../../platform/database/recordset.ts'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import type { MailReference } from '../../../../platform/links/signed-links.ts'
import { isCurrentAddress, suppressRecipient } from '../../suppressions/index.ts'
import { bouncePause } from './decide-mail.ts'
import { withMailResults } from './mail-results.queries.ts'

/** SQL: too many of the latest emails of `o` bounced. */
export const isPaused = sql`
  -- With few bounces, the latest mails need not be determined.
  CASE WHEN (SELECT count(*) FROM (SELECT FROM notifications b WHERE b.organization_id = o.id AND b.bounced
    AND b.id > o.ignored_bounces_through LIMIT ${bouncePause.moreThan + 1}) few) <= ${bouncePause.moreThan} THEN false
  ELSE (SELECT count(*) FROM notifications n WHERE n.organization_id = o.id AND n.bounced
    AND n.id > o.ignored_bounces_through AND n.id > coalesce((
    SELECT l.id FROM notifications l WHERE l.organization_id = o.id AND (l.state = 'sent' OR l.bounced)
    ORDER BY l.id DESC OFFSET ${bouncePause.inLastMails} LIMIT 1), 0)) > ${bouncePause.moreThan} END`

/** Only later bounces count. */
export async function resetBounces(db: Db, organizationId: number): Promise<void> {
  await sql`
    UPDATE organizations SET ignored_bounces_through = coalesce(
      (SELECT max(n.id) FROM notifications n WHERE n.organization_id = ${organizationId} AND n.bounced), 0)
    WHERE id = ${organizationId}`.execute(db)
}

const holdReasonRow = z.object({ because: z.enum(['bounces', 'no_address']).nullable() })

export async function findMailsHeldBecause(db: Db, organizationId: number): Promise<'bounces' | 'no_address' | null> {
  return sql(holdReasonRow)`
    SELECT CASE
      -- a closed organization sends no mails anyway
      WHEN o.rule_deactivated OR o.cancelled_at IS NOT NULL THEN NULL
      WHEN ${isPaused} THEN 'bounces'
      WHEN NOT EXISTS (SELECT FROM organizations a
        WHERE a.id = CASE WHEN o.street <> '' THEN o.id ELSE coalesce(o.parent_id, o.id) END
          AND '' <> a.street || a.street2 || a.city || a.state || a.zip) THEN 'no_address' END AS because
    FROM organizations o WHERE o.id = ${organizationId}`.value(db, 'because')
}

/** SQL: reduced frequency suppresses mail `n` to donor `p`, unless they acted since the last email. */
export const hasReachedReducedFrequency = sql`(p.fewer_mails_at IS NOT NULL AND coalesce((
  SELECT max(coalesce(other.sent_at, 'infinity')) FROM notifications other
  WHERE other.organization_id = n.organization_id AND other.donation_id = n.donation_id AND other.donor_id = n.donor_id
    AND other.id <> n.id AND (other.state = 'sent' OR other.state = 'sending' AND other.recipient <> '')) > coalesce((
  SELECT max(a.at) FROM donation_events a WHERE a.organization_id = n.organization_id AND a.donation_id = n.donation_id
    AND a.actor = 'donor'), '-infinity'), false))`

/** SQL: of another gift, unless the donor of `n` acted on this one since. "This wasn't me" does not count. */
export const declinedOtherAt = sql`(
  SELECT max(other.status_changed_at) FROM donations other
  WHERE other.organization_id = n.organization_id AND other.donor_id = n.donor_id AND other.id <> n.donation_id
    AND other.counted AND other.status_id = 21 AND NOT other.unconfirmed AND other.status_changed_at > coalesce((
      SELECT max(a.at) FROM donation_events a WHERE a.organization_id = n.organization_id AND a.donation_id = n.donation_id
        AND a.actor = 'donor'), '-infinity'))`

/** SQL: in an email with the same request as `statusId`. Clicks before the donor's last undo do not count. */
export const hasAnswered = (gift: Sql, statusId: Sql) => sql`
  EXISTS (SELECT FROM notifications asked WHERE (asked.organization_id, asked.donation_id) = (${gift})
    AND (asked.clicks > 0 OR asked.decline_clicks > 0)
    AND CASE WHEN ${statusId} = ANY (${[...instructedStatusIds]}::smallint[])
      THEN asked.status_id = ANY (${[...instructedStatusIds]}::smallint[]) ELSE asked.status_id = ${statusId} END
    AND NOT EXISTS (SELECT FROM donation_events undone
      WHERE undone.organization_id = asked.organization_id AND undone.donation_id = asked.donation_id
        AND undone.action = 'undone' AND undone.actor = 'donor' AND undone.at >= asked.first_click))`

const waitingStatusIds = sql.raw(quickFilters.donor_contacted.statusIds.join(', '))

/** The match `d` waits for its donor, who opened an email before this time. */
export const isUnanswered = (openedBefore: Date): Sql => sql`d.status_id IN (${waitingStatusIds}) AND EXISTS (
  SELECT FROM notifications n WHERE n.organization_id = d.organization_id AND n.donation_id = d.id
    AND n.state IN ('sending', 'sent') AND n.first_open <= ${openedBefore}::timestamptz AND n.acted_at IS NULL)`

export async function recordBounce(db: Db, organizationId: number, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE notifications SET bounced = true WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
  await suppressRecipient(db, { organizationId, notificationId: id }, 'bounced', now)
}

export type MailAccess = MailReference & {
  readonly at: Date
  readonly soonAfterSendingMs: number
  readonly looksLikeMachine: boolean
}

// Scanners follow links and fetch pictures before a person can read the email.
const isByMachine = ({ looksLikeMachine, at, soonAfterSendingMs }: MailAccess) => sql`
  (${looksLikeMachine}::boolean OR sent_at IS NULL OR sent_at > ${new Date(at.getTime() - soonAfterSendingMs)}
    OR acted_at IS NULL AND coalesce(burst_at > ${new Date(at.getTime() - burstMs)}, false))`

export async function countOpen(db: Db, access: MailAccess): Promise<void> {
  await withMailResults(sql`
    UPDATE notifications n SET
      opens = opens + CASE WHEN ${isByMachine(access)} THEN 0 ELSE 1 END,
      machine_opens = machine_opens + CASE WHEN ${isByMachine(access)} THEN 1 ELSE 0 END,
      first_open = coalesce(first_open, CASE WHEN NOT ${isByMachine(access)} THEN ${access.at}::timestamptz END),
      first_machine_open = coalesce(first_machine_open, CASE WHEN ${isByMachine(access)} THEN ${access.at}::timestamptz END)
    WHERE organization_id = ${access.organizationId} AND id = ${access.notificationId}`).execute(db)
}

type MailLink = 'yes' | 'no' | 'unsubscribe'

/**
 * Also counts as an open. Several links within a minute, or both yes and no, indicate a scanner. All clicks of the
 * email then become machine clicks, unless the donor acted.
 */
export async function countClick(db: Db, click: MailAccess & { readonly link: MailLink }): Promise<void> {
  const { link, at, looksLikeMachine } = click
  const minuteAgo = new Date(at.getTime() - burstMs)
  const isAnswer = link !== 'unsubscribe'
  const isBurst = sql`(NOT ${looksLikeMachine}::boolean AND acted_at IS NULL AND (
    coalesce(burst_at > ${minuteAgo}, false) OR coalesce(last_link <> ${link}::text AND last_link_at > ${minuteAgo}, false)
    OR (${link}::text = 'yes' AND decline_clicks > 0) OR (${link}::text = 'no' AND clicks > 0)))`
  const isByPerson = sql`(${isAnswer}::boolean AND NOT ${isByMachine(click)} AND NOT ${isBurst})`
  const isBurstOpen = sql`(${isBurst} AND opens > 0 AND first_open > ${minuteAgo})`
  await withMailResults(sql`
    UPDATE notifications n SET
      clicks = CASE WHEN ${isBurst} THEN 0 WHEN ${isByPerson} AND ${link}::text = 'yes' THEN clicks + 1 ELSE clicks END,
      decline_clicks = CASE WHEN ${isBurst} THEN 0 WHEN ${isByPerson} AND ${link}::text = 'no' THEN decline_clicks + 1 ELSE decline_clicks END,
      machine_clicks = machine_clicks + CASE WHEN ${isBurst} THEN clicks + decline_clicks ELSE 0 END
        + CASE WHEN ${isByPerson} OR NOT ${isAnswer}::boolean THEN 0 ELSE 1 END,
      first_click = CASE WHEN ${isBurst} THEN NULL WHEN ${isByPerson} THEN coalesce(first_click, ${at}::timestamptz) ELSE first_click END,
      opens = CASE WHEN ${isBurstOpen} THEN 0 ELSE opens END,
      machine_opens = machine_opens + CASE WHEN ${isBurstOpen} THEN opens ELSE 0 END,
      first_machine_open = CASE WHEN ${isBurstOpen} THEN coalesce(first_machine_open, first_open) ELSE first_machine_open END,
      first_open = CASE WHEN ${isBurstOpen} OR (${isBurst} AND opens = 0) THEN NULL
        WHEN ${isByPerson} THEN coalesce(first_open, ${at}::timestamptz) ELSE first_open END,
      burst_at = CASE WHEN ${isBurst} THEN ${at}::timestamptz ELSE burst_at END,
      last_link = CASE WHEN ${looksLikeMachine}::boolean THEN last_link ELSE ${link}::text END,
      last_link_at = CASE WHEN ${looksLikeMachine}::boolean THEN last_link_at ELSE ${at}::timestamptz END
    WHERE organization_id = ${click.organizationId} AND id = ${click.notificationId}`).execute(db)
}

const burstMs = 60_000

/** Counts for the email with the followed link and for the last one sent, which is credited with a submission. */
export async function countAction(
  db: Db,
  { organizationId, notificationId, at, declines }: MailReference & { readonly at: Date; readonly declines: boolean },
): Promise<void> {
  await withMailResults(sql`
    UPDATE notifications n SET acted_at = coalesce(n.acted_at, ${at}::timestamptz),
      clicks = CASE WHEN ${declines}::boolean THEN n.clicks ELSE greatest(n.clicks, 1) END,
      decline_clicks = CASE WHEN ${declines}::boolean THEN greatest(n.decline_clicks, 1) ELSE n.decline_clicks END,
      first_click = coalesce(n.first_click, ${at}::timestamptz), first_open = coalesce(n.first_open, ${at}::timestamptz)
    FROM notifications led
    WHERE led.organization_id = ${organizationId} AND led.id = ${notificationId}
      AND n.organization_id = led.organization_id AND (n.id = led.id OR n.id = (
        SELECT max(m.id) FROM notifications m WHERE m.organization_id = led.organization_id AND m.donation_id = led.donation_id
          AND m.kind NOT IN ('thank_you', 'message') AND m.state IN ('sending', 'sent')))`).execute(db)
}

export type Credit = {
  readonly organization_id: number
  readonly donation_id: number
  readonly is_requested: boolean
  /** Counts as a click. Other changes credit only emails that were clicked. */
  readonly by_donor: boolean
}
const creditTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  is_requested: 'boolean',
  by_donor: 'boolean',
} as const satisfies ColumnTypes<Credit>

/** An email without a click is never credited. */
export async function creditEmails(db: Db, credits: readonly Credit[], now: Date): Promise<void> {
  if (credits.length === 0) return
  await writeRows(
    db,
    credits,
    withMailResults(sql`
    UPDATE notifications n SET led_to_submission = r.is_requested AND (r.by_donor OR n.clicks > 0),
      clicks = CASE WHEN r.by_donor THEN greatest(n.clicks, 1) ELSE n.clicks END,
      acted_at = CASE WHEN r.by_donor THEN coalesce(n.acted_at, ${now}::timestamptz) ELSE n.acted_at END,
      first_click = CASE WHEN r.by_donor THEN coalesce(n.first_click, ${now}::timestamptz) ELSE n.first_click END,
      first_open = CASE WHEN r.by_donor THEN coalesce(n.first_open, ${now}::timestamptz) ELSE n.first_open END
    FROM ${recordset(creditTypes, credits)}
    WHERE n.organization_id = r.organization_id AND n.id = (
      SELECT max(m.id) FROM notifications m WHERE m.organization_id = r.organization_id AND m.donation_id = r.donation_id
        AND m.kind NOT IN ('thank_you', 'message') AND m.state IN ('sending', 'sent'))`),
  )
}

const matchOfMail = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  donationId: z.int(),
  donorId: z.int(),
})
type MatchOfMail = z.infer<typeof matchOfMail>

/** Null if the gift was deleted or has another donor, or the address changed or was erased. */
export async function findMatchOfMail(db: Db, mail: MailReference): Promise<MatchOfMail | null> {
  // Materialized first: row-level security would otherwise make each click scan all gifts.
  return sql(matchOfMail)`
    WITH about AS MATERIALIZED (
      SELECT g.organization_id, g.donor_id, coalesce(g.merged_into_id, g.id) AS match_id, n.recipient
      FROM notifications n JOIN donations g ON g.organization_id = n.organization_id AND g.id = n.donation_id
        AND g.donor_id = n.donor_id AND g.deleted_at IS NULL
      WHERE n.organization_id = ${mail.organizationId} AND n.id = ${mail.notificationId})
    SELECT d.organization_id AS "organizationId", o.parent_id AS "parentId", d.id AS "donationId", d.donor_id AS "donorId"
    FROM about n
    JOIN donations d ON d.id = n.match_id
    JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id AND p.erased_at IS NULL
    WHERE d.deleted_at IS NULL AND ${isCurrentAddress}`.first(db)
}
