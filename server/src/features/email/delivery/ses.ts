import { verify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../platform/runtime/clock.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import {
  type DeliveryReport,
  invalidSignature,
  jsonOf,
  optionalText,
  type ReportReader,
  readJson,
  refuseStale,
} from './delivery-report.ts'

// SES publishes to an SNS topic, which posts a signed envelope with the report as a string.

const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(200),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().optional(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
type Envelope = z.infer<typeof envelope>

const recipients = z.array(z.object({ diagnosticCode: optionalText })).nullish()
const report = z.object({
  notificationType: optionalText,
  eventType: optionalText,
  mail: z.object({
    commonHeaders: z.object({ messageId: optionalText }).nullish(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  }),
  bounce: z.object({ bounceType: optionalText, bouncedRecipients: recipients }).nullish(),
  complaint: z.object({ complaintFeedbackType: optionalText }).nullish(),
})
type Report = z.infer<typeof report>

export type FetchUrl = (url: string) => Promise<string>

const maxCertificates = 20
/** Amazon changes its certificate about once a year. Many new URLs are an attempt to make us send requests. */
const fetchLimit = { count: 10, inMs: 600_000 } as const

/** A certificate is fetched before its message can be verified, so only a few Amazon URLs are allowed. */
function createCertificateCache(fetchUrl: FetchUrl, clock: Clock): (url: string) => Promise<X509Certificate> {
  const certificates = new Map<string, Promise<X509Certificate>>()
  let fetchedAt: readonly number[] = []
  const fetchCertificate = async (url: string): Promise<X509Certificate> => {
    const now = clock().getTime()
    fetchedAt = fetchedAt.filter((at) => Math.abs(now - at) < fetchLimit.inMs)
    if (fetchedAt.length >= fetchLimit.count)
      throw new Refusal('unavailable', 'Too many certificates were named. Post this again later.')
    fetchedAt = [...fetchedAt, now]
    return parseCertificate(await fetchOrRefuse(fetchUrl, url))
  }
  return (url) => {
    const cached = certificates.get(url)
    if (cached) return cached
    const certificate = fetchCertificate(url)
    if (certificates.size >= maxCertificates) certificates.clear()
    certificates.set(url, certificate)
    certificate.catch(() => certificates.delete(url))
    return certificate
  }
}

/** Only the operator's topics, because anyone can sign with their own. */
export function readSes(topics: readonly string[], fetchUrl: FetchUrl, clock: Clock): ReportReader {
  const getCertificate = createCertificateCache(fetchUrl, clock)
  return async ({ body }) => {
    const message = jsonOf(envelope, body)
    const { TopicArn, SigningCertURL } = message
    if (!topics.includes(TopicArn) || !isOfTopic(TopicArn, SigningCertURL, certificatePath)) throw invalidSignature()
    refuseStale(new Date(message.Timestamp), clock)
    const { publicKey } = await getCertificate(SigningCertURL)
    const digest = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
    const signature = Buffer.from(message.Signature, 'base64')
    if (!verify(digest, Buffer.from(signedText(message)), publicKey, signature)) throw invalidSignature()
    if (message.Type === 'SubscriptionConfirmation') {
      if (!message.SubscribeURL || !isOfTopic(TopicArn, message.SubscribeURL, /^\/$/)) throw invalidSignature()
      await fetchOrRefuse(fetchUrl, message.SubscribeURL)
    }
    return message.Type === 'Notification' ? toReports(message) : []
  }
}

function parseCertificate(text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw invalidSignature()
  }
}

async function fetchOrRefuse(fetchUrl: FetchUrl, url: string): Promise<string> {
  try {
    return await fetchUrl(url)
  } catch {
    throw new Refusal('unavailable', 'Amazon didn’t respond. Post this again.')
  }
}

const certificatePath = /^\/SimpleNotificationService-\w{1,64}\.pem$/

/** Another host could supply its own certificate. */
function isOfTopic(topic: string, address: string, path: RegExp): boolean {
  const [, partition, , region] = topic.split(':')
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.origin === `https://${host}` && url.username === '' && path.test(url.pathname)
}

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const satisfies Record<Envelope['Type'], readonly (keyof Envelope)[]>

/** Names and values in alphabetical order, one per line. */
export const signedText = (message: Envelope): string =>
  signedFields[message.Type]
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('')

function toReports({ MessageId, Message }: Envelope): readonly DeliveryReport[] {
  const parsed = report.safeParse(readJson(Message))
  const kind = parsed.success ? getReportKind(parsed.data) : null
  const messageId = parsed.success ? findMessageId(parsed.data) : null
  if (!parsed.success || !kind || !messageId) return []
  const detail = parsed.data.bounce?.bouncedRecipients?.[0]?.diagnosticCode ?? ''
  return [{ eventId: MessageId, messageId, kind, detail }]
}

/** `Transient` includes full mailboxes. */
function getReportKind({ notificationType, eventType, bounce, complaint }: Report): DeliveryReport['kind'] | null {
  const type = notificationType ?? eventType
  if (type === 'Complaint') return complaint?.complaintFeedbackType === 'not-spam' ? null : 'complained'
  return type === 'Bounce' && bounce?.bounceType === 'Permanent' ? 'bounced' : null
}

/** Amazon assigns a new id. The original one is in the headers. */
const findMessageId = ({ mail }: Report): string | null =>
  mail.commonHeaders?.messageId ?? mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? null
