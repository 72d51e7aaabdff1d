import type { companies, publicMatch } from '@twofold/contract'
import type { z } from 'zod'

/** `label`: the name of the employer, next to the one that was found. */
export type Employer = { readonly id: number | null; readonly name: string; readonly label?: string }
export type Policy = publicMatch.EmployerPolicy
export type RequestBody = z.input<(typeof publicMatch.requestMatch)['body']>
export type Answer =
  | { readonly message: string; readonly steps: string | null }
  | { readonly problem: string; readonly fields: Record<string, string> }

/** No function throws: the page must work when the service is unavailable. */
export type Service = ReturnType<typeof createService>

const timeoutMs = 8_000

export function createService(base: string, request: typeof fetch = (...args) => fetch(...args)) {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    // Never sends cookies or the address of the visitor's page.
    request(base + path, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
      ...init,
    })
  const get = async <T>(path: string): Promise<T | null> => {
    try {
      const response = await send(path)
      return response.ok ? ((await response.json()) as T) : null
    } catch {
      return null
    }
  }
  return {
    search: async (text: string): Promise<readonly Employer[] | null> => {
      type Found = z.output<(typeof companies.searchCompanyNames)['response']>
      const found = await get<Found>(`/search/company-name/${encodeURIComponent(text)}?exclude=false&other=false`)
      return (
        found?.names.map(({ name, company, company_id }) => ({
          id: company_id,
          name,
          ...(company && company.name !== name && { label: `${company.name} (${name})` }),
        })) ?? null
      )
    },
    policy: (company: number, organization: string, amount: number | null, date: string): Promise<Policy | null> => {
      const query = new URLSearchParams()
      if (organization) query.set('organization', organization)
      if (amount) query.set('amount', String(amount))
      if (amount && date) query.set('date', date)
      return get(`/api/public/company/${company}?${query}`)
    },
    requestMatch: async (organization: string, body: RequestBody): Promise<Answer> => {
      const problem = 'We couldn’t send your request. Try again.'
      try {
        const response = await send(`/api/public/organization/${encodeURIComponent(organization)}/match-request`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const content: { message?: string; steps?: string | null; fields?: Record<string, string> } =
          await response.json()
        if (response.ok) return { message: content.message ?? '', steps: content.steps ? base + content.steps : null }
        if (response.status === 404)
          return { problem: 'This organization doesn’t accept match requests here.', fields: {} }
        return {
          problem: response.status === 429 && content.message ? content.message : problem,
          fields: content.fields ?? {},
        }
      } catch {
        return { problem, fields: {} }
      }
    },
    matchPage: (organization: string, amount: number | null): string =>
      `${base}/match/${encodeURIComponent(organization)}${amount ? `?amount=${amount}` : ''}`,
  }
}
