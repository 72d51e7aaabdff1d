import { suppressions } from '@twofold/contract'
import { giftKindIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { hasEmails } from '../../match-facts/index.ts'
import { suppressionOf } from '../../suppressions/index.ts'
import { daytimeFrom } from '../donor-mails/daytime.queries.ts'
import { limitDays } from '../donor-mails/decide-mail.ts'
import { lastListedAt } from '../donor-mails/listed-gifts.queries.ts'
import { declinedOtherAt, hasReachedReducedFrequency, isPaused } from '../donor-mails/notifications.queries.ts'

/** The emails of an upload or a payout report, all, or those queued by this transaction. */
export type MailScope = MailSource | 'all' | 'of this transaction'
type MailSource = { readonly importId: number } | { readonly payoutReportId: number }

const isInScope = (scope: MailScope) => {
  if (scope === 'all') return sql`true`
  if (scope === 'of this transaction') return sql`n.queued_at = now()`
  return isFromSource(scope)
}

const isFromSource = (source: MailSource) =>
  'importId' in source ? sql`n.import_id = ${source.importId}` : sql`n.payout_report_id = ${source.payoutReportId}`

/** Beyond it, the review reports a minimum count. */
export const maxReviewedMails = 20_000

const heldBecause = z.enum(['team', 'support', 'directory', 'payout'])
export type HeldBecause = z.infer<typeof heldBecause>

export const waitingFacts = z.object({
  donorKey: z.string(),
  email: z.string(),
  donorName: z.string(),
  counted: z.boolean(),
  inert: z.boolean(),
  silenced: z.boolean(),
  donationStatusId: z.int(),
  reasonCode: z.string(),
  amountCents: z.int(),
  payment: z.enum(['none', 'expected', 'part_paid', 'paid', 'refused']),
  companyName: z.string(),
  suppressed: suppressions.suppressionReason.nullable(),
  hasReachedReducedFrequency: z.boolean(),
  declinedOtherAt: z.date().nullable(),
  hasReducedFrequency: z.boolean(),
  paidOn: z.string().nullable(),
  giftKind: z.enum(giftKindIds),
  createdAt: z.date(),
  importId: z.int().nullable(),
  lastListedAt: z.date().nullable(),
})

export const factsOfWaiting = (now: Date) => sql`
  p.donor_key AS "donorKey", p.email, p.name AS "donorName", ${hasEmails} AS counted, d.inert, d.silenced, d.status_id AS "donationStatusId",
  d.reason_code AS "reasonCode", d.amount_cents AS "amountCents", d.payment_state AS payment,
  coalesce((SELECT c.name FROM companies c WHERE c.id = d.company_id), d.employer_text) AS "companyName",
  ${suppressionOf('p')} AS suppressed,
  ${hasReachedReducedFrequency} AS "hasReachedReducedFrequency", ${declinedOtherAt} AS "declinedOtherAt", p.fewer_mails_at IS NOT NULL AS "hasReducedFrequency",
  CASE WHEN n.kind = 'thank_you' THEN (SELECT paid_on FROM employer_paid(d.organization_id, d.id)) END AS "paidOn", d.gift_kind AS "giftKind",
  n.created_at AS "createdAt", n.import_id AS "importId", ${lastListedAt(now)} AS "lastListedAt"`

const waitingMail = waitingFacts.extend({
  id: z.int(),
  organizationId: z.int(),
  donationId: z.int(),
  donorId: z.int(),
  kind: z.enum(['initial', 'thank_you', 'message']),
  statusId: z.int(),
  sendAt: z.date(),
  heldBecause: heldBecause.nullable(),
  isMovedByLimit: z.boolean(),
})
export type WaitingMail = z.infer<typeof waitingMail>

/**
 * Emails are in order of sending. Looks up by key, because outdated statistics after an upload would make a join scan
 * everything.
 */
export async function listWaitingMails(
  db: Db,
  { family }: Tenant,
  scope: MailScope,
  now: Date,
): Promise<WaitingMail[]> {
  return sql(waitingMail)`
    SELECT n.id, n.organization_id AS "organizationId", n.donation_id AS "donationId", n.donor_id AS "donorId",
      n.kind, n.status_id AS "statusId", n.send_at AS "sendAt", n.held_because AS "heldBecause", n.moved_by_limit AS "isMovedByLimit",
      ${factsOfWaiting(now)}
    FROM (
      SELECT * FROM notifications n
      WHERE n.organization_id = ANY (${[...family]}::bigint[]) AND n.state = 'queued' AND n.kind IN ('initial', 'thank_you', 'message') AND ${isInScope(scope)}
      ORDER BY n.send_at, n.id LIMIT ${maxReviewedMails + 1}) n
    CROSS JOIN LATERAL (SELECT * FROM donations d
      WHERE d.organization_id = n.organization_id AND d.id = n.donation_id OFFSET 0) d
    CROSS JOIN LATERAL (SELECT * FROM donors p
      WHERE p.organization_id = n.organization_id AND p.id = n.donor_id OFFSET 0) p
    ORDER BY n.send_at, n.id`.rows(db)
}

const sender = z.object({
  id: z.int(),
  isClosed: z.boolean(),
  emailMinCents: z.int(),
  emailWho: z.enum(['all', 'company']),
  emailLimit: z.int(),
  thanksDonors: z.boolean(),
  isPaused: z.boolean(),
  hasAddress: z.boolean(),
  timeZone: z.string(),
  daytime: z.date(),
})
export type Sender = z.infer<typeof sender>

export async function listSenders(db: Db, { family }: Tenant, now: Date): Promise<Map<number, Sender>> {
  const rows = await sql(sender)`
    SELECT o.id, o.rule_deactivated OR o.cancelled_at IS NOT NULL AS "isClosed", o.email_min_cents AS "emailMinCents",
      o.email_who AS "emailWho", o.email_limit AS "emailLimit", o.thank_donors AS "thanksDonors", ${isPaused} AS "isPaused",
      EXISTS (SELECT FROM organizations a WHERE a.id = CASE WHEN o.street <> '' THEN o.id ELSE coalesce(o.parent_id, o.id) END
        AND '' <> a.street || a.street2 || a.city || a.state || a.zip) AS "hasAddress", o.time_zone AS "timeZone",
      ${daytimeFrom(now)} AS daytime
    FROM organizations o WHERE o.id = ANY (${[...family]}::bigint[])`.rows(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const recentMailsRow = z.object({
  donorKey: z.string(),
  mails: z.int(),
  last: z.date(),
  lastDonationId: z.int().nullable(),
})
/** `lastDonationId`: the gift of the last email. */
export type RecentMails = { readonly mails: number; readonly last: Date | null; readonly lastDonationId: number | null }

export async function listRecentMails(
  db: Db,
  { family }: Tenant,
  donorKeys: readonly string[],
  now: Date,
): Promise<Map<string, RecentMails>> {
  const since = new Date(now.getTime() - limitDays * 86_400_000)
  const rows = await sql(recentMailsRow)`
    SELECT p.donor_key AS "donorKey", count(*) AS mails, max(coalesce(n.sent_at, ${now}::timestamptz)) AS last,
      (array_agg(n.donation_id ORDER BY coalesce(n.sent_at, ${now}::timestamptz) DESC, n.id DESC))[1] AS "lastDonationId"
    FROM unnest(${[...new Set(donorKeys)]}::text[]) AS asked (donor_key)
    CROSS JOIN unnest(${[...family]}::bigint[]) AS o (id)
    CROSS JOIN LATERAL (SELECT * FROM donors p
      WHERE p.organization_id = o.id AND p.donor_key = asked.donor_key OFFSET 0) p
    CROSS JOIN LATERAL (SELECT n.id, n.donation_id, n.sent_at FROM notifications n
      WHERE n.organization_id = p.organization_id AND n.donor_id = p.id
        AND (n.sent_at > ${since} OR n.state IS NOT DISTINCT FROM 'sending' AND n.recipient <> '') OFFSET 0) n
    GROUP BY p.donor_key`.rows(db)
  return new Map(rows.map(({ donorKey, ...recent }) => [donorKey, recent]))
}

const sentCountRow = z.object({ sent: z.int() })

export async function countMailsSent(db: Db, { family }: Tenant, source: MailSource): Promise<number> {
  return sql(sentCountRow)`
    SELECT count(*) AS sent FROM notifications n
    WHERE n.organization_id = ANY (${[...family]}::bigint[]) AND ${isFromSource(source)}
      AND n.state IN ('sending', 'sent')`.value(db, 'sent', 0)
}

const skippedRow = z.object({ why: z.string(), count: z.int() })
const maxReasons = 20

export async function listSkippedMails(
  db: Db,
  { family }: Tenant,
  source: { readonly payoutReportId: number },
): Promise<z.infer<typeof skippedRow>[]> {
  return sql(skippedRow)`
    SELECT coalesce(n.problem, '') AS why, count(*) AS count FROM notifications n
    WHERE n.organization_id = ANY (${[...family]}::bigint[]) AND ${isFromSource(source)} AND n.state = 'skipped'
    GROUP BY 1 ORDER BY count(*) DESC LIMIT ${maxReasons}`.rows(db)
}

/** Skips emails being sent. Returns the number of newly held emails. */
export async function holdWaiting(
  db: Db,
  { family }: Tenant,
  scope: MailScope,
  { because, now }: { readonly because: HeldBecause; readonly now: Date },
): Promise<number> {
  const { count } = await sql`
    UPDATE notifications n SET held_at = ${now}, held_because = ${because}
    WHERE n.organization_id = ANY (${[...family]}::bigint[]) AND n.state = 'queued' AND n.held_at IS NULL
      AND ${isInScope(scope)}`.execute(db)
  return count
}

/** Sent after the time to undo, in the donor's daytime. Returns their number. */
export async function releaseHeld(
  db: Db,
  { family }: Tenant,
  scope: MailScope,
  {
    now,
    delaySeconds,
    keepsNight,
  }: { readonly now: Date; readonly delaySeconds: number; readonly keepsNight: boolean },
): Promise<number> {
  const { count } = await sql`
    UPDATE notifications n SET held_at = NULL, held_because = NULL, problem = NULL,
      send_at = greatest(n.created_at + make_interval(secs => ${delaySeconds}), ${keepsNight ? daytimeFrom(now) : now}::timestamptz)
    FROM organizations o
    WHERE o.id = n.organization_id AND n.organization_id = ANY (${[...family]}::bigint[])
      AND n.state = 'queued' AND n.held_at IS NOT NULL AND ${isInScope(scope)}`.execute(db)
  return count
}
