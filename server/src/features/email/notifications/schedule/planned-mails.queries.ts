import { followUpKinds, instructedStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../../platform/database/recordset.ts'
import { idRow, sql } from '../../../../platform/database/sql.ts'

const notifiedMatch = z.object({
  organizationId: z.int(),
  donationId: z.int(),
  mailId: z.int(),
  statusId: z.int(),
  /** An email that covers it also counts. Null: the donor had too many recent emails. */
  sentAt: z.date().nullable(),
  deadlineAt: z.date().nullable(),
})
export type NotifiedMatch = z.infer<typeof notifiedMatch>

const remindedStatusIds = [...instructedStatusIds, 24]

const columns = sql`
  n.organization_id AS "organizationId", n.donation_id AS "donationId", n.id AS "mailId", n.status_id AS "statusId",
  coalesce(n.sent_at, (SELECT coalesce(c.sent_at, c.send_at) FROM notifications c
    WHERE c.organization_id = n.organization_id AND c.id = n.covered_by)) AS "sentAt", d.deadline_at AS "deadlineAt"`

export async function listNotifiedMatches(
  db: Db,
  mails: readonly { readonly organizationId: number; readonly id: number }[],
): Promise<NotifiedMatch[]> {
  const keys = mails.map(({ organizationId, id }) => ({ organization_id: organizationId, id }))
  const keyTypes = { organization_id: 'bigint', id: 'bigint' } as const
  return sql.prepared(notifiedMatch)`
    SELECT ${columns} FROM ${recordset<(typeof keys)[number]>(keyTypes, keys)}
    JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.id
    JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id
    WHERE n.kind = 'initial' AND n.status_id = ANY (${remindedStatusIds}::smallint[]) AND NOT d.unconfirmed`.rows(db)
}

export async function listFirstMailsOf(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<NotifiedMatch[]> {
  return sql(notifiedMatch)`
    SELECT ${columns}
    FROM (SELECT * FROM donations WHERE organization_id = ANY (${[...organizationIds]}::bigint[])
      AND id = ANY (${[...donationIds]}::bigint[]) AND NOT unconfirmed) d
    CROSS JOIN LATERAL (
      SELECT * FROM notifications m
      WHERE m.organization_id = d.organization_id AND m.donation_id = d.id AND m.kind = 'initial'
        AND m.status_id = ANY (${remindedStatusIds}::smallint[])
        AND (m.sent_at IS NOT NULL OR m.covered_by IS NOT NULL OR EXISTS (SELECT FROM planned_mails p
          WHERE p.organization_id = m.organization_id AND p.after_id = m.id))
      ORDER BY m.id DESC LIMIT 1) n`.rows(db)
}

export type PlannedMail = {
  readonly organization_id: number
  readonly donation_id: number
  readonly after_id: number
  readonly kind: string
  readonly send_at: string
}
const plannedTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  after_id: 'bigint',
  kind: 'text',
  send_at: 'timestamptz',
} as const satisfies ColumnTypes<PlannedMail>

/** Held and dropped emails keep their state. A new email with a past time is not planned; a planned one becomes due. */
export async function upsertPlanned(db: Db, planned: readonly PlannedMail[], now: Date): Promise<void> {
  await sql`
    INSERT INTO planned_mails AS p (organization_id, donation_id, after_id, kind, send_at, planned_at)
    SELECT r.organization_id, r.donation_id, r.after_id, r.kind, r.send_at, ${now}::timestamptz
    FROM ${recordset(plannedTypes, planned)}
    JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.after_id
    WHERE (r.send_at > ${now} OR EXISTS (SELECT FROM planned_mails known
        WHERE known.organization_id = r.organization_id AND known.donation_id = r.donation_id AND known.kind = r.kind))
      AND NOT EXISTS (SELECT FROM notifications m
      WHERE m.organization_id = r.organization_id AND m.donation_id = r.donation_id AND m.kind = r.kind
        AND m.status_id = n.status_id AND m.state IN ('queued', 'sending', 'sent'))
    ON CONFLICT (organization_id, donation_id, kind) DO UPDATE
      SET after_id = excluded.after_id, send_at = excluded.send_at, planned_at = excluded.planned_at`.execute(db)
}

export async function deleteUnplanned(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  planned: readonly PlannedMail[],
): Promise<void> {
  await sql`
    DELETE FROM planned_mails p
    WHERE p.organization_id = ANY (${[...organizationIds]}::bigint[]) AND p.donation_id = ANY (${[...donationIds]}::bigint[])
      AND (p.organization_id, p.donation_id, p.kind) NOT IN (
        SELECT organization_id, donation_id, kind FROM ${recordset(plannedTypes, planned)})`.execute(db)
}

/** Returns their number; several nodes may run it. The row keeps the first donor, so a new donor gets no follow-up. */
export async function queueDueMails(db: Db, now: Date, batchSize: number): Promise<number> {
  const rows = await sql(idRow)`
    WITH due AS (
      DELETE FROM planned_mails p USING (
        SELECT organization_id, id FROM planned_mails
        WHERE send_at <= ${now} AND held_at IS NULL AND dropped_at IS NULL
        ORDER BY send_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) r
      WHERE p.organization_id = r.organization_id AND p.id = r.id RETURNING p.*)
    INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at)
    SELECT due.organization_id, due.donation_id, n.donor_id, due.kind, n.status_id, gen_random_uuid()::text, due.send_at, ${now}
    FROM due JOIN notifications n ON n.organization_id = due.organization_id AND n.id = due.after_id
    ORDER BY due.send_at, array_position(${[...followUpKinds]}::text[], due.kind)
    RETURNING id`.rows(db)
  return rows.length
}
