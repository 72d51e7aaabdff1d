import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../platform/runtime/clock.ts'
import {
  type DeliveryReport,
  invalidSignature,
  isSame,
  jsonOf,
  optionalText,
  type ReportReader,
} from './delivery-report.ts'

const envelope = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().min(1).max(200),
    signature: z.string(),
  }),
  'event-data': z.object({
    event: z.string(),
    severity: optionalText,
    reason: optionalText,
    message: z.object({ headers: z.object({ 'message-id': optionalText }) }).nullish(),
    'delivery-status': z.object({ message: optionalText, description: optionalText }).nullish(),
  }),
})
type Event = z.infer<typeof envelope>['event-data']

// Mailgun retries for eight hours.
const maxEventAgeMs = 12 * 3600 * 1000
/** `suppress-bounce`: Mailgun already lists the address as bounced. */
const bounceReasons: readonly string[] = ['bounce', 'suppress-bounce']

/** The signature covers only time and token, so the token is the event id: reused tokens are rejected. */
export const readMailgun =
  (key: string, clock: Clock): ReportReader =>
  async ({ body }) => {
    const { signature: signed, 'event-data': event } = jsonOf(envelope, body)
    const expected = createHmac('sha256', key).update(`${signed.timestamp}${signed.token}`).digest('hex')
    if (!isSame(expected, signed.signature)) throw invalidSignature()
    if (Math.abs(clock().getTime() - Number(signed.timestamp) * 1000) > maxEventAgeMs) throw invalidSignature()
    const kind = getReportKind(event)
    const messageId = event.message?.headers['message-id']
    if (!kind || !messageId) return []
    const status = event['delivery-status']
    return [{ eventId: signed.token, messageId, kind, detail: status?.message || status?.description || '' }]
  }

function getReportKind({ event, severity, reason }: Event): DeliveryReport['kind'] | null {
  if (event === 'complained') return 'complained'
  if (event !== 'failed' || severity !== 'permanent' || !reason) return null
  if (reason === 'suppress-complaint') return 'complained'
  return bounceReasons.includes(reason) ? 'bounced' : null
}
