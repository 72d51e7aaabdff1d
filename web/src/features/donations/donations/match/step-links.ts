import { type donations, linkTo, screens } from '@twofold/contract'
import { findStatus, type StatusId } from '@twofold/matching'
import type { MatchTab } from '../use-open-match.ts'
import { parseLink } from './match-text.ts'

type Detail = donations.DonationDetail

export type StepLink =
  | { readonly label: string; readonly tab: MatchTab }
  | { readonly label: string; readonly field: string }
  | { readonly label: string; readonly screen: string }
  | { readonly label: string; readonly href: string }

type LinksOf = (detail: Detail) => readonly (StepLink | null)[]

const mails: StepLink = { label: 'See emails', tab: 'mails' }
const employer: LinksOf = ({ company: knownCompany, company_name: name }) => [
  { label: knownCompany || name ? 'Change employer' : 'Add employer', field: 'company' },
]
const amount: StepLink = { label: 'Correct amount', field: 'amount' }

const company: LinksOf = ({ company: employerCompany }) => {
  const link = parseLink(employerCompany?.url ?? null)
  return [link && { label: `Open ${link.name}`, href: link.href }]
}
const policy: LinksOf = ({ company: employerCompany }) => [
  employerCompany && {
    label: `${employerCompany.name} in the directory`,
    screen: linkTo(screens.companies, { search: employerCompany.name }),
  },
]
const writeToDonor: LinksOf = ({ donor }) => [
  donor.email ? { label: 'Email the donor', href: `mailto:${donor.email}` } : null,
]
const donationsOfDonor: LinksOf = ({ donor }) => [
  donor.email
    ? { label: 'This donor’s other gifts', screen: linkTo(screens.donations, { donor: donor.email, dates: 'any' }) }
    : null,
]
const toVerifications: StepLink = { label: 'See all to sign', screen: screens.verifications }
const toSetup: StepLink = { label: 'Go to setup', screen: screens.dashboard }
const instalments: LinksOf = ({ recurring_history: rows }) => [
  rows.length > 0 ? { label: 'See installments', tab: 'recurring' } : null,
]

const links: Record<StatusId, readonly (LinksOf | StepLink)[]> = {
  1: [policy],
  2: [employer],
  3: [toVerifications, company, mails],
  4: [company],
  5: [company, mails],
  6: [company, mails],
  7: [company, mails],
  8: [company, mails],
  9: [policy, employer],
  10: [donationsOfDonor, amount],
  11: [policy, employer],
  12: [],
  13: [],
  14: [{ label: 'Contact us', screen: screens.contact }],
  15: [company, employer],
  16: [],
  17: [toSetup],
  19: [policy, employer],
  20: [writeToDonor, company],
  21: [mails],
  22: [instalments, policy],
  23: [employer, mails],
  24: [mails],
  25: [company, mails],
  28: [company, mails],
}

/** The server supplies the sentences. */
export function stepLinksOf(
  detail: Detail,
  permissions: { readonly write: boolean; readonly isClosed: boolean },
): StepLink[] {
  const status = findStatus(detail.status_id)
  const candidates = status
    ? links[status.id].flatMap((link) => (typeof link === 'function' ? link(detail) : [link]))
    : []
  return candidates
    .filter((link) => link !== null)
    .filter((link) => permissions.write || !('field' in link))
    .filter((link) => !(permissions.isClosed && link === toSetup))
    .filter((link) => !('tab' in link && link.tab === 'mails' && detail.notifications.length === 0))
}
