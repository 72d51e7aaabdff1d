import { type Currency, type donations, toUnits } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { sql } from '../../platform/database/sql.ts'

/** A donation with what is shown beside it, as `shownColumns` reads it. */
export type ShownRow = {
  readonly id: number
  readonly transaction_id: string | null
  readonly donated_at: string
  readonly amount_cents: number
  readonly currency: Currency
  readonly estimated_cents: number
  readonly status_id: number
  readonly donor_id: number
  readonly donor_name: string
  readonly donor_email: string
  readonly company_id: number | null
  readonly company_name: string | null
  readonly match_method: 'csr' | 'contact' | 'form' | 'mail' | null
  readonly company_url: string | null
  readonly verification: 'both' | 'email' | 'phone' | null
  readonly employer_text: string
  readonly organization_id: number
  readonly organization_name: string
  readonly custom: Record<string, unknown>
  readonly inert: boolean
  readonly silenced: boolean
  readonly refunded_bill_id: number | null
  readonly processed_bill_id: number | null
  readonly eligible_bill_id: number | null
  readonly recurring_id: string | null
}

/** Of d (donations) and of what `shownJoins` joins to it. */
export const shownColumns = sql`d.id, d.transaction_id, d.donated_at, d.amount_cents, d.currency, d.estimated_cents,
  d.status_id, d.donor_id, p.name AS donor_name, p.email AS donor_email, d.company_id, c.name AS company_name,
  j.method AS match_method, coalesce(j.submission_url, j.form_url) AS company_url, j.verification, d.employer_text,
  d.organization_id, o.name AS organization_name, d.custom, d.inert, d.silenced, d.refunded_bill_id, d.processed_bill_id,
  d.eligible_bill_id, d.recurring_id`

/** The policy is the one that the gift was judged by: a subsidiary's may be its parent's. */
export const shownJoins = sql`JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
  JOIN organizations o ON o.id = d.organization_id
  LEFT JOIN companies c ON c.id = d.company_id
  LEFT JOIN policies j ON j.id = d.policy_version_id`

export function presentDonation(row: ShownRow): donations.Donation {
  const status = findStatus(row.status_id)
  return {
    id: row.id,
    transaction_id: row.transaction_id,
    donated_at: row.donated_at,
    amount: toUnits(row.amount_cents),
    currency: row.currency,
    matched: toUnits(row.estimated_cents),
    status_id: row.status_id,
    status: { name: status?.label ?? '', billing_status: status?.billing ?? null },
    donor_id: row.donor_id,
    donor_name: row.donor_name,
    donor: { id: row.donor_id, name: row.donor_name, email: row.donor_email },
    company_id: row.company_id,
    company_name: row.company_name ?? row.employer_text,
    company: presentCompany(row),
    organization: { id: row.organization_id, name: row.organization_name },
    custom: row.custom,
    inert: row.inert,
    silenced: row.silenced,
    refunded_bill_id: row.refunded_bill_id,
    processed_bill_id: row.processed_bill_id,
    eligible_bill_id: row.eligible_bill_id,
    recurring_id: row.recurring_id,
    adobe_sign_signingUrl: null, // e-signing is a later step of the product
  }
}

function presentCompany(row: ShownRow): donations.Donation['company'] {
  if (row.company_id === null) return null
  return {
    id: row.company_id,
    name: row.company_name ?? '',
    match_method: row.match_method,
    guide: null,
    url: row.company_url,
    verify: row.verification,
  }
}
