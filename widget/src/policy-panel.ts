import { el } from './element.ts'
import type { Employer, Policy, Service } from './service.ts'
import { fill, type Texts } from './texts.ts'

const exclusionVerdicts = ['own_site_only', 'no_program', 'excluded']

/** False if the policy clearly excludes the gift. */
export const canRequestMatch = (policy: Policy | null): boolean =>
  !policy?.gift || !exclusionVerdicts.includes(policy.gift.verdict)

export function policyPanel(
  service: Service,
  organization: string,
  onPolicy: (policy: Policy | null) => void = () => {},
) {
  const panel = el('div', { class: 'outlook', 'aria-live': 'polite' })
  const unknown = (name: string) => el('p', {}, fill(service.texts.unknown, 'name', name))
  let lastRequest = 0
  return {
    element: panel,
    show: async (employer: Employer | null, amount: number | null, date = ''): Promise<void> => {
      const request = ++lastRequest
      const policy = employer?.id ? await service.policy(employer.id, organization, amount, date) : null
      if (request !== lastRequest) return
      panel.replaceChildren(
        ...(policy ? linesOf(policy, service.texts) : employer?.name ? [unknown(employer.name)] : []),
      )
      panel.classList.toggle(
        'good',
        policy ? (policy.gift?.verdict ?? policy.has_program) === positiveVerdict(policy) : false,
      )
      onPolicy(policy)
    },
    clear: () => {
      lastRequest++
      panel.replaceChildren()
      panel.classList.remove('good')
      onPolicy(null)
    },
  }
}

const positiveVerdict = ({ gift }: Policy): string => (gift ? 'matched' : 'yes')

function linesOf({ gift, text, source_text, source_url }: Policy, { deadline, locale }: Texts): HTMLElement[] {
  const source = source_url
    ? el('a', { href: source_url, target: '_blank', rel: 'noopener noreferrer nofollow' }, source_text)
    : source_text
  const isTextRedundant = gift?.verdict === 'no_program'
  return [
    ...(gift ? [el('p', { class: 'strong' }, gift.text)] : []),
    ...(isTextRedundant ? [] : [el('p', {}, text)]),
    ...(gift?.last_day ? [el('p', {}, fill(deadline, 'day', dayText(gift.last_day, locale)))] : []),
    ...(source_text ? [el('p', { class: 'hint' }, source)] : []),
  ]
}

const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale || undefined, { timeZone: 'UTC', dateStyle: 'medium' }).format(
    new Date(`${day}T00:00:00Z`),
  )
