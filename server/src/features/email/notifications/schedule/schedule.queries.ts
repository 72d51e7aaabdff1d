import { mailSchedule } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import { hasAnswered } from '../donor-mails/notifications.queries.ts'
import { factsOfWaiting, waitingFacts } from '../send-review/waiting-mails.queries.ts'

const { scheduleDays, maxScheduledCounted, scheduledPerPage } = mailSchedule

/** One mail by its key, a match, a donor, or everything of the family. */
export type ScheduleScope = {
  readonly donationId?: number | undefined
  readonly donorId?: number | undefined
  readonly donorKeys?: readonly string[]
  readonly mail?: { readonly source: 'planned' | 'waiting'; readonly id: number } | undefined
}

const getScheduleEnd = (now: Date): Date => new Date(now.getTime() + scheduleDays * 86_400_000)

const isInScope = ({ family }: Tenant, { donationId, donorId, donorKeys }: ScheduleScope) => sql`
  m.organization_id = ANY (${[...family]}::bigint[])
  AND ${donationId === undefined ? sql`true` : sql`m.donation_id = ${donationId}`}
  AND ${donorId === undefined ? sql`true` : sql`m.donation_id IN (SELECT g.id FROM donations g WHERE g.organization_id = ANY (${[...family]}::bigint[]) AND g.donor_id = ${donorId})`}
  AND ${
    donorKeys === undefined
      ? sql`true`
      : sql`m.donation_id IN (SELECT g.id FROM donors k JOIN donations g ON g.organization_id = k.organization_id AND g.donor_id = k.id
    WHERE k.organization_id = ANY (${[...family]}::bigint[]) AND k.donor_key = ANY (${[...donorKeys]}::text[]))`
  }`

const isWaiting = sql`(m.state = 'queued' OR m.state = 'skipped' AND m.dropped_at IS NOT NULL)`

const scheduledRow = waitingFacts.extend({
  source: z.enum(['planned', 'waiting']),
  id: z.int(),
  organizationId: z.int(),
  donationId: z.int(),
  donorId: z.int(),
  kind: mailSchedule.scheduledMail.shape.kind,
  statusId: z.int(),
  sendAt: z.date(),
  place: z.string(),
  isHeld: z.boolean(),
  isDropped: z.boolean(),
  isMovedByLimit: z.boolean(),
  hasAnswered: z.boolean(),
})
export type ScheduledRow = z.infer<typeof scheduledRow>

/** Rows are in order of sending, with one more if there is a next page. `after` is a `place`. */
export async function listScheduled(
  db: Db,
  tenant: Tenant,
  scope: ScheduleScope,
  { now, after }: { readonly now: Date; readonly after: string | null },
): Promise<ScheduledRow[]> {
  const [at = '-infinity', source = '', id = '0'] = after?.split('|') ?? []
  const isAfterPosition = (name: 'planned' | 'waiting') =>
    sql`(m.send_at, ${name}::text, m.id) > (${at}::timestamptz, ${source}::text, ${id}::bigint) AND m.send_at < ${getScheduleEnd(now)}`
  const page = sql`ORDER BY m.send_at, m.id LIMIT ${scheduledPerPage + 1}`
  return sql(scheduledRow)`
    SELECT n.source, n.row_id AS id, n.organization_id AS "organizationId", n.donation_id AS "donationId", n.donor_id AS "donorId",
      n.kind, n.status_id AS "statusId", n.send_at AS "sendAt",
      (to_json(n.send_at) #>> '{}') || '|' || n.source || '|' || n.row_id AS place,
      n.is_held AS "isHeld", n.is_dropped AS "isDropped", n.is_moved AS "isMovedByLimit",
      ${factsOfWaiting(now)},
      ${hasAnswered(sql`n.organization_id, n.donation_id`, sql`n.status_id`)} AS "hasAnswered"
    FROM (
      (SELECT 'planned' AS source, 0::bigint AS id, m.id AS row_id, m.organization_id, m.donation_id, a.donor_id, m.kind, a.status_id, m.send_at,
          m.held_at IS NOT NULL AS is_held, m.dropped_at IS NOT NULL AS is_dropped, false AS is_moved,
          m.planned_at AS created_at, NULL::bigint AS import_id
        FROM planned_mails m JOIN notifications a ON a.organization_id = m.organization_id AND a.id = m.after_id
        WHERE ${isInScope(tenant, scope)} AND ${isAfterPosition('planned')} ${page})
      UNION ALL
      (SELECT 'waiting', m.id, m.id, m.organization_id, m.donation_id, m.donor_id, m.kind, m.status_id, m.send_at,
          m.held_at IS NOT NULL, m.dropped_at IS NOT NULL, m.moved_by_limit, m.created_at, m.import_id
        FROM notifications m WHERE ${isInScope(tenant, scope)} AND ${isWaiting} AND ${isAfterPosition('waiting')} ${page})
    ) n
    JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id
    JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
    ORDER BY n.send_at, n.source, n.row_id LIMIT ${scheduledPerPage + 1}`.rows(db)
}

const countsRow = z.object({ going: z.int(), held: z.int(), dropped: z.int(), looked: z.int() })

export async function countScheduled(
  db: Db,
  tenant: Tenant,
  scope: ScheduleScope,
  now: Date,
): Promise<mailSchedule.ScheduleCounts> {
  const rows = await sql(countsRow)`
    SELECT count(*) FILTER (WHERE NOT is_held AND NOT is_dropped) AS going,
      count(*) FILTER (WHERE is_held AND NOT is_dropped) AS held, count(*) FILTER (WHERE is_dropped) AS dropped,
      count(*) AS looked
    FROM (
      (SELECT m.held_at IS NOT NULL AS is_held, m.dropped_at IS NOT NULL AS is_dropped FROM planned_mails m
        WHERE ${isInScope(tenant, scope)} AND m.send_at < ${getScheduleEnd(now)} LIMIT ${maxScheduledCounted + 1})
      UNION ALL
      (SELECT m.held_at IS NOT NULL, m.dropped_at IS NOT NULL FROM notifications m
        WHERE ${isInScope(tenant, scope)} AND ${isWaiting} AND m.send_at < ${getScheduleEnd(now)} LIMIT ${maxScheduledCounted + 1})
    ) n`.rows(db)
  const { looked = 0, ...counts } = rows[0] ?? { going: 0, held: 0, dropped: 0 }
  return { ...counts, is_whole: looked <= maxScheduledCounted }
}

const changes = {
  hold: {
    set: (now: Date, by: Sql) => ({
      planned: sql`held_at = ${now}`,
      waiting: sql`held_at = ${now}, held_because = ${by}`,
    }),
    of: sql`m.held_at IS NULL AND m.dropped_at IS NULL`,
  },
  release: {
    set: (now: Date) => ({
      planned: sql`held_at = NULL`,
      waiting: sql`held_at = NULL, held_because = NULL, problem = NULL, send_at = CASE WHEN m.problem IS NULL THEN m.send_at ELSE ${now}::timestamptz END`,
    }),
    of: sql`m.held_at IS NOT NULL AND m.dropped_at IS NULL`,
  },
  drop: {
    set: (now: Date) => ({
      planned: sql`dropped_at = ${now}`,
      waiting: sql`dropped_at = ${now}, state = 'skipped', problem = ${droppedBecause}`,
    }),
    of: sql`m.dropped_at IS NULL`,
  },
  bring_back: {
    set: () => ({
      planned: sql`dropped_at = NULL, held_at = NULL`,
      waiting: sql`dropped_at = NULL, held_at = NULL, held_because = NULL, state = 'queued', problem = NULL`,
    }),
    of: sql`m.dropped_at IS NOT NULL`,
  },
} as const satisfies Record<
  mailSchedule.ScheduleAction,
  { set: (now: Date, by: Sql) => { planned: Sql; waiting: Sql }; of: Sql }
>
const droppedBecause = 'Your team canceled this email.'

/** Skips emails being sent. Returns the number of changed emails. */
export async function changeScheduled(
  db: Db,
  tenant: Tenant,
  scope: ScheduleScope,
  {
    action,
    now,
    because,
  }: { readonly action: mailSchedule.ScheduleAction; readonly now: Date; readonly because: 'team' | 'support' },
): Promise<number> {
  const { set, of } = changes[action]
  const assignments = set(now, sql`${because}`)
  const isSelectedMail = (source: 'planned' | 'waiting') => {
    if (!scope.mail) return sql`true`
    return scope.mail.source === source ? sql`m.id = ${scope.mail.id}` : sql`false`
  }
  const isChanged = (source: 'planned' | 'waiting') =>
    sql`${isInScope(tenant, scope)} AND m.send_at < ${getScheduleEnd(now)} AND ${of} AND ${isSelectedMail(source)}`
  const planned = await sql`UPDATE planned_mails m SET ${assignments.planned} WHERE ${isChanged('planned')}`.execute(db)
  const waiting = await sql`
    UPDATE notifications m SET ${assignments.waiting} WHERE ${isChanged('waiting')} AND ${isWaiting}`.execute(db)
  return planned.count + waiting.count
}
