import { currency, reportMailings } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import type { MailingSchedule } from './mailing-days.ts'

const mailingRow = z.object({
  user_id: z.int(),
  name: z.string(),
  frequency: z.enum(reportMailings.mailingFrequencies),
  day: z.int(),
  next_on: z.string(),
  set_by_id: z.int().nullable(),
  set_by: z.string().nullable(),
})
export type MailingRow = z.infer<typeof mailingRow>

export async function listMailings(db: Db, { organizationId }: Tenant, reportId: number): Promise<MailingRow[]> {
  return sql(mailingRow)`
    SELECT m.user_id, u.name, m.frequency, m.day, m.next_day::text AS next_on, s.id AS set_by_id, s.name AS set_by
    FROM report_mailings m JOIN users u ON u.id = m.user_id LEFT JOIN users s ON s.id = m.set_by
    WHERE m.organization_id = ${organizationId} AND m.report_id = ${reportId}
    ORDER BY lower(u.name), u.id LIMIT ${reportMailings.maxMailings}`.rows(db)
}

const morningOf = (day: string, timeZone: Sql): Sql =>
  sql`(${day}::date + make_interval(hours => ${reportMailings.mailingHour}::int)) AT TIME ZONE ${timeZone}`

type StoredMailing = MailingSchedule & {
  readonly reportId: number
  readonly userIds: readonly number[]
  readonly setBy: number
  readonly next: string
}

export async function putMailings(
  db: Db,
  { organizationId }: Tenant,
  { reportId, userIds, frequency, day, setBy, next }: StoredMailing,
): Promise<void> {
  await sql`
    INSERT INTO report_mailings (organization_id, report_id, user_id, frequency, day, set_by, next_day, next_at)
    SELECT o.id, ${reportId}, given.id, ${frequency}, ${day}, ${setBy}, ${next}::date, ${morningOf(next, sql`o.time_zone`)}
    FROM organizations o, unnest(${[...userIds]}::bigint[]) AS given (id) WHERE o.id = ${organizationId}
    ON CONFLICT (organization_id, report_id, user_id) DO UPDATE SET frequency = excluded.frequency, day = excluded.day,
      set_by = excluded.set_by, next_day = excluded.next_day, next_at = excluded.next_at`.execute(db)
}

export async function deleteMailings(
  db: Db,
  organizationId: number,
  { reportId, userIds }: Pick<StoredMailing, 'reportId' | 'userIds'>,
): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM report_mailings WHERE organization_id = ${organizationId} AND report_id = ${reportId}
      AND user_id = ANY (${[...userIds]}::bigint[])`.execute(db)
  return count > 0
}

const memberRow = z.object({ id: z.int(), name: z.string() })

/** Members of the organization itself. */
export async function listMembersAmong(
  db: Db,
  { organizationId }: Tenant,
  userIds: readonly number[],
): Promise<z.infer<typeof memberRow>[]> {
  return sql(memberRow)`
    SELECT u.id, u.name FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.user_id = ANY (${[...userIds]}::bigint[]) ORDER BY u.id`.rows(db)
}

const zoneRow = z.object({ time_zone: z.string() })

export async function getTimeZone(db: Db, { organizationId }: Tenant): Promise<string> {
  const rows = await sql(zoneRow)`SELECT time_zone FROM organizations WHERE id = ${organizationId}`.rows(db)
  if (!rows[0]) throw new Error(`organization ${organizationId} no longer exists`)
  return rows[0].time_zone
}

/** SQL: as a member (`m`) of the report's (`r`) organization (`o`) or of the parent. */
const canSee = sql`((r.scope <> 'personal' OR r.user_id = m.user_id)
  AND EXISTS (SELECT FROM members w WHERE w.user_id = m.user_id AND w.organization_id IN (o.id, o.parent_id)))`

const isClosed = sql`(o.rule_deactivated OR o.cancelled_at IS NOT NULL)`

const dueRow = z.object({
  organization_id: z.int(),
  report_id: z.int(),
  user_id: z.int(),
  frequency: z.enum(reportMailings.mailingFrequencies),
  day: z.int(),
  next_day: z.string(),
  next_at: z.date(),
  time_zone: z.string(),
  email: z.string(),
  may_see: z.boolean(),
  is_open: z.boolean(),
})
export type DueMailing = z.infer<typeof dueRow>

export async function lockDueMailings(db: Db, now: Date, limit: number): Promise<DueMailing[]> {
  return sql(dueRow)`
    SELECT m.organization_id, m.report_id, m.user_id, m.frequency, m.day, m.next_day, m.next_at, o.time_zone, u.email,
      ${canSee} AS may_see, NOT ${isClosed} AND r.deleted_at IS NULL AS is_open
    FROM report_mailings m
    JOIN reports r ON r.organization_id = m.organization_id AND r.id = m.report_id
    JOIN organizations o ON o.id = m.organization_id
    JOIN users u ON u.id = m.user_id
    WHERE m.next_at <= ${now} ORDER BY m.next_at LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED`.rows(db)
}

/** `sent` is the day whose email was queued in this transaction. */
export async function advanceMailing(db: Db, due: DueMailing, next: string, sent: string | null): Promise<void> {
  await sql`
    UPDATE report_mailings SET next_day = ${next}::date, next_at = ${morningOf(next, sql`${due.time_zone}::text`)},
      last_day = coalesce(${sent}::date, last_day)
    WHERE organization_id = ${due.organization_id} AND report_id = ${due.report_id}
      AND user_id = ${due.user_id}`.execute(db)
}

const emailRow = z.object({
  organization: z.string(),
  report: z.string(),
  definition: z.unknown(),
  currency,
  language: z.string(),
  frequency: z.enum(reportMailings.mailingFrequencies),
  set_by: z.string().nullable(),
  family: z.array(z.int()),
})
export type ReportEmailRow = z.infer<typeof emailRow>

type Reference = { readonly organizationId: number; readonly reportId: number; readonly userId: number }

/** Null if it may not be sent. Crosses organizations. */
export async function findReportEmail(
  db: Db,
  { organizationId, reportId, userId }: Reference,
  recipient: string,
): Promise<ReportEmailRow | null> {
  return sql(emailRow)`
    SELECT o.name AS organization, r.name AS report, r.definition, o.currency, o.language, m.frequency,
      CASE WHEN s.id <> m.user_id THEN s.name END AS set_by,
      ARRAY(SELECT f.id FROM organizations f WHERE o.id IN (f.id, f.parent_id) ORDER BY f.id) AS family
    FROM report_mailings m
    JOIN reports r ON r.organization_id = m.organization_id AND r.id = m.report_id
    JOIN organizations o ON o.id = m.organization_id
    JOIN users u ON u.id = m.user_id
    LEFT JOIN users s ON s.id = m.set_by
    WHERE m.organization_id = ${organizationId} AND m.report_id = ${reportId} AND m.user_id = ${userId}
      AND u.email = ${recipient} AND r.deleted_at IS NULL AND NOT ${isClosed} AND ${canSee}`.first(db)
}

const unsubscribeRow = z.object({ organization: z.string(), report: z.string(), email: z.string(), is_on: z.boolean() })

/** Null if the report is deleted. Crosses organizations. */
export async function findUnsubscribeTarget(
  db: Db,
  { organizationId, reportId, userId }: Reference,
): Promise<z.infer<typeof unsubscribeRow> | null> {
  return sql(unsubscribeRow)`
    SELECT o.name AS organization, r.name AS report, u.email, EXISTS (
      SELECT FROM report_mailings m WHERE m.organization_id = o.id AND m.report_id = r.id AND m.user_id = u.id) AS is_on
    FROM reports r JOIN organizations o ON o.id = r.organization_id, users u
    WHERE r.organization_id = ${organizationId} AND r.id = ${reportId} AND u.id = ${userId}`.first(db)
}

const cancelledByTimeout = '57014'

/** Must run in a transaction that crosses organizations; null on timeout. Resets its settings afterwards. */
export async function runAsTenant<T>(
  db: Db,
  { family }: Pick<Tenant, 'family'>,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T | null> {
  await sql`SAVEPOINT as_tenant`.execute(db)
  try {
    await sql`
      SELECT FROM set_config('app.crossing', 'off', true) AS crossing,
        set_config('app.organizations', ${family.join(',')}, true) AS seen,
        set_config('statement_timeout', ${String(timeoutMs)}, true) AS timeout`.execute(db)
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === cancelledByTimeout) return null
    throw error
  } finally {
    await sql`ROLLBACK TO SAVEPOINT as_tenant`.execute(db)
  }
}
