import { currency } from '@twofold/contract'
import { withEmployerStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { selectMatchesDue } from '../../matches/deadlines/index.ts'

const organizationRow = z.object({
  name: z.string(),
  time_zone: z.string(),
  language: z.string(),
  isComplete: z.boolean(),
  isParentComplete: z.boolean().nullable(),
  chapters: z.array(z.object({ id: z.int(), name: z.string() })),
  sent_before: z.int(),
})
type OrganizationFacts = z.infer<typeof organizationRow>

export async function getDigestOrganization(db: Db, organizationId: number): Promise<OrganizationFacts> {
  const row = await sql(organizationRow)`
    SELECT o.name, o.time_zone, o.language, o.complete AS "isComplete", parent.complete AS "isParentComplete",
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.name)
        FROM organizations c WHERE c.parent_id = o.id), '[]') AS chapters,
      (SELECT count(DISTINCT g.week) FROM digests g WHERE g.organization_id = o.id AND g.state = 'sent') AS sent_before
    FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id
    WHERE o.id = ${organizationId}`.first(db)
  if (!row) throw new Error(`organization ${organizationId} no longer exists`)
  return row
}

const summed = z.object({ currency, gifts: z.int(), amount_cents: z.int(), estimated_cents: z.int() })
export type Summed = z.infer<typeof summed>

const movedSum = summed.extend({ status_id: z.int(), received_cents: z.int(), unpaid_cents: z.int() })
export type Moved = z.infer<typeof movedSum>

const activityRow = z.object({
  moved: z.array(movedSum),
  late: z.int(),
  soon: z.int(),
  files: z.int(),
  uploaded: z.int(),
})
type News = z.infer<typeof activityRow>

const completedStatusId = 1

const withEmployer = sql.raw(withEmployerStatusIds.join(', '))

const newRow = activityRow.omit({ moved: true })

export const deadlinesCounted = 1_000

/** The changes and uploads of the week before `week`, and the number of deadlines until `soon`. */
export async function getWeekActivity(
  db: Db,
  { family }: Tenant,
  { from, week, timeZone, now, soon }: { from: string; week: string; timeZone: string; now: Date; soon: Date },
): Promise<News> {
  const organizations = sql`${[...family]}::bigint[]`
  const start = sql`${from}::date::timestamp AT TIME ZONE ${timeZone}`
  const end = sql`${week}::date::timestamp AT TIME ZONE ${timeZone}`
  const movedRows = await sql(movedSum)`
    SELECT v.to_status_id AS status_id, d.currency, count(*) AS gifts, sum(d.amount_cents)::bigint AS amount_cents,
      sum(d.estimated_cents)::bigint AS estimated_cents, sum(d.received_cents)::bigint AS received_cents,
      coalesce(sum(d.estimated_cents) FILTER (WHERE d.received_cents = 0), 0)::bigint AS unpaid_cents
    FROM (SELECT organization_id, donation_id, to_status_id, bool_or(from_status_id <> to_status_id) AS is_move
      FROM donation_events
      WHERE organization_id = ANY (${organizations}) AND to_status_id IN (${withEmployer}) AND from_status_id IS NOT NULL
        AND at >= ${start} AND at < ${end} AND action <> 'undone'
        AND (from_status_id <> to_status_id OR action = 'complete')
      GROUP BY organization_id, donation_id, to_status_id) v
    JOIN donations d ON d.organization_id = v.organization_id AND d.id = v.donation_id
    -- Excludes undone changes, by users or payout reports, and changes without a new status, except for money.
    WHERE d.counted AND NOT d.inert AND d.status_id IN (v.to_status_id, ${completedStatusId}) AND (v.is_move OR d.received_cents > 0)
    GROUP BY 1, 2`.rows(db)
  const others = await sql(newRow)`
    SELECT (SELECT count(*) FROM unnest(${organizations}) AS f (organization_id) CROSS JOIN LATERAL (${selectMatchesDue(
      {
        organization: sql`f.organization_id`,
        from: sql`'-infinity'`,
        before: sql`${now}::timestamptz`,
        ofNonprofit: true,
      },
    )}) t) AS late,
      (SELECT count(*) FROM unnest(${organizations}) AS f (organization_id) CROSS JOIN LATERAL (
        SELECT FROM (${selectMatchesDue({
          organization: sql`f.organization_id`,
          from: sql`${now}::timestamptz`,
          before: sql`${soon}::timestamptz`,
        })}) t LIMIT ${deadlinesCounted}) d) AS soon,
      count(*) AS files, coalesce(sum(i.accepted - i.updated), 0)::bigint AS uploaded
    FROM imports i
    WHERE i.organization_id = ANY (${organizations}) AND i.state = 'done' AND i.accepted > i.updated
      AND i.finished_at >= ${start} AND i.finished_at < ${end}`.rows(db)
  const [other] = others
  return {
    moved: movedRows,
    late: other?.late ?? 0,
    soon: other?.soon ?? 0,
    files: other?.files ?? 0,
    uploaded: other?.uploaded ?? 0,
  }
}
