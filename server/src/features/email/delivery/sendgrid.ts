import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../platform/runtime/clock.ts'
import {
  type DeliveryReport,
  invalidSignature,
  jsonOf,
  optionalText,
  type ReportReader,
  refuseStale,
} from './delivery-report.ts'

const event = z.object({
  event: z.string(),
  sg_event_id: optionalText,
  'smtp-id': optionalText,
  type: optionalText,
  reason: optionalText,
  status: optionalText,
  bounce_classification: optionalText,
})
type Event = z.infer<typeof event>
const batch = z.array(z.unknown()).max(10_000)

/** ECDSA over the time and the raw bytes. One request has up to several thousand events. */
export function readSendgrid(key: string, clock: Clock): ReportReader {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return async ({ headers, body }) => {
    const signature = headers['x-twilio-email-event-webhook-signature']
    const timestamp = headers['x-twilio-email-event-webhook-timestamp']
    if (typeof signature !== 'string' || typeof timestamp !== 'string') throw invalidSignature()
    const signedBytes = Buffer.concat([Buffer.from(timestamp), body])
    if (!verify('sha256', signedBytes, publicKey, Buffer.from(signature, 'base64'))) throw invalidSignature()
    refuseStale(new Date(/^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN), clock)
    return jsonOf(batch, body).flatMap((element) => {
      const parsed = event.safeParse(element)
      return parsed.success ? toReports(parsed.data) : []
    })
  }
}

function toReports(reportedEvent: Event): readonly DeliveryReport[] {
  const { sg_event_id: eventId, 'smtp-id': messageId, reason } = reportedEvent
  const kind = getReportKind(reportedEvent)
  return kind && eventId && messageId ? [{ eventId, messageId, kind, detail: reason ?? '' }] : []
}

/** `blocked` is about the sender or temporary; `Mailbox Unavailable` is often a full mailbox. */
const bounceClasses: readonly string[] = ['Invalid Address', 'Unclassified']

/** SendGrid drops emails to addresses on its suppression lists. */
const dropReasonKinds: Readonly<Record<string, DeliveryReport['kind']>> = {
  'Bounced Address': 'bounced',
  Invalid: 'bounced',
  'Spam Reporting Address': 'complained',
}

function getReportKind({ event, type, status, reason, bounce_classification }: Event): DeliveryReport['kind'] | null {
  if (event === 'dropped')
    return (Object.hasOwn(dropReasonKinds, reason ?? '') && dropReasonKinds[reason ?? '']) || null
  if (event === 'spamreport') return 'complained'
  if (event !== 'bounce' || type === 'blocked' || status?.startsWith('4')) return null
  return !bounce_classification || bounceClasses.includes(bounce_classification) ? 'bounced' : null
}
