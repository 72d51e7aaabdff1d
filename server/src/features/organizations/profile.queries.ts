import type { organizations } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** An organization as it is stored, with what belongs to it. Money in cents. */
export type OrganizationRow = {
  id: number
  name: string
  type: organizations.Organization['type']
  ein: string
  url: string
  donate_url: string
  phone: string
  fax: string
  mission: string
  street: string
  street2: string
  city: string
  state: string
  zip: string
  country: 'US' | 'CA'
  contact_name: string
  contact_email: string
  contact_phone: string
  billing_contact_name: string
  billing_contact_email: string
  category_ids: number[]
  file_logo: string | null
  complete: boolean
  onboarded: Date | null
  email_who: 'all' | 'company'
  email_min_cents: number
  custom: { donation_fields?: string[]; amply?: { feature?: string | null } }
  public_key: string
  private_key_set: boolean
  is_premium: string | null
  plan: string | null
  parent_id: number | null
  creator_id: number | null
  stripe_customer_id: string | null
  rule_show_billing: boolean
  rule_deactivated: boolean
  rule_invoiced: boolean
  cancelled_at: Date | null
  cancel_reason: string | null
  time_zone: string
  currency: 'USD' | 'CAD'
  version: number
  field_versions: Record<string, number>
  looking_again_since: Date | null
  children: { id: number; name: string }[]
  documents: organizations.OrganizationDocument[]
  users: { id: number; name: string; email: string; level: 'read' | 'write' | 'admin' }[]
}

const membersAtMost = 500

export async function getOrganizationRow(db: Db, id: number): Promise<OrganizationRow> {
  const { rows } = await sql<OrganizationRow>`
    SELECT id, name, type, ein, url, donate_url, phone, fax, mission, street, street2, city, state, zip, country,
      contact_name, contact_email, contact_phone, billing_contact_name, billing_contact_email, category_ids, file_logo,
      complete, onboarded, email_who, email_min_cents, custom, public_key,
      private_key_sealed IS NOT NULL AS private_key_set, is_premium, plan, parent_id, creator_id, stripe_customer_id,
      rule_show_billing, rule_deactivated, rule_invoiced, cancelled_at, cancel_reason, time_zone, currency, version,
      field_versions, looking_again_since,
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.name)
        FROM organizations c WHERE c.parent_id = o.id), '[]') AS children,
      coalesce((SELECT json_agg(json_build_object('id', d.id, 'kind', d.kind, 'name', d.name, 'file', d.file_name,
          'media_type', d.media_type, 'bytes', d.bytes, 'uploaded_date', to_char(d.uploaded_at, ${isoFormat})) ORDER BY d.id)
        FROM organization_documents d WHERE d.organization_id = o.id), '[]') AS documents,
      coalesce((SELECT json_agg(m) FROM (
          SELECT u.id, u.name, u.email, m.level FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.organization_id = o.id ORDER BY u.name, u.id LIMIT ${membersAtMost}) m), '[]') AS users
    FROM organizations o WHERE id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`organization ${id} was checked and is gone`)
  return row
}

// Transactions run in UTC.
const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS"Z"'

/** Two people who save at once do so one after the other. */
export async function lockOrganization(db: Db, id: number): Promise<void> {
  await sql`SELECT FROM organizations WHERE id = ${id} FOR UPDATE`.execute(db)
}

/** Writes columns, and notes the new version on the fields that they stand for. */
export async function updateOrganization(
  db: Db,
  id: number,
  columns: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Promise<void> {
  const sets = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    UPDATE organizations SET ${sql.join([...sets, sql`version = version + 1`])},
      field_versions = field_versions
        || (SELECT jsonb_object_agg(field, version + 1) FROM unnest(${[...fields]}::text[]) AS field)
    WHERE id = ${id}`.execute(db)
}
