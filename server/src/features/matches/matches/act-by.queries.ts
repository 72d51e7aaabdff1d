import { pendingStatusIds } from '@twofold/matching'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * SQL on the day by which somebody has to act on an open match: the one that the nonprofit was given where it was asked to verify the
 * gift, else the company's. Wherever deadlines that are to be met are told, counted or found, it is this day.
 */

/** What is asked of the nonprofit about `d` (donations) as it waits now: `r` (verification_requests) of an earlier wait is over. */
export const isAsked = sql`r.organization_id = d.organization_id AND r.donation_id = d.id AND r.asked_at >= d.status_changed_at`

/** The end of the day that the nonprofit was given, of `d`; null: none. */
const givenDay = sql`SELECT r.until_at FROM verification_requests r WHERE d.status_id = 3 AND ${isAsked} AND r.until_at IS NOT NULL`

/** The end of the day, of `d`; null: none is known. */
export const actBy = sql`coalesce((${givenDay}), d.deadline_at)`

const lastDay = (moment: Sql, zone: Sql): Sql => sql`(${moment} AT TIME ZONE ${zone} - interval '1 millisecond')::date`
const byOwnClock = sql`o.time_zone`
const byTheirClock = sql`coalesce(c.time_zone, 'America/New_York')`

/** The day of such a moment, of `o` (organizations) and `c` (companies): a day that was given is one of the nonprofit's clock. */
export const dayToAct = (moment: Sql, isGiven: Sql): Sql =>
  lastDay(moment, sql`CASE WHEN ${isGiven} THEN ${byOwnClock} ELSE ${byTheirClock} END`)

/** The day itself, of `d`, `o` and `c`. */
export const actByDay = sql`coalesce(${lastDay(sql`(${givenDay})`, byOwnClock)}, ${lastDay(sql`d.deadline_at`, byTheirClock)})`

type Asked = {
  /** One organization's id. */
  readonly organization: Sql
  readonly from: Sql
  readonly before: Sql
  /** Of matches that wait for the nonprofit alone; else of all open ones. */
  readonly ofNonprofit?: true
  /** The earliest so many of either kind of day. */
  readonly first?: number
}

// As text and not as parameters: plans are kept, and only a text can be held against the indexes of these statuses.
const pendingIds = sql.raw(pendingStatusIds.join(', '))
const nonprofitId = sql.raw('3')

/** Open matches whose day ends between two moments, read off an index of deadlines and one of given days: organization_id, id, act_by, is_given. */
export function toActOn({ organization, from, before, ofNonprofit, first }: Asked): Sql {
  const nearest = (moment: Sql): Sql => (first === undefined ? sql`` : sql`ORDER BY ${moment} LIMIT ${first}`)
  return sql`(SELECT d.organization_id, d.id, d.deadline_at AS act_by, false AS is_given FROM donations d
      WHERE d.organization_id = ${organization} AND d.counted AND NOT d.inert AND d.deadline_at IS NOT NULL
        AND d.status_id IN (${ofNonprofit ? nonprofitId : pendingIds})
        AND d.deadline_at >= ${from} AND d.deadline_at < ${before} AND NOT EXISTS (${givenDay})
      ${nearest(sql`d.deadline_at`)})
    UNION ALL
    (SELECT d.organization_id, d.id, r.until_at, true FROM verification_requests r
      JOIN donations d ON ${isAsked}
      WHERE r.organization_id = ${organization} AND r.until_at >= ${from} AND r.until_at < ${before}
        AND d.counted AND NOT d.inert AND d.status_id = 3
      ${nearest(sql`r.until_at`)})`
}

/**
 * What the sums by week of the company's deadline have at another week, between two moments: deadline_week, currency, gifts and
 * estimated_cents, less than none where a given day took a match out of its week.
 */
export function otherWeeks({ organizations, from, before }: Record<'organizations' | 'from' | 'before', Sql>): Sql {
  const given = sql`FROM verification_requests r JOIN donations d ON ${isAsked}
    WHERE r.organization_id = ANY (${organizations}) AND d.organization_id = ANY (${organizations})
      AND r.until_at IS NOT NULL AND d.counted AND NOT d.inert AND d.status_id = 3`
  return sql`SELECT week_of_deadline(r.until_at) AS deadline_week, d.currency, 1 AS gifts, d.estimated_cents ${given}
      AND r.until_at >= ${from} AND r.until_at < ${before}
    UNION ALL SELECT week_of_deadline(d.deadline_at), d.currency, -1, -d.estimated_cents ${given}
      AND d.deadline_at >= ${from} AND d.deadline_at < ${before}`
}
