import type { donations } from '@twofold/contract'
import { type Database, readAcrossOrganizations, readInTenant, type Tenant } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { partsOfMatch } from './gifts-together.ts'
import { presentDonation, type ShownRow, shownColumns, shownJoins } from './present-donation.ts'

type Detail = donations.DonationDetail
type DetailRow = ShownRow &
  Pick<
    Detail,
    | 'payment_state'
    | 'deadline_at'
    | 'deadline_day'
    | 'reason_code'
    | 'employer_how'
    | 'employer_confidence'
    | 'version'
    | 'import_id'
    | 'merged_into_id'
    | 'why'
    | 'events'
    | 'notifications'
  > & { readonly estimate_is_certain: boolean }

/** The organization that a donation belongs to; null for one that does not exist or was deleted. Crosses organizations. */
export async function findOrganizationOfDonation(database: Database, id: number): Promise<number | null> {
  const [row] = await readAcrossOrganizations(
    database,
    sql<{ organization_id: number }>`
      SELECT organization_id FROM donations WHERE id = ${id} AND deleted_at IS NULL`,
  )
  return row?.organization_id ?? null
}

// A match has a few of each; the limits keep one that a script moved to and fro from becoming an answer of megabytes.
const eventsAtMost = 200
const mailsAtMost = 200

/** One donation with why it stands where it does and what happened to it. Null when it was deleted meanwhile. */
export async function findDonation(database: Database, tenant: Tenant, id: number): Promise<Detail | null> {
  const [row] = await readInTenant(
    database,
    tenant,
    sql<DetailRow>`
    SELECT ${shownColumns}, d.payment_state, d.estimate_is_certain, d.reason_code, d.employer_how, d.employer_confidence,
      d.version, d.import_id, d.merged_into_id, to_json(d.deadline_at) #>> '{}' AS deadline_at,
      (d.deadline_at AT TIME ZONE coalesce(c.time_zone, 'America/New_York') - interval '1 millisecond')::date AS deadline_day,
      (SELECT json_build_object('at', e.at, 'trace', e.trace, 'source_url', q.source_url, 'as_of', q.as_of)
       FROM evaluations e LEFT JOIN policies q ON q.id = e.policy_version_id
       WHERE e.organization_id = d.organization_id AND e.donation_id = d.id ORDER BY e.id DESC LIMIT 1) AS why,
      coalesce((SELECT json_agg(e ORDER BY e.event_id) FROM (
        SELECT v.id AS event_id, v.at, v.action, v.from_status_id, v.to_status_id, v.reason_code, v.actor,
          u.name AS user_name
        FROM donation_events v LEFT JOIN users u ON u.id = v.user_id
        WHERE v.organization_id = d.organization_id AND v.donation_id = d.id ORDER BY v.id DESC LIMIT ${eventsAtMost}) e),
        '[]') AS events,
      coalesce((SELECT json_agg(n ORDER BY n.id) FROM (
        SELECT id, created_at, kind, state, problem, subject, send_at, sent_at, first_open, first_click
        FROM notifications m
        WHERE m.organization_id = d.organization_id AND m.donation_id = d.id ORDER BY m.id DESC LIMIT ${mailsAtMost}) n),
        '[]') AS notifications
    FROM donations d ${shownJoins}
    WHERE d.organization_id = ${tenant.organizationId} AND d.id = ${id} AND d.deleted_at IS NULL`,
  )
  return row ? presentDetail(row) : null
}

function presentDetail(row: DetailRow): Detail {
  return {
    ...presentDonation(row),
    payment_state: row.payment_state,
    matched_is_certain: row.estimate_is_certain,
    deadline_at: row.deadline_at,
    deadline_day: row.deadline_day,
    reason_code: row.reason_code,
    employer_how: row.employer_how,
    employer_confidence: row.employer_confidence,
    version: row.version,
    import_id: row.import_id,
    merged_into_id: row.merged_into_id,
    why: row.why,
    events: row.events.map(({ at, action, from_status_id, to_status_id, reason_code, actor, user_name }) => ({
      at,
      action,
      from_status_id,
      to_status_id,
      reason_code,
      actor,
      user_name,
    })),
    // A match that stands for several gifts keeps them in `custom.history`, itself included.
    recurring_history: partsOfMatch(row),
    notifications: row.notifications,
  }
}
