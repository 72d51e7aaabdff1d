import type { donations } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { presentColumns, type ShownRow } from './columns.queries.ts'

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
