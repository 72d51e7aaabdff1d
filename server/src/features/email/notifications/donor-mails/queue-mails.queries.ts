import type { Db } from '../../../../platform/database/database.ts'
import { writeRows } from '../../../../platform/database/recordset.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { mailedStatusIds } from '../../../core/texts/index.ts'
import { hasEmails } from '../../match-facts/index.ts'
import { daytimeFrom } from './daytime.queries.ts'
import { matchMovedOn, matchMovedOnTexts, thankedWithinDays } from './decide-mail.ts'

type EvaluatedDonation = {
  readonly organizationId: number
  readonly donationId: number
  readonly donorId: number
  readonly statusId: number
  readonly isNew?: boolean
}

type QueueOptions = {
  readonly now: Date
  readonly delaySeconds: number
  /** False: emails go out at any hour. */
  readonly keepsNight: boolean
  /** '& Re-Email' sends even if the same mail was sent before. */
  readonly again?: boolean
  readonly importId?: number | null
  /** Emails that were skipped because the match had moved on; it has returned. */
  readonly onlyAbandoned?: boolean
}

/**
 * One mail per donation and status; idempotent. A queued mail about a former status is skipped. The caller excludes
 * donations that must not send mail.
 */
export async function queueInitialMails(
  db: Db,
  organizationIds: readonly number[],
  donations: readonly EvaluatedDonation[],
  { now, delaySeconds, keepsNight, again = false, importId = null, onlyAbandoned = false }: QueueOptions,
): Promise<void> {
  if (donations.length === 0) return
  const sendAt = new Date(now.getTime() + delaySeconds * 1000)
  const insertMails = sql.prepared`
    INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at, import_id)
    SELECT e.organization_id, e.donation_id, e.donor_id, 'initial', e.status_id, gen_random_uuid()::text,
      ${keepsNight ? daytimeFrom(sendAt) : sendAt}, ${now}, ${importId}::bigint
    FROM ${evaluatedRows(donations)}
    JOIN organizations o ON o.id = e.organization_id
    JOIN donations d ON d.organization_id = e.organization_id AND d.id = e.donation_id AND NOT d.inert AND ${hasEmails}
    -- Uses a sub-select by key. With recent statistics, a join scanned all donors of an organization for each gift.
    WHERE (SELECT p.email FROM donors p WHERE p.organization_id = e.organization_id AND p.id = e.donor_id) <> ''
      AND e.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND e.status_id = ANY (${[...mailedStatusIds]}::smallint[])
      AND NOT EXISTS (
        SELECT FROM notifications n
        WHERE n.organization_id = e.organization_id AND n.donation_id = e.donation_id
          AND n.kind = 'initial' AND n.status_id = e.status_id AND (NOT ${again} OR n.donor_id = e.donor_id)
          AND (n.state = ANY (${again ? ['queued', 'sending'] : ['queued', 'sending', 'sent']})
            OR NOT ${again} AND n.covered_by IS NOT NULL))
      AND (NOT ${onlyAbandoned} OR EXISTS (
        SELECT FROM notifications n
        WHERE n.organization_id = e.organization_id AND n.donation_id = e.donation_id
          AND n.kind = 'initial' AND n.status_id = e.status_id AND n.state = 'skipped'
          AND n.problem = ANY (${[...matchMovedOnTexts]}::text[])))`
  const knownDonations = donations.filter(({ isNew }) => !isNew)
  await skipFormerMails(db, organizationIds, knownDonations)
  await writeRows(db, donations, insertMails)
}

type ThankedMatch = Omit<EvaluatedDonation, 'statusId'>

type ThanksOptions = Pick<QueueOptions, 'now' | 'delaySeconds' | 'keepsNight'> & { readonly reportId: number }

/**
 * The emails are on hold until a person releases them; returns their number. Each match gets one, for the first employer
 * payment; old payments get none.
 */
export async function queueThanks(
  db: Db,
  organizationIds: readonly number[],
  matches: readonly ThankedMatch[],
  { now, delaySeconds, keepsNight, reportId }: ThanksOptions,
): Promise<number> {
  if (matches.length === 0) return 0
  const sendAt = new Date(now.getTime() + delaySeconds * 1000)
  const oldestPaidOn = new Date(now.getTime() - thankedWithinDays * 86_400_000)
  const { count } = await sql`
    INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at,
      held_at, held_because, payout_report_id)
    SELECT e.organization_id, e.donation_id, e.donor_id, 'thank_you', 1, gen_random_uuid()::text,
      ${keepsNight ? daytimeFrom(sendAt) : sendAt}, ${now}, ${now}, 'payout', ${reportId}
    FROM ${evaluatedRows(matches.map((match) => ({ ...match, statusId: 1 })))}
    JOIN organizations o ON o.id = e.organization_id AND o.thank_donors
    CROSS JOIN LATERAL employer_paid(e.organization_id, e.donation_id) paid
    WHERE e.organization_id = ANY (${[...organizationIds]}::bigint[]) AND paid.paid_on >= ${oldestPaidOn}::date
      AND (SELECT p.email FROM donors p WHERE p.organization_id = e.organization_id AND p.id = e.donor_id) <> ''
      AND NOT EXISTS (
        SELECT FROM notifications n
        WHERE n.organization_id = e.organization_id AND n.donation_id = e.donation_id AND n.kind = 'thank_you'
          AND (n.state IN ('queued', 'sending', 'sent') OR n.dropped_at IS NOT NULL))`.execute(db)
  return count
}

export async function cancelThanks(db: Db, organizationIds: readonly number[], reportId: number): Promise<void> {
  await sql`
    UPDATE notifications SET state = 'skipped', problem = 'The report of this payment was undone.', held_at = NULL, held_because = NULL
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND payout_report_id = ${reportId}
      AND state = 'queued'`.execute(db)
}

async function skipFormerMails(
  db: Db,
  organizationIds: readonly number[],
  donations: readonly EvaluatedDonation[],
): Promise<void> {
  if (donations.length === 0) return
  // By gift, with the state hidden from the planner, which would otherwise scan all waiting emails.
  await writeRows(
    db,
    donations,
    sql.prepared`
    UPDATE notifications n SET state = 'skipped', problem = ${matchMovedOn}
    WHERE n.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND n.id = ANY (ARRAY(SELECT about.id FROM ${evaluatedRows(donations)},
        LATERAL (SELECT id, state, status_id, kind FROM notifications
          WHERE organization_id = e.organization_id AND donation_id = e.donation_id OFFSET 0) about
        WHERE about.state = 'queued' AND about.status_id <> e.status_id AND about.kind <> 'message'))
      AND CASE WHEN n.state = 'queued' THEN true ELSE false END`,
  )
}

export async function cancelMailsSince(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  since: Date,
): Promise<void> {
  await sql`
    UPDATE notifications SET state = 'skipped', problem = 'The change behind this email was undone.'
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND donation_id = ANY (${[...donationIds]}::bigint[])
      AND state = 'queued' AND kind <> 'message' AND created_at >= ${since}::timestamptz`.execute(db)
}

const evaluatedRows = (donations: readonly EvaluatedDonation[]) => sql`
  unnest(
    ${donations.map(({ organizationId }) => organizationId)}::bigint[],
    ${donations.map(({ donationId }) => donationId)}::bigint[],
    ${donations.map(({ donorId }) => donorId)}::bigint[],
    ${donations.map(({ statusId }) => statusId)}::smallint[]
  ) AS e (organization_id, donation_id, donor_id, status_id)`
