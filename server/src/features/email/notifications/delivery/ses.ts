import { verify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../../platform/runtime/clock.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
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

const certificatesAtMost = 20
/** Amazon changes its certificate about once a year. Many new URLs are an attempt to make us send requests. */
const fetchesAtMost = { count: 10, inMs: 600_000 } as const

/** A certificate is fetched before its message can be verified, so only a few Amazon URLs are allowed. */
function certificatesOf(read: FetchUrl, clock: Clock): (url: string) => Promise<X509Certificate> {
  const known = new Map<string, Promise<X509Certificate>>()
  let fetchedAt: readonly number[] = []
  const fetchOne = async (url: string): Promise<X509Certificate> => {
    const now = clock().getTime()
    fetchedAt = fetchedAt.filter((at) => Math.abs(now - at) < fetchesAtMost.inMs)
    if (fetchedAt.length >= fetchesAtMost.count)
      throw new Refusal('unavailable', 'Too many certificates were named. Post this again later.')
    fetchedAt = [...fetchedAt, now]
    return certificateIn(await readOrLater(read, url))
  }
  return (url) => {
    const asked = known.get(url)
    if (asked) return asked
    const certificate = fetchOne(url)
    if (known.size >= certificatesAtMost) known.clear()
    known.set(url, certificate)
    certificate.catch(() => known.delete(url))
    return certificate
  }
}

/** Only the operator's topics, because anyone can sign with their own. */
export function readSes(topics: readonly string[], read: FetchUrl, clock: Clock): ReportReader {
  const certificateAt = certificatesOf(read, clock)
  return async ({ body }) => {
    const message = jsonOf(envelope, body)
    const { TopicArn, SigningCertURL } = message
    if (!topics.includes(TopicArn) || !isOfTopic(TopicArn, SigningCertURL, certificatePath)) throw invalidSignature()
    refuseStale(new Date(message.Timestamp), clock)
    const { publicKey } = await certificateAt(SigningCertURL)
    const digest = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
    const signature = Buffer.from(message.Signature, 'base64')
    if (!verify(digest, Buffer.from(signedText(message)), publicKey, signature)) throw invalidSignature()
    if (message.Type === 'SubscriptionConfirmation') {
      if (!message.SubscribeURL || !isOfTopic(TopicArn, message.SubscribeURL, /^\/$/)) throw invalidSignature()
      await readOrLater(read, message.SubscribeURL)
    }
    return message.Type === 'Notification' ? reportsOf(message) : []
  }
}

function certificateIn(text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw invalidSignature()
  }
}

async function readOrLater(read: FetchUrl, url: string): Promise<string> {
  try {
    return await read(url)
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

const signedNames = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const satisfies Record<Envelope['Type'], readonly (keyof Envelope)[]>

/** Names and values in alphabetical order, one per line. */
export const signedText = (message: Envelope): string =>
  signedNames[message.Type]
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('')

function reportsOf({ MessageId, Message }: Envelope): readonly DeliveryReport[] {
  const parsed = report.safeParse(readJson(Message))
  const what = parsed.success ? whatOf(parsed.data) : null
  const messageId = parsed.success ? messageIdOf(parsed.data) : null
  if (!parsed.success || !what || !messageId) return []
  const detail = parsed.data.bounce?.bouncedRecipients?.[0]?.diagnosticCode ?? ''
  return [{ eventId: MessageId, messageId, what, detail }]
}

/** `Transient` includes full mailboxes. */
function whatOf({ notificationType, eventType, bounce, complaint }: Report): DeliveryReport['what'] | null {
  const type = notificationType ?? eventType
  if (type === 'Complaint') return complaint?.complaintFeedbackType === 'not-spam' ? null : 'complained'
  return type === 'Bounce' && bounce?.bounceType === 'Permanent' ? 'bounced' : null
}

/** Amazon assigns a new id. The original one is in the headers. */
const messageIdOf = ({ mail }: Report): string | null =>
  mail.commonHeaders?.messageId ?? mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? null
