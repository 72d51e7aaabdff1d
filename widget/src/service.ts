import type { companies, publicMatch } from '@twofold/contract'
import type { z } from 'zod'
import { english, type Texts } from './texts.ts'

/** `label`: the name of the employer, next to the one that was found. */
export type Employer = { readonly id: number | null; readonly name: string; readonly label?: string }
export type Policy = publicMatch.EmployerPolicy
export type RequestBody = z.input<(typeof publicMatch.requestMatch)['body']>
export type Answer =
  | { readonly message: string; readonly steps: string | null }
  | { readonly problem: string; readonly fields: Record<string, string> }

/** Without empty values. */
const queryOf = (values: Readonly<Record<string, string | number | null>>): URLSearchParams =>
  new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, `${value}`]] : [])))

/** No function throws: the page must work when the service is unavailable. */
export type Service = ReturnType<typeof createService>

const timeoutMs = 8_000

const usualRequest: typeof fetch = (...args) => fetch(...args)

function createClient(base: string, request: typeof fetch) {
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
  return { send, get }
}

/** Returns the English texts instead of those that fail to load. */
export const loadTexts = async (base: string, language: string, request = usualRequest): Promise<Texts> => ({
  ...english,
  ...(await createClient(base, request).get<Texts>(`/widget.${language}.json`)),
})

export function createService(base: string, texts: Texts, request = usualRequest) {
  const language = texts.locale.slice(0, 2)
  const { send, get } = createClient(base, request)
  return {
    texts,
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
      const query = queryOf({ organization, amount, date: amount && date, language })
      return get(`/api/public/company/${company}?${query}`)
    },
    requestMatch: async (organization: string, body: RequestBody): Promise<Answer> => {
      try {
        const response = await send(`/api/public/organization/${encodeURIComponent(organization)}/match-request`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...body, language: language || undefined }),
        })
        const content: { message?: string; steps?: string | null; fields?: Record<string, string> } =
          await response.json()
        if (response.ok) return { message: content.message ?? '', steps: content.steps ? base + content.steps : null }
        if (response.status === 404) return { problem: texts.closed, fields: {} }
        const translate = (message: string) => texts.messages[message] ?? message
        return {
          problem: (response.status === 429 && (texts.tooMany || content.message)) || texts.failed,
          fields: Object.fromEntries(
            Object.entries(content.fields ?? {}).map(([field, message]) => [field, translate(message)]),
          ),
        }
      } catch {
        return { problem: texts.failed, fields: {} }
      }
    },
    matchPage: (organization: string, amount: number | null): string => {
      const query = queryOf({ amount, lang: language })
      return `${base}/match/${encodeURIComponent(organization)}?${query}`
    },
  }
}
