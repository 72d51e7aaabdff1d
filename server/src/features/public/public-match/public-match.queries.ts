import { type Currency, currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const openOrganization = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  mission: z.string(),
  url: z.string(),
  file_logo: z.string().nullable(),
  currency,
  time_zone: z.string(),
  /** Its own setup, or its parent's. */
  complete: z.boolean(),
  email_min_cents: z.int(),
  family: z.array(z.int()),
})
export type OpenOrganization = z.infer<typeof openOrganization>

const maxNamesakes = 20

/** Crosses organizations. Omits closed ones. Each space in `word` may be a dash. */
export async function findOpenOrganizations(db: Db, word: string): Promise<OpenOrganization[]> {
  const id = /^\d{1,15}$/.test(word) ? Number(word) : null
  const found = await sql(openOrganization)`
    SELECT o.id, o.name, o.city, o.state, o.mission, o.url, o.file_logo, o.currency, o.time_zone, o.email_min_cents,
      o.complete OR coalesce(p.complete, false) AS complete,
      array_prepend(o.id, ARRAY(SELECT c.id FROM organizations c WHERE c.parent_id = o.id)) AS family
    FROM organizations o LEFT JOIN organizations p ON p.id = o.parent_id
    WHERE o.id IN (SELECT ${id}::bigint UNION SELECT organizations_with_page(${word}))
      AND o.cancelled_at IS NULL AND NOT o.rule_deactivated
    ORDER BY o.id = ${id}::bigint DESC, o.complete DESC, o.id LIMIT ${maxNamesakes}`.rows(db)
  return found[0]?.id === id ? found.slice(0, 1) : found
}

const companyNameRow = z.object({ name: z.string() })

/** Null also if the organization no longer has a public page. */
export async function findCompanyName(
  db: Db,
  { companyId, organizationId }: { readonly companyId: number; readonly organizationId: number },
): Promise<string | null> {
  return sql(companyNameRow)`
    SELECT c.name FROM companies c JOIN organizations o ON o.id = ${organizationId}
    WHERE c.id = ${companyId} AND o.cancelled_at IS NULL AND NOT o.rule_deactivated`.value(db, 'name')
}

const donationKnownRow = z.object({ known: z.boolean() })

/** A previous address counts as that of its current donor. */
export async function isDonationRecorded(
  db: Db,
  donation: { organizationId: number; donorKey: string; amountCents: number; currency: Currency; day: string },
): Promise<boolean> {
  return sql(donationKnownRow)`
    WITH who AS MATERIALIZED (
      SELECT coalesce(merged_into_id, id) AS id FROM donors
      WHERE organization_id = ${donation.organizationId} AND donor_key = ${donation.donorKey}
      UNION
      SELECT coalesce(merged_into_id, id) FROM donors
      WHERE organization_id = ${donation.organizationId} AND mailbox = ${donation.donorKey})
    SELECT EXISTS (
      SELECT FROM who JOIN donations g ON g.organization_id = ${donation.organizationId} AND g.donor_id = who.id
      WHERE g.amount_cents = ${donation.amountCents} AND g.currency = ${donation.currency}
        AND g.donated_at::date = ${donation.day}::date AND g.deleted_at IS NULL) AS known`.value(db, 'known', false)
}
