import type { donations } from '@twofold/contract'
import { findStatus, signableStatusIds } from '@twofold/matching'
import { signRequestPath } from '../../email/donor-links/index.ts'
import { presentColumns, type ShownRow } from '../columns/index.ts'

export const presentDonation = (row: ShownRow, publicUrl: string): donations.Donation => ({
  ...presentColumns('response', row),
  status: presentStatus(row),
  donor: { id: row.donor_id, name: row.donor_name, email: row.donor_email },
  company: presentCompany(row),
  organization: { id: row.organization_id, name: row.organization_name },
  // The specification lists the gifts of a combined match, including its own, among the custom fields.
  custom: row.parts === null ? row.custom : { ...row.custom, history: row.parts },
  adobe_sign_signingUrl: isToSign(row) ? `${publicUrl}${signRequestPath(row.id)}` : null,
})

const signable: readonly number[] = signableStatusIds

/** The link to sign is emailed to the donor only, so other readers may not sign. */
const isToSign = ({ match_method, has_form, status_id, inert }: ShownRow): boolean =>
  match_method === 'form' && has_form && !inert && signable.includes(status_id)

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
    guide: row.company_guide,
    url: row.company_url,
    verify: row.verification,
  }
}
