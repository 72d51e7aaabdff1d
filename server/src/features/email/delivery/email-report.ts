import { createHash } from 'node:crypto'
import type { Attachment, Email } from 'postal-mime'
import type { DeliveryReport } from './delivery-report.ts'

/** A report precedes the original email, of which only the header is needed. */
export const maxReportBytes = 256 * 1024
const limits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 1 } as const

/**
 * Parses RFC 3464 and RFC 5965 reports; null for all other email. A report must contain the email's `Message-ID`, which
 * only its reader and the servers on its way know.
 */
export async function readEmailReport(raw: Uint8Array): Promise<DeliveryReport | null> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw.subarray(0, maxReportBytes), limits).catch(() => null)
  if (!mail) return null
  const outcome = readComplaint(mail) ?? readBounce(mail)
  const messageId = outcome && findReportedId(mail)
  if (!outcome || !messageId) return null
  // Hashed, because the sender controls its length and characters.
  const eventId = createHash('sha256')
    .update(mail.messageId ?? raw)
    .digest('hex')
  return { ...outcome, messageId, eventId }
}

type ReportOutcome = Pick<DeliveryReport, 'kind' | 'detail'>

/** Other types report non-spam or signature failures. */
const complaints: readonly string[] = ['abuse', 'fraud', 'opt-out', 'opt-out-list']

function readComplaint(mail: Email): ReportOutcome | null {
  const [report] = parseGroups(findPart(mail, 'message/feedback-report'))
  const type = report?.get('feedback-type')?.toLowerCase()
  if (!report || !type || !complaints.includes(type)) return null
  return { kind: 'complained', detail: report.get('user-agent') ?? '' }
}

function readBounce(mail: Email): ReportOutcome | null {
  const [, ...recipients] = parseGroups(findPart(mail, 'message/delivery-status'))
  const invalidRecipient = recipients.find(isInvalidRecipient)
  return invalidRecipient
    ? { kind: 'bounced', detail: getDiagnosis(invalidRecipient) || (invalidRecipient.get('status') ?? '') }
    : null
}

type Fields = ReadonlyMap<string, string>

/** 5.1.x is about the recipient's address, except these codes about the sender's. */
const senderStatuses: readonly string[] = ['5.1.7', '5.1.8', '5.1.9']

/** The remote server's own status takes precedence over the reporting server's. */
function isInvalidRecipient(recipient: Fields): boolean {
  if (recipient.get('action')?.toLowerCase() !== 'failed') return false
  const diagnosis = getDiagnosis(recipient)
  const status = findStatus(diagnosis) ?? findStatus(recipient.get('status') ?? '')
  if (status === null || status === '5.0.0') return /(?:^|\s|;)55[013](?:[\s-]|$)/.test(diagnosis.slice(0, 100))
  return status.startsWith('5.1.') && !senderStatuses.includes(status)
}

const findStatus = (text: string): string | null =>
  /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? null
const getDiagnosis = (recipient: Fields): string =>
  (recipient.get('diagnostic-code') ?? '').replace(/^[\w-]{1,20};\s?/, '').trim()

const originalMailTypes = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers']
const bounceAddressPattern = /\+([0-9a-f]{8}-[0-9a-f-]{27})@/

/** The email's unique bounce address identifies it without a returned header. */
function findReportedId(mail: Email): string | null {
  const [header] = originalMailTypes.flatMap((type) => parseGroups(findPart(mail, type)).slice(0, 1))
  const headerId = header?.get('message-id')
  if (headerId) return headerId
  const to = mail.headers.filter(({ key }) => ['to', 'delivered-to', 'x-original-to'].includes(key))
  const addressId = to
    .map(({ value }) => bounceAddressPattern.exec(value.slice(0, 500))?.[1])
    .find((name) => name !== undefined)
  return addressId ? `${addressId}@` : null
}

const findPart = ({ attachments }: Email, mimeType: string): Attachment | undefined =>
  attachments.find((part) => part.mimeType === mimeType)

const maxGroups = 20
const maxLines = 500

function parseGroups(part: Attachment | undefined): Fields[] {
  if (!part) return []
  const { content } = part
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  const groups: Map<string, string>[] = []
  let group: Map<string, string> | null = null
  let lastField = ''
  for (const line of text.slice(0, maxReportBytes).split(/\r?\n/).slice(0, maxLines)) {
    if (line.trim() === '') {
      group = null
      continue
    }
    if (!group) {
      if (groups.length === maxGroups) break
      group = new Map()
      groups.push(group)
    }
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line)) group.set(lastField, `${group.get(lastField) ?? ''} ${line.trim()}`.trim().slice(0, 2_000))
    else if (colon > 0) {
      lastField = line.slice(0, colon).trim().toLowerCase()
      if (!group.has(lastField))
        group.set(
          lastField,
          line
            .slice(colon + 1)
            .trim()
            .slice(0, 2_000),
        )
    }
  }
  return groups
}
