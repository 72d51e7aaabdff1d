import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const auditRow = z.object({
  id: z.int(),
  at: z.date(),
  user_id: z.int().nullable(),
  user_name: z.string().nullable(),
  as_super: z.boolean(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  address: z.string(),
  request_id: z.string(),
})
type AuditRow = z.infer<typeof auditRow>

export type AuditFilter = {
  readonly before: number | null
  readonly subject: string | null
  readonly userId: number | null
  readonly limit: number
}

/** Newest first. Scans an index from the end of the previous page. */
export async function listAuditEvents(db: Db, organizationId: number, filter: AuditFilter): Promise<AuditRow[]> {
  return sql(auditRow)`
    SELECT e.id, e.at, e.user_id, u.name AS user_name, e.as_super, e.action, e.subject, e.subject_id, e.before, e.after,
      e.address, e.request_id
    FROM audit_events e LEFT JOIN users u ON u.id = e.user_id
    WHERE e.organization_id = ${organizationId}
      ${filter.before === null ? sql`` : sql`AND e.id < ${filter.before}`}
      ${filter.subject === null ? sql`` : sql`AND e.subject = ${filter.subject}`}
      ${filter.userId === null ? sql`` : sql`AND e.user_id = ${filter.userId}`}
    ORDER BY e.id DESC LIMIT ${filter.limit}`.rows(db)
}

const subjectsAtMost = 100
const peopleAtMost = 500

const auditSubjectRow = z.object({ subject: z.string() })

/** Jumps between values in the index, so the cost grows with the values, not the lines. */
export async function listAuditSubjects(db: Db, organizationId: number): Promise<string[]> {
  return sql(auditSubjectRow)`
    WITH RECURSIVE known (subject) AS (
      (SELECT subject FROM audit_events WHERE organization_id = ${organizationId} ORDER BY subject LIMIT 1)
      UNION ALL
      SELECT (SELECT e.subject FROM audit_events e WHERE e.organization_id = ${organizationId} AND e.subject > known.subject
        ORDER BY e.subject LIMIT 1) FROM known WHERE known.subject IS NOT NULL)
    SELECT subject FROM known WHERE subject IS NOT NULL LIMIT ${subjectsAtMost}`.column(db, 'subject')
}

const personRow = z.object({ id: z.int(), name: z.string() })

export async function listAuditPeople(db: Db, organizationId: number): Promise<{ id: number; name: string }[]> {
  return sql(personRow)`
    WITH RECURSIVE known (user_id) AS (
      (SELECT user_id FROM audit_events WHERE organization_id = ${organizationId} AND user_id IS NOT NULL
        ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.user_id FROM audit_events e WHERE e.organization_id = ${organizationId} AND e.user_id > known.user_id
        ORDER BY e.user_id LIMIT 1) FROM known WHERE known.user_id IS NOT NULL)
    SELECT u.id, u.name FROM (SELECT user_id FROM known WHERE user_id IS NOT NULL LIMIT ${peopleAtMost}) k
    JOIN users u ON u.id = k.user_id ORDER BY lower(u.name), u.id`.rows(db)
}

/** True for the first visit of a session. */
export async function insertVisit(db: Db, organizationId: number, sessionId: string, at: Date): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO super_visits (organization_id, session_id, at) VALUES (${organizationId}, ${sessionId}, ${at})
    ON CONFLICT DO NOTHING`.execute(db)
  return count === 1
}

export function insertAuditEvent(
  db: Db,
  event: {
    readonly organizationId: number
    readonly at: Date
    readonly userId: number | null
    readonly isSuper: boolean
    readonly action: string
    readonly subject: string
    readonly subjectId: string
    readonly before: object
    readonly after: object
    readonly address: string
    readonly requestId: string
  },
): void {
  sql.prepared`
    INSERT INTO audit_events (organization_id, at, user_id, as_super, action, subject, subject_id, before, after, address, request_id)
    VALUES (${event.organizationId}, ${event.at}, ${event.userId}, ${event.isSuper}, ${event.action}, ${event.subject},
      ${event.subjectId}, ${JSON.stringify(event.before)}, ${JSON.stringify(event.after)}, ${event.address},
      ${event.requestId})`.send(db)
}
