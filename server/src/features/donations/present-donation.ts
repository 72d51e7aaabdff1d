import type { donations } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { sql } from '../../platform/database/sql.ts'
import { presentColumns, type RowIn, selectColumns } from './columns.ts'

/** A donation with what its made columns are made from, as `shownColumns` reads it. */
export type ShownRow = RowIn<'answer'> & {
  readonly donor_email: string
  readonly match_method: 'csr' | 'contact' | 'form' | 'mail' | null
  readonly company_url: string | null
  readonly verification: 'both' | 'email' | 'phone' | null
  readonly organization_id: number
  readonly organization_name: string
  readonly custom: Record<string, unknown>
  readonly parts: donations.DonationDetail['recurring_history'] | null
}

/** Of d (donations) and of what `columnJoins` joins to it. */
export const shownColumns = sql`${selectColumns('answer')}, p.email AS donor_email, j.method AS match_method,
  coalesce(j.submission_url, j.form_url) AS company_url, j.verification, d.organization_id, o.name AS organization_name,
  d.custom,
  CASE WHEN d.own_cents IS NOT NULL THEN (
    SELECT json_agg(json_build_object('id', m.id, 'donated_at', to_char(m.donated_at, 'YYYY-MM-DD HH24:MI:SS'),
      'amount', coalesce(m.own_cents, m.amount_cents) / 100.0, 'created_at', m.created_at) ORDER BY m.donated_at, m.id)
    FROM donations m
    WHERE m.organization_id = ANY (tenant_organizations()) AND (m.id = d.id OR m.merged_into_id = d.id) AND m.deleted_at IS NULL
  ) END AS parts`

export const presentDonation = (row: ShownRow): donations.Donation => ({
  ...presentColumns('answer', row),
  status: presentStatus(row),
  donor: { id: row.donor_id, name: row.donor_name, email: row.donor_email },
  company: presentCompany(row),
  organization: { id: row.organization_id, name: row.organization_name },
  // The specification shows the gifts that a match stands for, itself included, among the custom fields.
  custom: row.parts === null ? row.custom : { ...row.custom, history: row.parts },
  adobe_sign_signingUrl: null, // e-signing is a later step of the product
})

function presentStatus({ status_id }: ShownRow): donations.Donation['status'] {
  const status = findStatus(status_id)
  return { name: status?.label ?? '', billing_status: status?.billing ?? null }
}

function presentCompany(row: ShownRow): donations.Donation['company'] {
  if (row.company_id === null) return null
  return {
    id: row.company_id,
    name: row.company_name,
    match_method: row.match_method,
    guide: null,
    url: row.company_url,
    verify: row.verification,
  }
}
