import type { review } from '@twofold/contract'
import { isPublicMailHost, nameSimilarity } from '@twofold/matching'
import type { Directory } from '../../../core/companies/index.ts'

const candidatesShown = 5
const domainsShown = 5

type Copy = Awaited<ReturnType<Directory['current']>>
type Domain = { readonly domain: string; readonly donors: number }

/** Companies with the donors' domains come first; `domains` is sorted by frequency. */
export function evidenceOf(
  text: string,
  domains: readonly Domain[],
  { index, nameOf }: Copy,
): Pick<review.EmployerGroup, 'mail_domains' | 'candidates'> {
  const owned = new Map<number, number>()
  for (const { domain, donors } of domains) {
    const companyId = index.companyAt(domain)
    if (companyId !== null) owned.set(companyId, (owned.get(companyId) ?? 0) + donors)
  }
  const byDomain = [...owned.keys()].flatMap((id) => {
    const name = nameOf(id)
    return name === undefined ? [] : [{ companyId: id, companyName: name, name }]
  })
  const byName = index.search(text, { limit: candidatesShown }).filter(({ companyId }) => !owned.has(companyId))
  const mailDomains = domains.map(({ domain, donors }) => ({ domain, donors, is_public: isPublicMailHost(domain) }))
  return {
    mail_domains: [...mailDomains.filter((one) => !one.is_public), ...mailDomains.filter((one) => one.is_public)].slice(
      0,
      domainsShown,
    ),
    candidates: [...byDomain, ...byName].slice(0, candidatesShown).map(({ companyId, companyName, name }) => ({
      company_id: companyId,
      name: companyName,
      hit: name,
      likeness: Math.round(nameSimilarity(text, name) * 100) / 100,
      donors_at_domain: owned.get(companyId) ?? 0,
    })),
  }
}
