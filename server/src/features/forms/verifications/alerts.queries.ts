import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { recipientsOf } from '../../core/organizations/index.ts'
import { actionDeadline, actionDeadlineDay, selectMatchesDue } from '../../matches/deadlines/index.ts'

/** These queries cross organizations. */

/** Days before the deadline, hours of the organization's day, and hours between two emails. */
export const alertTiming = { daysBefore: 7, fromHour: 8, untilHour: 17, hoursBetween: 20 } as const

const alertedRow = z.object({ organization_id: z.int(), recipients: z.array(z.string()) })

/** Each match once per deadline, for up to `limit` organizations. Returns the recipients. */
export async function recordAlerts(db: Db, now: Date, limit: number): Promise<z.infer<typeof alertedRow>[]> {
  const last = new Date(now.getTime() + alertTiming.daysBefore * 86_400_000)
  const since = new Date(now.getTime() - alertTiming.hoursBetween * 3_600_000)
  return sql(alertedRow)`
    WITH awake AS (
      SELECT o.id FROM organizations o
      WHERE NOT o.rule_deactivated AND o.cancelled_at IS NULL
        AND extract(hour FROM ${now}::timestamptz AT TIME ZONE o.time_zone) >= ${alertTiming.fromHour}
        AND extract(hour FROM ${now}::timestamptz AT TIME ZONE o.time_zone) < ${alertTiming.untilHour}),
    due AS (
      SELECT t.organization_id, t.id, t.act_by AS until_at FROM awake CROSS JOIN LATERAL (${selectMatchesDue({
        organization: sql`awake.id`,
        from: sql`${now}::timestamptz`,
        before: sql`${last}::timestamptz`,
        ofNonprofit: true,
      })}) t),
    chosen AS (
      SELECT o.id, o.parent_id, o.contact_email FROM organizations o
      WHERE EXISTS (SELECT FROM due WHERE due.organization_id = o.id
          AND NOT EXISTS (SELECT FROM verification_alerts a WHERE a.organization_id = due.organization_id
            AND a.donation_id = due.id AND a.until_at = due.until_at))
        AND NOT EXISTS (SELECT FROM verification_alerts a WHERE a.organization_id = o.id AND a.alerted_at > ${since})
      ORDER BY o.id LIMIT ${limit} FOR UPDATE OF o SKIP LOCKED),
    noted AS (
      INSERT INTO verification_alerts (organization_id, donation_id, until_at, alerted_at)
      SELECT due.organization_id, due.id, due.until_at, ${now} FROM due JOIN chosen c ON c.id = due.organization_id
      ON CONFLICT DO NOTHING RETURNING organization_id)
    SELECT c.id AS organization_id, coalesce((SELECT json_agg(DISTINCT t.email) FROM (
        SELECT r.email FROM (${recipientsOf(sql`c`)}) r
        UNION SELECT p.email FROM organizations o CROSS JOIN LATERAL (${recipientsOf(sql`o`)}) p WHERE o.id = c.parent_id
      ) t), '[]') AS recipients
    FROM chosen c WHERE c.id IN (SELECT organization_id FROM noted)`.rows(db)
}

const alertRow = z.object({
  organization: z.string(),
  is_closed: z.boolean(),
  matches: z.array(
    z.object({ donor: z.string(), company: z.string(), estimated_cents: z.int(), currency, until: z.string() }),
  ),
  count: z.int(),
})
export type Alert = z.infer<typeof alertRow>

const maxListedMatches = 5

/** Matches that still wait with that deadline. A changed deadline has a separate alert. */
export async function findAlert(db: Db, organizationId: number, at: Date): Promise<Alert | null> {
  return sql(alertRow)`
    WITH due AS (
      SELECT d.donor_id, d.company_id, d.employer_text, d.estimated_cents, d.currency, a.until_at, d.id
      FROM verification_alerts a JOIN donations d ON d.organization_id = a.organization_id AND d.id = a.donation_id
      WHERE a.organization_id = ${organizationId} AND a.alerted_at = ${at} AND d.counted AND d.status_id = 3
        AND ${actionDeadline} = a.until_at)
    SELECT o.name AS organization, o.rule_deactivated OR o.cancelled_at IS NOT NULL AS is_closed,
      (SELECT count(*) FROM due) AS count,
      coalesce((SELECT json_agg(json_build_object('donor', p.name, 'company', coalesce(c.name, f.employer_text),
          'estimated_cents', f.estimated_cents, 'currency', f.currency,
          'until', ${actionDeadlineDay}::text) ORDER BY f.until_at, f.id)
        FROM (SELECT * FROM due ORDER BY until_at, id LIMIT ${maxListedMatches}) f
        JOIN donations d ON d.organization_id = o.id AND d.id = f.id
        JOIN donors p ON p.organization_id = o.id AND p.id = f.donor_id
        LEFT JOIN companies c ON c.id = f.company_id), '[]') AS matches
    FROM organizations o WHERE o.id = ${organizationId}`.first(db)
}
