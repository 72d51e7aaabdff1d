import { apiKeys, organizations, webhooks } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { erasesAt } from './erases-at.queries.ts'

/** Amounts are in cents. */
const organizationRow = z.object({
  id: z.int(),
  name: z.string(),
  type: organizations.organization.shape.type,
  ein: z.string(),
  url: z.string(),
  donate_url: z.string(),
  phone: z.string(),
  fax: z.string(),
  mission: z.string(),
  street: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.enum(['US', 'CA']),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  billing_contact_name: z.string(),
  billing_contact_email: z.string(),
  mail_sender_name: z.string(),
  mail_reply_to: z.string(),
  category_ids: z.array(z.int()),
  file_logo: z.string().nullable(),
  complete: z.boolean(),
  parent_complete: z.boolean(),
  has_gifts: z.boolean(),
  onboarded: z.date().nullable(),
  email_who: z.enum(['all', 'company']),
  email_min_cents: z.int(),
  email_limit: z.int(),
  thank_donors: z.boolean(),
  custom: z.object({
    donation_fields: z.array(z.string()).optional(),
    amply: z.object({ feature: z.string().nullable().optional() }).optional(),
  }),
  public_key: z.string(),
  private_key_set: z.boolean(),
  is_premium: z.string().nullable(),
  plan: z.string().nullable(),
  parent_id: z.int().nullable(),
  creator_id: z.int().nullable(),
  stripe_customer_id: z.string().nullable(),
  rule_show_billing: z.boolean(),
  rule_deactivated: z.boolean(),
  rule_invoiced: z.boolean(),
  cancelled_at: z.date().nullable(),
  erases_at: z.date().nullable(),
  erased_at: z.date().nullable(),
  cancel_reason: z.string().nullable(),
  time_zone: z.string(),
  language: z.enum(['en', 'fr', 'es']),
  currency: z.enum(['USD', 'CAD']),
  version: z.int(),
  field_versions: z.record(z.string(), z.int()),
  reevaluation_started_at: z.date().nullable(),
  children: z.array(z.object({ id: z.int(), name: z.string(), ein: z.string(), city: z.string(), state: z.string() })),
  documents: z.array(organizations.organizationDocument),
  api_keys: z.array(apiKeys.apiKey.omit({ key: true }).extend({ key_end: z.string() })),
  webhooks: z.array(webhooks.webhook.omit({ token: true })),
  users: z.array(
    z.object({ id: z.int(), name: z.string(), email: z.string(), level: z.enum(['read', 'write', 'admin']) }),
  ),
})
export type OrganizationRow = z.infer<typeof organizationRow>

const maxMembers = 500

export async function getOrganizationRow(db: Db, id: number): Promise<OrganizationRow> {
  const row = await sql(organizationRow)`
    SELECT id, name, type, ein, url, donate_url, phone, fax, mission, street, street2, city, state, zip, country,
      contact_name, contact_email, contact_phone, billing_contact_name, billing_contact_email, mail_sender_name,
      mail_reply_to, category_ids, file_logo,
      complete, coalesce((SELECT p.complete FROM organizations p WHERE p.id = o.parent_id), false) AS parent_complete,
      EXISTS (SELECT FROM donations d WHERE d.organization_id = o.id)
        OR EXISTS (SELECT FROM organizations c JOIN donations d ON d.organization_id = c.id WHERE c.parent_id = o.id)
        AS has_gifts,
      onboarded, email_who, email_min_cents, email_limit, thank_donors, custom, public_key,
      private_key_sealed IS NOT NULL AS private_key_set, is_premium, plan, parent_id, creator_id, stripe_customer_id,
      rule_show_billing, rule_deactivated, rule_invoiced, cancelled_at, ${erasesAt} AS erases_at, erased_at, cancel_reason,
      time_zone, language, currency, version,
      field_versions, reevaluation_started_at,
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'ein', c.ein, 'city', c.city,
          'state', c.state) ORDER BY c.name, c.id)
        FROM organizations c WHERE c.parent_id = o.id), '[]') AS children,
      coalesce((SELECT json_agg(json_build_object('id', d.id, 'kind', d.kind, 'name', d.name, 'file', d.file_name,
          'media_type', d.media_type, 'bytes', d.bytes, 'uploaded_date', to_char(d.uploaded_at, ${isoFormat})) ORDER BY d.id)
        FROM organization_documents d WHERE d.organization_id = o.id), '[]') AS documents,
      coalesce((SELECT json_agg(json_build_object('id', k.id, 'name', k.name, 'key_end', k.key_end,
          'last_used_at', to_char(k.last_used_at, ${isoFormat}), 'last_ip_address', k.last_ip_address) ORDER BY k.id)
        FROM api_keys k WHERE k.organization_id = o.id), '[]') AS api_keys,
      coalesce((SELECT json_agg(json_build_object('id', w.id, 'url', w.url, 'event', w.event, 'last_code', w.last_code,
          'last_problem', w.last_problem, 'former_secret_until', to_char(w.former_secret_until, ${isoFormat}),
          'disabled_because', w.disabled_because) ORDER BY w.id)
        FROM webhooks w WHERE w.organization_id = o.id), '[]') AS webhooks,
      coalesce((SELECT json_agg(m) FROM (
          SELECT u.id, u.name, u.email, m.level FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.organization_id = o.id ORDER BY u.name, u.id LIMIT ${maxMembers}) m), '[]') AS users
    FROM organizations o WHERE id = ${id}`.first(db)
  if (!row) throw new Error(`organization ${id} no longer exists`)
  return row
}

// Transactions use UTC.
const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS"Z"'

/** New gifts do not wait for this lock. */
export async function lockOrganization(db: Db, id: number): Promise<void> {
  await sql`SELECT FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)
}

const hasChapterNamedRow = z.object({ taken: z.boolean() })

/** Locks the parent, so that the name stays free. The caller must lock the chapter first. */
export async function hasChapterNamed(
  db: Db,
  parentId: number,
  { name, exceptId }: { readonly name: string; readonly exceptId: number | null },
): Promise<boolean> {
  return sql(hasChapterNamedRow)`
    SELECT coalesce(chapter_has_name(${parentId}, ${name}, ${exceptId}), false) AS taken`.value(db, 'taken', false)
}

export async function updateOrganization(
  db: Db,
  id: number,
  columns: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Promise<void> {
  const assignments = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    UPDATE organizations SET ${sql.join([...assignments, sql`version = version + 1`])},
      field_versions = field_versions
        || (SELECT jsonb_object_agg(field, version + 1) FROM unnest(${[...fields]}::text[]) AS field)
    WHERE id = ${id}`.execute(db)
}

const postalAddressRow = z.object({ has_address: z.boolean() })

/** Every email to a donor requires a postal address. */
export async function hasPostalAddress(db: Db, id: number): Promise<boolean> {
  return sql(postalAddressRow)`
    SELECT street <> '' AND city <> '' AS has_address FROM organizations WHERE id = ${id}`.value(
    db,
    'has_address',
    false,
  )
}
