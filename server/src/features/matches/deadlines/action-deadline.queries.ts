import { pendingStatusIds } from '@twofold/matching'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * SQL for the day by which someone must act on an open match, used by every display, count, and search. The nonprofit's
 * deadline, if it was asked to verify the gift, otherwise the company's.
 */

export const isCurrentVerificationRequest = sql`r.organization_id = d.organization_id AND r.donation_id = d.id AND r.asked_at >= d.status_changed_at`

const verificationDeadline = sql`SELECT r.until_at FROM verification_requests r WHERE d.status_id = 3 AND ${isCurrentVerificationRequest} AND r.until_at IS NOT NULL`

/** The end of the deadline day of `d`; null if there is none. */
export const actionDeadline = sql`coalesce((${verificationDeadline}), d.deadline_at)`

const lastDay = (moment: Sql, zone: Sql): Sql => sql`(${moment} AT TIME ZONE ${zone} - interval '1 millisecond')::date`
const nonprofitTimeZone = sql`o.time_zone`
const companyTimeZone = sql`coalesce(c.time_zone, 'America/New_York')`

/** The nonprofit's deadlines use its own time zone. */
export const toActionDay = (moment: Sql, isVerificationDeadline: Sql): Sql =>
  lastDay(moment, sql`CASE WHEN ${isVerificationDeadline} THEN ${nonprofitTimeZone} ELSE ${companyTimeZone} END`)

export const actionDeadlineDay = sql`coalesce(${lastDay(sql`(${verificationDeadline})`, nonprofitTimeZone)}, ${lastDay(sql`d.deadline_at`, companyTimeZone)})`

type DueMatchFilter = {
  readonly organization: Sql
  readonly from: Sql
  readonly before: Sql
  readonly ofNonprofit?: true
  readonly first?: number
}

// Literals, because the partial indexes on these statuses do not apply to parameters of cached plans.
const pendingIds = sql.raw(pendingStatusIds.join(', '))
const nonprofitId = sql.raw('3')

/** Each kind of deadline uses its own index. */
export function selectMatchesDue({ organization, from, before, ofNonprofit, first }: DueMatchFilter): Sql {
  const nearest = (moment: Sql): Sql => (first === undefined ? sql`` : sql`ORDER BY ${moment} LIMIT ${first}`)
  return sql`(SELECT d.organization_id, d.id, d.deadline_at AS act_by, false AS is_given FROM donations d
      WHERE d.organization_id = ${organization} AND d.counted AND NOT d.inert AND d.deadline_at IS NOT NULL
        AND d.status_id IN (${ofNonprofit ? nonprofitId : pendingIds})
        AND d.deadline_at >= ${from} AND d.deadline_at < ${before} AND NOT EXISTS (${verificationDeadline})
      ${nearest(sql`d.deadline_at`)})
    UNION ALL
    (SELECT d.organization_id, d.id, r.until_at, true FROM verification_requests r
      JOIN donations d ON ${isCurrentVerificationRequest}
      WHERE r.organization_id = ${organization} AND r.until_at >= ${from} AND r.until_at < ${before}
        AND d.counted AND NOT d.inert AND d.status_id = 3
      ${nearest(sql`r.until_at`)})`
}

/**
 * The weekly sums use the company's deadline. Negative rows correct the week that a match leaves for the nonprofit's
 * deadline.
 */
export function deadlineWeekCorrections({
  organizations,
  from,
  before,
}: Record<'organizations' | 'from' | 'before', Sql>): Sql {
  const currentRequests = sql`FROM verification_requests r JOIN donations d ON ${isCurrentVerificationRequest}
    WHERE r.organization_id = ANY (${organizations}) AND d.organization_id = ANY (${organizations})
      AND r.until_at IS NOT NULL AND d.counted AND NOT d.inert AND d.status_id = 3`
  return sql`SELECT week_of_deadline(r.until_at) AS deadline_week, d.currency, 1 AS gifts, d.estimated_cents ${currentRequests}
      AND r.until_at >= ${from} AND r.until_at < ${before}
    UNION ALL SELECT week_of_deadline(d.deadline_at), d.currency, -1, -d.estimated_cents ${currentRequests}
      AND d.deadline_at >= ${from} AND d.deadline_at < ${before}`
}
