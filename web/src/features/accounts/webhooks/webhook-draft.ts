import { webhooks } from '@twofold/contract'

export type Draft = { readonly url: string; readonly event: webhooks.WebhookEvent; readonly token: string | null }

export const draftOf = ({ url, event, token }: webhooks.Webhook): Draft => ({ url, event, token })

export const updateBodyOf = ({ url, event, token }: Draft) => ({
  url: webhooks.withoutScheme(url),
  event,
  ...(token === null || token.startsWith('•') ? {} : { token }),
})

type Tone = 'submitted' | 'problem' | 'silent'

export function describeLastResponse(code: number | null, problem: string | null): { tone: Tone; words: string } {
  if (problem !== null && !problem.startsWith('The receiver answered')) return { tone: 'problem', words: problem }
  if (code === null) return { tone: 'silent', words: 'Nothing sent yet' }
  if (code >= 200 && code < 300) return { tone: 'submitted', words: `Last answer ${code}` }
  if (code >= 400) return { tone: 'problem', words: `Last answer ${code}: a problem at the receiver` }
  return { tone: 'problem', words: `Last answer ${code}: 200 is expected` }
}
