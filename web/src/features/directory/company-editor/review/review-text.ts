import type { mails, review } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { formatCount, formatDay, formatMoney, plural } from '../../../../ui/format.ts'

/** `12 gifts at 5 organizations · $1,250.00 and CA$40.00 · since Apr 1, 2026` */
export function describeGroup({ gifts, organizations, by_organization, sums, oldest }: review.EmployerGroup): string {
  const organizationText =
    organizations === 1 ? `at ${by_organization[0]?.name}` : `at ${plural(organizations, 'organization')}`
  const money = sums.map(({ currency, amount }) => formatMoney(amount, currency)).join(' and ')
  return [`${plural(gifts, 'gift')} ${organizationText}`, money, `since ${formatDay(oldest)}`]
    .filter(Boolean)
    .join(' · ')
}

/** `Maple 8, North 3, South 1 and 2 more organizations`; '' if the group's text names them. */
export function describeOrganization({ organizations, by_organization }: review.EmployerGroup): string {
  if (organizations === 1) return ''
  const countsByName = by_organization.map(({ name, gifts }) => `${name} ${formatCount(gifts)}`).join(', ')
  const moreCount = organizations - by_organization.length
  return moreCount > 0 ? `${countsByName} and ${plural(moreCount, 'more organization')}` : countsByName
}

/** `acme.com 12, gmail.com 3 (personal)` */
export const describeDomain = ({ mail_domains }: review.EmployerGroup): string =>
  mail_domains
    .map(({ domain, donors, is_public }) => `${domain} ${formatCount(donors)}${is_public ? ' (personal)' : ''}`)
    .join(', ')

/** `2 donors write from its domain · 94% alike`, `94% like its other name “IBM”` */
export function describeCandidate({
  name,
  hit,
  likeness,
  donors_at_domain,
}: review.EmployerGroup['candidates'][number]): string {
  const percent = `${Math.round(likeness * 100)}%`
  const likenessText = hit === name ? `${percent} alike` : `${percent} like its other name ${quoted(hit)}`
  return donors_at_domain > 0
    ? `${plural(donors_at_domain, 'donor has', 'donors have')} its email domain · ${likenessText}`
    : likenessText
}

export function describeChange({ gifts, organizations, matchable, mails: { is_whole } }: mails.ChangeReview): string {
  const recheckedText = `${is_whole ? '' : 'At least '}${plural(gifts, 'gift')} at ${plural(organizations, 'organization')}`
  const matchableText = matchable === 0 ? 'none can be matched yet' : `${formatCount(matchable)} could be matched`
  return `${recheckedText} will be rechecked; ${matchableText}.`
}

export function describeResolution({ employer_text, company, state, gifts, add_alias }: review.Resolution): string {
  if (state === 'undone') return `${quoted(employer_text)} is ${company.name}: undone`
  if (state === 'undoing') return `${quoted(employer_text)} is ${company.name}: undoing…`
  if (state === 'running' && gifts === 0)
    return `${quoted(employer_text)} is ${company.name}: rechecking its gifts soon`
  const outcome = state === 'running' ? `${plural(gifts, 'gift')} so far…` : `${plural(gifts, 'gift')} rechecked`
  return `${quoted(employer_text)} is ${company.name}: ${outcome}${add_alias ? '; spelling remembered' : ''}`
}

/** '' if no emails are waiting. */
export function describePendingEmails({ mails: { waiting, held } }: review.Resolution): string {
  if (waiting === 0) return ''
  if (held === 0) return `${plural(waiting, 'donor email')} scheduled`
  if (held === waiting) return `${plural(held, 'donor email')} paused`
  return `${plural(waiting - held, 'donor email')} scheduled, ${formatCount(held)} paused`
}
