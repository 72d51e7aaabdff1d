import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { links } from '../../../platform/links/purposes.ts'
import { stopsDonor } from '../../email/suppressions/index.ts'

/** Unchanged. A person has few rows, so there is no limit. */

const part = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })
export type DonorRows = z.infer<typeof part>['rows']
type DonorReference = { readonly organizationId: number; readonly id: number }

async function listAll(db: Db, rows: Sql): Promise<DonorRows> {
  const found = await sql(part)`SELECT coalesce(json_agg(x), '[]') AS rows FROM (${rows}) x`.execute(db)
  return found.rows[0]?.rows ?? []
}

export async function readDonorData(
  db: Db,
  { organizationId, id }: DonorReference,
): Promise<Readonly<Record<string, DonorRows>>> {
  const person = sql`p.organization_id = ${organizationId} AND (p.id = ${id} OR p.merged_into_id = ${id})`
  const isOfDonor = sql`d.organization_id = ${organizationId} AND d.donor_id = ${id}`
  const joinedWith = (table: string): Sql =>
    sql`donations d JOIN ${sql.ref(table)} x ON x.organization_id = d.organization_id AND x.donation_id = d.id`
  return {
    person: await listAll(
      db,
      sql`SELECT p.id, p.name, p.email, p.phone, p.street, p.street2, p.city, p.state, p.zip, p.country, p.language, p.fewer_mails_at, p.created_at,
          p.merged_into_id FROM donors p WHERE ${person} ORDER BY p.merged_into_id NULLS FIRST, p.id`,
    ),
    unsubscribed_or_bounced: await listAll(
      db,
      sql`SELECT split_part(s.email_key, ' ', 1) AS address, s.reason, s.at, s.detail FROM suppressions s
        JOIN donors p ON p.organization_id = s.organization_id AND ${stopsDonor('s', 'p')}
        WHERE ${person} ORDER BY s.at`,
    ),
    gifts: await listAll(
      db,
      sql`SELECT d.id, d.transaction_id, d.donated_at, d.amount_cents, d.own_cents, d.currency, d.gift_kind, d.employment,
          c.name AS company, d.employer_text, d.employer_how, d.employer_confidence, d.status_id, d.reason_code,
          d.estimated_cents, d.payment_state, d.deadline_at, d.merged_into_id, d.recurring_id, d.silenced, d.inert,
          d.consented_at, d.custom, i.file_name AS upload, d.created_at, d.deleted_at
        FROM donations d LEFT JOIN companies c ON c.id = d.company_id
        LEFT JOIN imports i ON i.organization_id = d.organization_id AND i.id = d.import_id
        WHERE ${isOfDonor} ORDER BY d.id`,
    ),
    history: await listAll(
      db,
      sql`SELECT x.donation_id, x.at, x.actor, x.action, x.from_status_id, x.to_status_id, x.reason_code, x.changes, x.why
        FROM ${joinedWith('donation_events')} WHERE ${isOfDonor} ORDER BY x.id`,
    ),
    evaluations: await listAll(
      db,
      sql`SELECT x.donation_id, x.at, x.status_id, x.reason_code, x.estimated_cents, x.trace
        FROM ${joinedWith('evaluations')} WHERE ${isOfDonor} ORDER BY x.id`,
    ),
    emails: await listAll(
      db,
      sql`SELECT x.donation_id, x.kind, x.recipient, x.subject, x.state, x.problem, x.send_at, x.sent_at, x.first_open, x.opens,
          x.first_click, x.clicks, x.decline_clicks, x.bounced, m.text
        FROM ${joinedWith('notifications')} LEFT JOIN sent_mails m ON m.organization_id = x.organization_id AND m.notification_id = x.id WHERE ${isOfDonor} ORDER BY x.id`,
    ),
    notes_of_staff: await listAll(
      db,
      sql`SELECT x.donation_id, x.at, x.text, x.removed_at FROM ${joinedWith('match_notes')} WHERE ${isOfDonor} ORDER BY x.id`,
    ),
    forms_filled_in: await listAll(
      db,
      sql`SELECT x.donation_id, c.name AS company, x.answers, x.opened_at FROM ${joinedWith('match_forms')}
        JOIN companies c ON c.id = x.company_id WHERE ${isOfDonor} ORDER BY x.donation_id`,
    ),
    forms_signed: await listAll(
      db,
      sql`SELECT x.donation_id, x.name, x.email, x.method, x.drawing, x.consent, x.signed_at, x.address, x.user_agent
        FROM ${joinedWith('form_signatures')} WHERE ${isOfDonor} AND x.role = 'donor' ORDER BY x.donation_id`,
    ),
    forms_signed_before: await listAll(
      db,
      sql`SELECT x.donation_id, x.company_name AS company, s ->> 'name' AS name, s ->> 'email' AS email, s ->> 'method' AS method,
          s ->> 'drawing' AS drawing, s ->> 'consent' AS consent, s ->> 'signed_at' AS signed_at, s ->> 'address' AS address,
          s ->> 'user_agent' AS user_agent, x.replaced_at
        FROM ${joinedWith('former_forms')} CROSS JOIN LATERAL jsonb_array_elements(x.signatures) AS s
        WHERE ${isOfDonor} AND s ->> 'role' = 'donor' ORDER BY x.id`,
    ),
    changes_of_the_donor: await listAll(
      db,
      sql`SELECT e.donor_id, e.at, e.action, e.changes FROM donors p
        JOIN donor_events e ON e.organization_id = p.organization_id AND e.donor_id = p.id WHERE ${person} ORDER BY e.id`,
    ),
    changes_of_address_asked_for: await listAll(
      db,
      sql`SELECT x.donation_id, x.detail ->> 'email' AS email, x.detail ->> 'name' AS name, x.created_at, x.expires_at
        FROM ${joinedWith('links')} WHERE ${isOfDonor} AND x.purpose = ${links.donorHandover.name} ORDER BY x.donation_id`,
    ),
    rejected_rows_of_uploads: await listAll(
      db,
      sql`SELECT DISTINCT i.id AS upload, i.file_name, i.created_at, x.row, x.problem, i.headers, x.cells FROM import_rejects x
        JOIN imports i ON i.organization_id = x.organization_id AND i.id = x.import_id
        JOIN donors p ON ${person} AND p.email <> ''
        WHERE x.organization_id = ${organizationId} AND strpos(lower(x.cells::text), lower(p.email)) > 0
        ORDER BY i.id, x.row`,
    ),
    told_to_other_programs: await listAll(
      db,
      sql`SELECT x.donation_id, w.url AS webhook, x.event, x.happened_at, x.state, x.data FROM donations d
        JOIN webhook_deliveries x ON x.organization_id = d.organization_id AND x.gift_organization_id = d.organization_id
          AND x.donation_id = d.id
        JOIN webhooks w ON w.organization_id = x.organization_id AND w.id = x.webhook_id
        WHERE ${isOfDonor} ORDER BY x.id`,
    ),
  }
}
