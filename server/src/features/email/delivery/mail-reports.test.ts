import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { donors } from '@twofold/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleErrors } from '../../../platform/http/handle-errors.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordDonation, testCompanies } from '../notifications/record-donation.testing.ts'
import { serveMailReports } from './serve-reports.ts'
import { snsCertificate, snsKey } from './sns-signer.testing.ts'

/** The reports have their original format and real signatures. */

const clock = settableClock('2026-06-15T14:00:00Z')
const topic = 'arn:aws:sns:us-east-1:123456789012:mail-reports'
const login = 'postmark:abcdefghijklmnopqrstuvwx'
const mailgunKey = 'key-0123456789abcdef'
const sendgrid = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sendgridKey = sendgrid.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let app: TestApp
let organization: number
let token: string
let number = 0
const asked: string[] = []
const http = Fastify()
beforeAll(async () => {
  const keys = { sesTopics: [topic], postmarkWebhookLogin: login, sendgridWebhookKey: sendgridKey }
  app = await startTestApp({ clock, config: { mailDelaySeconds: 0, ...keys, mailgunWebhookKey: mailgunKey } })
  await app.createCompanies(testCompanies)
  organization = await app.createOrganization({ name: 'Riverbend' })
  token = await app.signIn(await app.createMember(organization, 'write'))
  const amazon = async (url: string) => {
    asked.push(url)
    if (url.includes('away')) throw new Error('no answer')
    return snsCertificate
  }
  handleErrors(http)
  await serveMailReports(amazon)(http, app.platform)
})
afterAll(async () => {
  await http.close()
  await app.stop()
})

async function mailed() {
  const email = `donor${++number}@example.org`
  const gift = await recordDonation(app, organization, { email, employer: 'Portal Works' })
  const rows = () =>
    app.query<{ message_id: string }>(
      `SELECT message_id FROM notifications WHERE donation_id = $1 AND state = 'sent'`,
      [gift.id],
    )
  await expect.poll(async () => (await rows()).length).toBe(1)
  const [donor] = await app.query<{ donor_id: string }>('SELECT donor_id FROM donations WHERE id = $1', [gift.id])
  return {
    email,
    donorId: Number(donor?.donor_id),
    messageId: `<${(await rows())[0]?.message_id}@twofold.example>`,
    isBounced: async () =>
      (await app.query<{ bounced: boolean }>('SELECT bounced FROM notifications WHERE donation_id = $1', [gift.id]))[0]
        ?.bounced,
  }
}

const suppressionOf = async (email: string) =>
  (
    await app.query<{ reason: string; detail: string }>(
      'SELECT reason, detail FROM suppressions WHERE organization_id = $1 AND email_key = $2',
      [organization, email],
    )
  )[0]
const reasonOf = async (email: string) => (await suppressionOf(email))?.reason

type Post = { body: string; headers?: Record<string, string> }
const post = async (provider: string, { body, headers = {} }: Post): Promise<number> =>
  (
    await http.inject({
      method: 'POST',
      url: `/api/mail-reports/${provider}`,
      headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
      payload: body,
    })
  ).statusCode

function sns(message: object, more: Record<string, string> = {}): Post {
  const fields: Record<string, string> = {
    Type: 'Notification',
    MessageId: `sns-${++number}`,
    TopicArn: topic,
    Message: JSON.stringify(message),
    Timestamp: '2026-06-15T14:05:00.000Z',
    SignatureVersion: '2',
    SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    ...more,
  }
  const names = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names.flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`])).join('')
  const digest = fields['SignatureVersion'] === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
  return { body: JSON.stringify({ ...fields, Signature: sign(digest, Buffer.from(text), snsKey).toString('base64') }) }
}
const sesMail = (messageId: string) => ({
  timestamp: '2026-06-15T14:00:00.000Z',
  source: 'no-reply@twofold.example',
  messageId: '0100017f-amazon',
  headersTruncated: false,
  headers: [{ name: 'Message-ID', value: messageId }],
  commonHeaders: { messageId, subject: 'A match' },
})
const sesBounce = (messageId: string, bounceType = 'Permanent') => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: 'x@example.org',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    feedbackId: '0100017f-feedback',
  },
  mail: sesMail(messageId),
})
const sesComplaint = (messageId: string) => ({
  notificationType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress: 'x@example.org' }], complaintFeedbackType: 'abuse' },
  mail: sesMail(messageId),
})

const fromPostmark = (record: object): Post => ({
  body: JSON.stringify(record),
  headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(login).toString('base64')}` },
})
const postmarkBounce = (messageId: string, Type = 'HardBounce') => ({
  RecordType: 'Bounce',
  ID: ++number,
  Type,
  TypeCode: 1,
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: { message: messageId.slice(1, -1) },
  Details: 'smtp;550 5.1.1 The email account does not exist.',
  Email: 'x@example.org',
  Inactive: true,
})

function fromSendgrid(events: readonly object[]): Post {
  const body = JSON.stringify(events)
  const timestamp = '1781532300'
  const signature = sign('sha256', Buffer.from(timestamp + body), sendgrid.privateKey).toString('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
  }
}
const sendgridEvent = (messageId: string, more: object) => ({
  email: 'x@example.org',
  timestamp: 1781532300,
  'smtp-id': messageId,
  sg_event_id: `sg-${++number}`,
  ...more,
})

function fromMailgun(event: object, at = clock()): Post {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `token-${++number}`
  const signature = createHmac('sha256', mailgunKey).update(`${timestamp}${signed}`).digest('hex')
  return { body: JSON.stringify({ signature: { timestamp, token: signed, signature }, 'event-data': event }) }
}
const mailgunEvent = (messageId: string, more: object) => ({
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  recipient: 'x@example.org',
  message: { headers: { 'message-id': messageId.slice(1, -1), to: 'x@example.org' } },
  'delivery-status': { code: 605, message: '', description: 'Not delivering to previously bounced address' },
  ...more,
})

type Words = (messageId: string) => Post
const spoken: readonly [string, { hard: Words; soft: Words; complaint: Words }][] = [
  [
    'ses',
    {
      hard: (id) => sns(sesBounce(id), { SignatureVersion: '1', Subject: 'Amazon SES Email Event Notification' }),
      soft: (id) => sns(sesBounce(id, 'Transient')),
      complaint: (id) => sns(sesComplaint(id)),
    },
  ],
  [
    'postmark',
    {
      hard: (id) => fromPostmark(postmarkBounce(id)),
      soft: (id) => fromPostmark(postmarkBounce(id, 'SoftBounce')),
      complaint: (id) => fromPostmark({ ...postmarkBounce(id, 'SpamComplaint'), RecordType: 'SpamComplaint' }),
    },
  ],
  [
    'sendgrid',
    {
      hard: (id) =>
        fromSendgrid([
          { event: 'processed', 'smtp-id': id },
          sendgridEvent(id, {
            event: 'bounce',
            type: 'bounce',
            status: '5.1.1',
            reason: '550 5.1.1 unknown',
            bounce_classification: 'Invalid Address',
          }),
        ]),
      soft: (id) =>
        fromSendgrid([
          sendgridEvent(id, {
            event: 'bounce',
            type: 'blocked',
            reason: 'no mx',
            bounce_classification: 'Unclassified',
          }),
          sendgridEvent(id, { event: 'deferred', reason: '451 later' }),
          sendgridEvent(id, { event: 'bounce', type: 'bounce', bounce_classification: 'Mailbox Unavailable' }),
        ]),
      complaint: (id) => fromSendgrid([sendgridEvent(id, { event: 'spamreport' })]),
    },
  ],
  [
    'mailgun',
    {
      hard: (id) =>
        fromMailgun(mailgunEvent(id, { event: 'failed', severity: 'permanent', reason: 'suppress-bounce' })),
      soft: (id) => fromMailgun(mailgunEvent(id, { event: 'failed', severity: 'temporary', reason: 'generic' })),
      complaint: (id) => fromMailgun(mailgunEvent(id, { event: 'complained' })),
    },
  ],
]

test.each(spoken)(
  '%s: a nonexistent address and a complaint suppress the address, a full mailbox does not',
  async (provider, reports) => {
    const [gone, full, cross] = [await mailed(), await mailed(), await mailed()]
    const report = reports.hard(gone.messageId)
    expect(await post(provider, report)).toBe(200)
    expect(await post(provider, reports.soft(full.messageId))).toBe(200)
    expect(await post(provider, reports.complaint(cross.messageId))).toBe(200)
    expect(await suppressionOf(gone.email)).toMatchObject({
      reason: 'bounced',
      detail: expect.stringMatching(/5\.1\.1|bounced address/),
    })
    expect([await gone.isBounced(), await full.isBounced(), await cross.isBounced()]).toEqual([true, false, false])
    expect([await reasonOf(full.email), await reasonOf(cross.email)]).toEqual([undefined, 'complained'])

    // Nor does a repeated report change a decision that staff made since.
    await app.query('DELETE FROM suppressions WHERE email_key = $1', [gone.email])
    expect(await post(provider, report)).toBe(200)
    expect(await post(provider, reports.hard(gone.messageId))).toBe(200)
    expect(await reasonOf(gone.email)).toBeUndefined()
    expect(await post(provider, reports.hard(cross.messageId))).toBe(200)
    expect(await reasonOf(cross.email)).toBe('complained')
    const unknown = '<6f0f5c2e-4ab5-4d3e-9d1c-0d3c1f0b8d11@twofold.example>'
    const before = await app.query('SELECT FROM mail_reports')
    expect(await post(provider, reports.hard(unknown))).toBe(200)
    expect(await app.query('SELECT FROM mail_reports')).toHaveLength(before.length)
  },
)

test.each(spoken)(
  '%s: a request without a valid signature or report is refused and changes nothing',
  async (provider, reports) => {
    const { email, messageId } = await mailed()
    const { body, headers = {} } = reports.hard(messageId)
    const forged: Post[] = [
      {
        body: body.replace(/"Signature":"..../, '"Signature":"AAAA').replace(/"signature":"..../, '"signature":"0000'),
        headers: {},
      },
      { body: 'hello', headers: {} },
      { body: '[]', headers: { authorization: 'Basic cG9zdG1hcms6' } },
      { body: `${body} `.replace(topic, `${topic}s`), headers: provider === 'postmark' ? {} : headers },
    ]
    for (const [index, given] of forged.entries()) {
      if (provider === 'mailgun' && index === 3) continue // the key signs only time and token; see the next test
      const status = await post(provider, given)
      expect([index, status >= 400 && status < 500]).toEqual([index, true])
    }
    expect(await reasonOf(email)).toBeUndefined()
  },
)

test.each([
  ['Bounced Address', 'bounced'],
  ['Spam Reporting Address', 'complained'],
  ['Unsubscribed Address', undefined],
  ['constructor', undefined],
])('sendgrid: an email dropped for “%s” is suppressed as %s', async (reason, expected) => {
  const { email, messageId } = await mailed()
  const event = {
    category: 'cat facts',
    sg_message_id: '14c5d75ce93.dfd.64b469',
    event: 'dropped',
    reason,
    status: '5.0.0',
  }
  expect(await post('sendgrid', fromSendgrid([sendgridEvent(messageId, event)]))).toBe(200)
  expect(await reasonOf(email)).toBe(expected)
})

test('mailgun: a used or old signature is refused with another event', async () => {
  const [one, other] = [await mailed(), await mailed()]
  const given = fromMailgun(mailgunEvent(one.messageId, { event: 'complained' }))
  expect(await post('mailgun', given)).toBe(200)
  expect(
    await post('mailgun', { body: given.body.replace(one.messageId.slice(1, -1), other.messageId.slice(1, -1)) }),
  ).toBe(200)
  const old = fromMailgun(mailgunEvent(other.messageId, { event: 'complained' }), new Date('2026-06-14T14:00:00Z'))
  expect(await post('mailgun', old)).toBe(403)
  expect([await reasonOf(one.email), await reasonOf(other.email)]).toEqual(['complained', undefined])
})

test('ses: a subscription is confirmed and a certificate fetched only at Amazon', async () => {
  const subscribe = (SubscribeURL: string) =>
    post(
      'ses',
      sns({}, { Type: 'SubscriptionConfirmation', Token: '2336412f', SubscribeURL, Message: 'You have chosen' }),
    )
  const good = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f'
  expect(await subscribe(good)).toBe(200)
  expect(asked).toContain(good)
  asked.length = 0
  for (const bad of [
    'https://sns.evil.example/',
    'http://sns.us-east-1.amazonaws.com/',
    'https://sns.a.amazonaws.com.evil.example/',
  ]) {
    expect(await subscribe(bad)).toBe(403)
  }
  const { messageId } = await mailed()
  const elsewhere = { SigningCertURL: 'https://s3.amazonaws.com/evil/SimpleNotificationService-1.pem' }
  expect(await post('ses', sns(sesBounce(messageId), elsewhere))).toBe(403)
  expect(await post('ses', sns(sesBounce(messageId), { TopicArn: topic.replace('123', '999') }))).toBe(403)
  expect(asked).toEqual([])
  const away = { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-away.pem' }
  expect(await post('ses', sns(sesBounce(messageId), away))).toBe(503)
})

test.each([
  ['https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem', 'of another region'],
  ['https://sns.us-east-1.amazonaws.com/?x=/SimpleNotificationService-1.pem', 'of another path'],
  ['https://user@sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem', 'with a name'],
  ['https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-1.pem', 'of another port'],
])('ses: nothing is fetched from %s, a URL %s', async (SigningCertURL) => {
  asked.length = 0
  expect(await post('ses', sns(sesBounce('<x@y>'), { SigningCertURL }))).toBe(403)
  expect(asked).toEqual([])
})

test('ses: new certificates with each message cause few requests, each only once', async () => {
  asked.length = 0
  clock.set('2026-06-16T14:00:00Z')
  const named = (name: string) => ({
    SigningCertURL: `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${name}.pem`,
  })
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, place) => post('ses', sns(sesBounce('<x@y>'), named(`made${place}`)))),
  )
  expect(answers.toSorted()).toEqual([...Array(10).fill(200), ...Array(5).fill(503)])
  expect(await post('ses', sns(sesBounce('<x@y>'), named('made0')))).toBe(200)
  expect(asked).toHaveLength(10)
  clock.set('2026-06-16T14:11:00Z')
  expect(await post('ses', sns(sesBounce('<x@y>'), named('later')))).toBe(200)
  clock.set('2026-06-15T14:00:00Z')
})

test.each(['ses', 'sendgrid'])(
  '%s: a report signed days ago and replayed now is refused and changes nothing',
  async (provider) => {
    const { email, messageId } = await mailed()
    const given =
      provider === 'ses'
        ? sns(sesComplaint(messageId))
        : fromSendgrid([sendgridEvent(messageId, { event: 'spamreport' })])
    asked.length = 0
    clock.set('2026-06-18T15:00:00Z')
    expect(await post(provider, given)).toBe(403)
    expect([await reasonOf(email), asked]).toEqual([undefined, []])
    clock.set('2026-06-15T14:00:00Z')
    expect(await post(provider, given)).toBe(200)
    expect(await reasonOf(email)).toBe('complained')
  },
)

test('a complaint also suppresses the new address; a bounce suppresses only the bounced address', async () => {
  const moved = await mailed()
  const rename = (email: string) =>
    app.call(donors.updateDonor, { params: { id: moved.donorId }, body: { email } }, { token })
  await rename('moved@example.org')
  expect(await post('postmark', fromPostmark(postmarkBounce(moved.messageId)))).toBe(200)
  expect([await reasonOf(moved.email), await reasonOf('moved@example.org')]).toEqual(['bounced', undefined])
  const complaint = { ...postmarkBounce(moved.messageId, 'SpamComplaint'), RecordType: 'SpamComplaint' }
  expect(await post('postmark', fromPostmark(complaint))).toBe(200)
  expect([await reasonOf(moved.email), await reasonOf('moved@example.org')]).toEqual(['complained', 'complained'])
})

test('returns 404 for a provider without configuration', async () => {
  const bare = await startTestApp({ clock, config: { role: 'web' } })
  const answer = await bare.send('POST', '/api/mail-reports/ses', { body: '{}' })
  expect(answer.status).toBe(404)
  await bare.stop()
})
