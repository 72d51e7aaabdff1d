import type { review } from '@twofold/contract'
import { formatCount, formatDay, formatMoney, plural } from '../../ui/format.ts'

/** `12 gifts of 3 organizations (Maple, North, South) · $1,250.00 and CA$40.00 · since Apr 1, 2026` */
export function groupWords(group: review.EmployerGroup): string {
  const { gifts, organizations, organization_names, sums, oldest } = group
  const more = organizations - organization_names.length
  const names = [...organization_names, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ')
  const whose = organizations === 1 ? `of ${names}` : `of ${plural(organizations, 'organization')} (${names})`
  const money = sums.map(({ currency, amount }) => formatMoney(amount, currency)).join(' and ')
  return [`${plural(gifts, 'gift')} ${whose}`, money, `since ${formatDay(oldest)}`].filter(Boolean).join(' · ')
}

export function resolutionWords({ employer_text, company, state, gifts, add_alias }: review.Resolution): string {
  if (state === 'undone') return `“${employer_text}” is ${company.name}: taken back`
  if (state === 'undoing') return `“${employer_text}” is ${company.name}: being taken back…`
  if (state === 'running' && gifts === 0)
    return `“${employer_text}” is ${company.name}: its gifts are looked at in a moment`
  const outcome = state === 'running' ? `${plural(gifts, 'gift')} so far…` : `${plural(gifts, 'gift')} looked at again`
  return `“${employer_text}” is ${company.name}: ${outcome}${add_alias ? '; the spelling is remembered' : ''}`
}
