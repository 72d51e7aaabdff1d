import { z } from 'zod'
import {
  type DeliveryReport,
  invalidSignature,
  isSame,
  jsonOf,
  optionalText,
  type ReportReader,
} from './delivery-report.ts'

const record = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]).nullish(),
  Type: optionalText,
  Metadata: z.record(z.string(), z.unknown()).nullish(),
  Details: optionalText,
})

const bounceTypes: readonly string[] = ['HardBounce', 'BadEmailAddress']

/** Keeps our message ID: Postmark assigns its own and returns metadata sent with the email. */
export const postmarkHeaders = (messageId: string): Record<string, string> => ({
  'X-PM-KeepID': 'true',
  'X-PM-Metadata-message': messageId,
})

/** Postmark signs nothing. It authenticates over TLS with the login in the webhook URL. */
export const readPostmark =
  (login: string): ReportReader =>
  async ({ headers, body }) => {
    const expected = `Basic ${Buffer.from(login).toString('base64')}`
    if (!isSame(expected, headers.authorization ?? '')) throw invalidSignature()
    const { RecordType, ID, Type, Metadata, Details } = jsonOf(record, body)
    const kind = getReportKind(RecordType, Type)
    const messageId = Metadata?.['message']
    if (!kind || !ID || typeof messageId !== 'string') return []
    return [{ eventId: `${RecordType} ${ID}`, messageId, kind, detail: Details ?? '' }]
  }

function getReportKind(recordType: string, type: string | null | undefined): DeliveryReport['kind'] | null {
  if (recordType === 'SpamComplaint') return 'complained'
  return recordType === 'Bounce' && bounceTypes.includes(type ?? '') ? 'bounced' : null
}
