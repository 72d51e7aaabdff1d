import { donations } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, type Statement, sql } from '../../../platform/database/sql.ts'
import { stepFacts, stepFactsJson, stepJoins, timeZone } from '../../email/match-facts/index.ts'
import { columnJoins, rowIn, selectColumns, shownColumns, shownRow } from '../columns/index.ts'

// A match that a script moved repeatedly must not fill megabytes.
const eventsAtMost = 200
const mailsAtMost = 200
const notesAtMost = 200

const { why, events, notes, notifications } = donations.donationDetail.shape
const detailRow = shownRow
  .extend(rowIn('detail').shape)
  .extend({ why, events, notes, notifications, step_facts: stepFacts, time_zone: z.string() })
export type DetailRow = z.infer<typeof detailRow>

const detailColumns = sql`${shownColumns}, ${selectColumns('detail')}, ${stepFactsJson} AS step_facts, ${timeZone} AS time_zone`
const detailJoins = sql`${columnJoins} ${stepJoins} LEFT JOIN policies q ON q.id = evaluated.policy_version_id`

export const detailOf = (tenant: Tenant, id: number): Statement<DetailRow> => sql.prepared(detailRow)`
    SELECT ${detailColumns},
      CASE WHEN evaluated.id IS NOT NULL THEN json_build_object('at', evaluated.at, 'trace', evaluated.trace,
        'source_url', q.source_url, 'as_of', q.as_of) END AS why,
      coalesce((SELECT json_agg(e ORDER BY e.event_id) FROM (
        SELECT v.id AS event_id, v.at, v.action, v.from_status_id, v.to_status_id, v.reason_code,
          v.changes, v.why, v.actor,
          u.name AS user_name
        FROM donation_events v LEFT JOIN users u ON u.id = v.user_id
        WHERE v.organization_id = d.organization_id AND v.donation_id = d.id ORDER BY v.id DESC LIMIT ${eventsAtMost}) e),
        '[]') AS events,
      coalesce((SELECT json_agg(w ORDER BY w.id) FROM (
        SELECT m.id, m.at, m.text, m.user_id, u.name AS user_name FROM match_notes m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = d.organization_id AND m.donation_id = d.id AND m.removed_at IS NULL
        ORDER BY m.id DESC LIMIT ${notesAtMost}) w), '[]') AS notes,
      coalesce((SELECT json_agg(n ORDER BY n.id) FROM (
        SELECT id, created_at, kind, state, problem, subject, send_at, sent_at, dropped_at, first_open,
          first_click, bounced
        FROM notifications m
        WHERE m.organization_id = d.organization_id AND m.donation_id = d.id ORDER BY m.id DESC LIMIT ${mailsAtMost}) n),
        '[]') AS notifications
    FROM donations d ${detailJoins}
    WHERE d.organization_id = ${tenant.organizationId} AND d.id = ${id} AND d.deleted_at IS NULL`

export async function listVisible(db: Db, donationIds: readonly number[]): Promise<number[]> {
  if (donationIds.length === 0) return []
  return sql(idRow)`
    SELECT id FROM donations
    WHERE organization_id = ANY (tenant_organizations())
      AND id = ANY (${[...new Set(donationIds)]}::bigint[])`.column(db, 'id')
}
