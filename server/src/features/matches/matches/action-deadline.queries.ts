import { pendingStatusIds } from '@twofold/matching'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * SQL for the day by which someone must act on an open match. If the nonprofit was asked to verify the gift and given a
 * deadline, it is that deadline. Otherwise it is the company's deadline. Every display, count, and search of deadlines
 * uses this day.
 */

/**
 * Joins `d` (donations) to its current verification request `r`. Requests from before the last status change no longer
 * count.
 */
export const isCurrentVerificationRequest = sql`r.organization_id = d.organization_id AND r.donation_id = d.id AND r.asked_at >= d.status_changed_at`

/** The end of the nonprofit's deadline day for `d`; null if it has none. */
const givenDay = sql`SELECT r.until_at FROM verification_requests r WHERE d.status_id = 3 AND ${isCurrentVerificationRequest} AND r.until_at IS NOT NULL`

/** The moment at which the deadline day of `d` ends; null if there is no deadline. */
export const actionDeadline = sql`coalesce((${givenDay}), d.deadline_at)`

const lastDay = (moment: Sql, zone: Sql): Sql => sql`(${moment} AT TIME ZONE ${zone} - interval '1 millisecond')::date`
const byOwnClock = sql`o.time_zone`
const byTheirClock = sql`coalesce(c.time_zone, 'America/New_York')`

/**
 * The date of such a moment for `o` (organizations) and `c` (companies). The nonprofit's deadlines use its own time
 * zone.
 */
export const toActionDay = (moment: Sql, isGiven: Sql): Sql =>
  lastDay(moment, sql`CASE WHEN ${isGiven} THEN ${byOwnClock} ELSE ${byTheirClock} END`)

/** The deadline date of `d`, `o`, and `c`. */
export const actionDeadlineDay = sql`coalesce(${lastDay(sql`(${givenDay})`, byOwnClock)}, ${lastDay(sql`d.deadline_at`, byTheirClock)})`

type Asked = {
  /** SQL for one organization id. */
  readonly organization: Sql
  readonly from: Sql
  readonly before: Sql
  /** Only matches that wait for the nonprofit, instead of all open matches. */
  readonly ofNonprofit?: true
  /** At most this many of each kind of deadline, earliest first. */
  readonly first?: number
}

// Literals instead of parameters: plans are cached, and the partial indexes on these statuses only apply to literals.
const pendingIds = sql.raw(pendingStatusIds.join(', '))
const nonprofitId = sql.raw('3')

/**
 * Selects open matches whose deadline is between two moments: organization_id, id, act_by, is_given. Each kind of
 * deadline uses its index.
 */
export function selectMatchesDue({ organization, from, before, ofNonprofit, first }: Asked): Sql {
  const nearest = (moment: Sql): Sql => (first === undefined ? sql`` : sql`ORDER BY ${moment} LIMIT ${first}`)
  return sql`(SELECT d.organization_id, d.id, d.deadline_at AS act_by, false AS is_given FROM donations d
      WHERE d.organization_id = ${organization} AND d.counted AND NOT d.inert AND d.deadline_at IS NOT NULL
        AND d.status_id IN (${ofNonprofit ? nonprofitId : pendingIds})
        AND d.deadline_at >= ${from} AND d.deadline_at < ${before} AND NOT EXISTS (${givenDay})
      ${nearest(sql`d.deadline_at`)})
    UNION ALL
    (SELECT d.organization_id, d.id, r.until_at, true FROM verification_requests r
      JOIN donations d ON ${isCurrentVerificationRequest}
      WHERE r.organization_id = ${organization} AND r.until_at >= ${from} AND r.until_at < ${before}
        AND d.counted AND NOT d.inert AND d.status_id = 3
      ${nearest(sql`r.until_at`)})`
}

/**
 * Corrections to the weekly sums, which use the company's deadline: deadline_week, currency, gifts, and
 * estimated_cents. Rows are negative for the week that a match leaves because the nonprofit was given another deadline.
 */
export function deadlineWeekCorrections({
  organizations,
  from,
  before,
}: Record<'organizations' | 'from' | 'before', Sql>): Sql {
  const given = sql`FROM verification_requests r JOIN donations d ON ${isCurrentVerificationRequest}
    WHERE r.organization_id = ANY (${organizations}) AND d.organization_id = ANY (${organizations})
      AND r.until_at IS NOT NULL AND d.counted AND NOT d.inert AND d.status_id = 3`
  return sql`SELECT week_of_deadline(r.until_at) AS deadline_week, d.currency, 1 AS gifts, d.estimated_cents ${given}
      AND r.until_at >= ${from} AND r.until_at < ${before}
    UNION ALL SELECT week_of_deadline(d.deadline_at), d.currency, -1, -d.estimated_cents ${given}
      AND d.deadline_at >= ${from} AND d.deadline_at < ${before}`
}
