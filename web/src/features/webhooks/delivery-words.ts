import { webhooks } from '@twofold/contract'

type Tone = 'good' | 'waiting' | 'bad'

/** A delivery as its line in the log says it: `200 in 84 ms`. */
export function deliveryWords(delivery: webhooks.Delivery): { tone: Tone; state: string; event: string } {
  const { state, response_code: code, duration_ms: ms } = delivery
  const event = delivery.event === 'test' ? 'Test event' : webhooks.eventNames[delivery.event]
  const took = ms === null ? '' : ` in ${ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}`
  const answer = code === null ? 'No answer' : `${code}${took}`
  if (state === 'delivered') return { tone: 'good', state: answer, event }
  if (state === 'failed') return { tone: 'bad', state: code === null ? 'Failed' : answer, event }
  if (state === 'queued' && delivery.attempts > 0) return { tone: 'waiting', state: `${answer}, waiting`, event }
  return { tone: 'waiting', state: state === 'sending' ? 'Sending' : 'Waiting', event }
}
