import { webhooks } from '@twofold/contract'

type Tone = 'good' | 'waiting' | 'bad'

export function describeDelivery(delivery: webhooks.Delivery): { tone: Tone; state: string; event: string } {
  const { state, response_code: code, duration_ms: ms } = delivery
  const event = delivery.event === 'test' ? 'Test event' : webhooks.eventNames[delivery.event]
  const response = code === null ? 'No response' : describeResponse(code, ms)
  if (state === 'delivered') return { tone: 'good', state: response, event }
  if (state === 'failed') return { tone: 'bad', state: code === null ? 'Failed' : response, event }
  if (state === 'queued' && delivery.attempts > 0) return { tone: 'waiting', state: `${response}, waiting`, event }
  return { tone: 'waiting', state: state === 'sending' ? 'Sending' : 'Waiting', event }
}

/** `200 in 84 ms` or `No response after 15.0 s` */
export function describeResponse(code: number | null, ms: number | null): string {
  const duration = ms === null ? '' : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
  if (code === null) return duration === '' ? 'Not sent' : `No response after ${duration}`
  return duration === '' ? String(code) : `${code} in ${duration}`
}

/** Omits secrets and values that change with each attempt. */
export function requestText(webhook: Pick<webhooks.Webhook, 'url'>, delivery: webhooks.Delivery): string {
  const body = delivery.data && JSON.stringify({ data: delivery.data, bearer_token: '•••' }, null, 2)
  return `POST ${webhook.url}
webhook-id: ${delivery.message_id}
webhook-timestamp, webhook-signature: new for each attempt
twofold-event: ${delivery.event}
twofold-sequence: ${delivery.id}
authorization: Bearer •••

${body ?? 'Not written yet.'}`
}
