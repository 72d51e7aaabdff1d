import { webhooks } from '@twofold/contract'

export type Draft = { readonly url: string; readonly event: webhooks.WebhookEvent; readonly token: string | null }

export const draftOf = ({ url, event, token }: webhooks.Webhook): Draft => ({ url, event, token })

export const updateBodyOf = ({ url, event, token }: Draft) => ({
  url: webhooks.withoutScheme(url),
  event,
  ...(token === null || token.startsWith('•') ? {} : { token }),
})

type Tone = 'submitted' | 'problem' | 'silent'

export function describeLastResponse(code: number | null, problem: string | null): { tone: Tone; label: string } {
  if (problem !== null && !problem.startsWith('The server returned')) return { tone: 'problem', label: problem }
  if (code === null) return { tone: 'silent', label: 'Nothing sent yet' }
  if (code >= 200 && code < 300) return { tone: 'submitted', label: `Last response ${code}` }
  if (code >= 400) return { tone: 'problem', label: `Last response ${code}: a problem on your server` }
  return { tone: 'problem', label: `Last response ${code}: 200 is expected` }
}
