import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { recipientsOf } from '../../core/organizations/index.ts'

/** The organization's time zone applies. The spread avoids ten thousand emails in one minute. */
export const digestTime = { fromHour: 8, spreadMinutes: 60 } as const
/** Ahead, so that the portal can show the time, and until Thursday after an outage on Monday. */
const planFromHour = 1
const untilHour = 17
const lateDays = 3
/** Counts per address, regardless of clock changes. */
export const digestEveryDays = 7

/** SQL: the Monday, in the time zone of `o`. */
export const mondayOf = (moment: Date) => sql`date_trunc('week', ${moment}::timestamptz AT TIME ZONE o.time_zone)::date`

export const slotOf = (week: Sql) =>
  sql`(${week} + make_interval(hours => ${digestTime.fromHour}::int,
    mins => (o.id % ${digestTime.spreadMinutes})::int)) AT TIME ZONE o.time_zone`

const plannedRow = z.object({ planned: z.int() })

/**
 * Plans up to `limit` organizations and returns their number. A single statement is safe on several nodes. Crosses
 * organizations.
 */
export async function planWeek(db: Db, now: Date, limit: number): Promise<number> {
  const at = (days: number, hours: number) =>
    sql`(m.week + make_interval(days => ${days}::int, hours => ${hours}::int)) AT TIME ZONE o.time_zone`
  return sql(plannedRow)`
      WITH due AS MATERIALIZED (
        SELECT o.id, o.parent_id, o.contact_email, m.week, ${at(0, untilHour)} AS monday_evening,
          CASE WHEN ${now}::timestamptz <= ${slotOf(sql`m.week`)} THEN ${slotOf(sql`m.week`)}
            WHEN extract(hour FROM ${now}::timestamptz AT TIME ZONE o.time_zone) < ${digestTime.fromHour}
              THEN (date_trunc('day', ${now}::timestamptz AT TIME ZONE o.time_zone)
                + make_interval(hours => ${digestTime.fromHour}::int)) AT TIME ZONE o.time_zone
            WHEN extract(hour FROM ${now}::timestamptz AT TIME ZONE o.time_zone) >= ${untilHour}
              THEN (date_trunc('day', ${now}::timestamptz AT TIME ZONE o.time_zone)
                + make_interval(days => 1, hours => ${digestTime.fromHour}::int)) AT TIME ZONE o.time_zone
            ELSE ${now}::timestamptz END AS due_at
        FROM organizations o
        CROSS JOIN LATERAL (SELECT ${mondayOf(now)} AS week) m
        LEFT JOIN digest_weeks w ON w.organization_id = o.id
        WHERE NOT o.rule_deactivated AND o.cancelled_at IS NULL
          AND ${now}::timestamptz >= ${at(0, planFromHour)}
          -- a new organization waits for its first Monday
          AND ${now}::timestamptz < CASE WHEN w.week IS NULL THEN ${at(0, untilHour)} ELSE ${at(lateDays, untilHour)} END
          AND (w.week IS NULL OR w.week < m.week)
        ORDER BY o.id LIMIT ${limit}),
      taken AS (
        INSERT INTO digest_weeks AS w (organization_id, week) SELECT id, week FROM due
        ON CONFLICT (organization_id) DO UPDATE SET week = excluded.week WHERE w.week < excluded.week
        RETURNING organization_id),
      recipients AS (
        SELECT DISTINCT ON (d.id, r.email_key) d.id, d.parent_id, d.week, d.due_at, d.monday_evening, r.email, r.email_key
        FROM due d JOIN taken t ON t.organization_id = d.id
        CROSS JOIN LATERAL (${recipientsOf(sql`d`)}) r
        WHERE d.parent_id IS NULL OR NOT EXISTS (
          -- recipients of the parent's digest read about its chapters there
          SELECT FROM organizations d2 CROSS JOIN LATERAL (${recipientsOf(sql`d2`)}) p
          WHERE d2.id = d.parent_id AND p.email_key = r.email_key AND NOT d2.rule_deactivated AND d2.cancelled_at IS NULL)),
      timed AS (
        SELECT r.*, greatest(r.due_at, last.again_at) AS send_at, last.again_at
        FROM recipients r
        CROSS JOIN LATERAL (
          SELECT max(g.sent_at) + make_interval(days => ${digestEveryDays}::int) AS again_at FROM digests g
          WHERE g.organization_id = r.id AND g.email_key = r.email_key AND g.state = 'sent') last),
      queued AS (
        INSERT INTO digests (organization_id, week, recipient, email_key, message_id, send_at, created_at)
        SELECT id, week, email, email_key, gen_random_uuid()::text, send_at, ${now} FROM timed
        -- a late digest is followed by one on a Monday, not by another late one
        WHERE again_at IS NULL OR again_at <= monday_evening
        ON CONFLICT (organization_id, email_key, week) DO NOTHING)
      SELECT count(*)::int AS planned FROM taken`.value(db, 'planned', 0)
}

/** Sent digests stay because their links must keep working. */
export async function deleteSkippedDigests(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM digests WHERE state IN ('skipped', 'failed') AND created_at < ${before}`.execute(db)
}
