import { contact } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let smtp: FakeMailServer
const message = {
  name: 'Dana Donor',
  email: 'dana@example.org',
  subject: 'A question',
  message: 'How does it work?\n<script>alert(1)</script>',
}
const send = (values: Record<string, string>) => app.call(contact.sendMessage, { body: { ...message, ...values } })

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    config: { smtpUrl: smtp.url, mailAllow: ['twofold.example'], supportEmail: 'support@twofold.example' },
  })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

it('sends the message to the support address with replies to the sender', async () => {
  expect(await send({})).toEqual({ sent: true })
  await smtp.received(1)
  const [mail] = smtp.mails
  expect(mail?.to).toEqual(['support@twofold.example'])
  expect(mail?.parsed.subject).toBe('A message from the contact form')
  expect(mail?.parsed.text).toContain('Subject: A question')
  expect(mail?.parsed.replyTo?.[0]?.address).toBe('dana@example.org')
  expect(mail?.parsed.text).toContain('Dana Donor <dana@example.org>')
  expect(mail?.parsed.text).toContain('How does it work?')
  expect(mail?.parsed.html).not.toContain('<script>')
})

it('puts no typed text into headers', async () => {
  await send({ subject: 'Hello\r\nBcc: victim@example.com', name: 'Dana\r\nTo: victim@example.com' })
  await smtp.received(2)
  const mail = smtp.mails[1]
  expect(mail?.to).toEqual(['support@twofold.example'])
  expect(mail?.parsed.subject).toBe('A message from the contact form')
  expect(mail?.parsed.text).toContain('Subject: Hello Bcc: victim@example.com')
  expect(mail?.parsed.headers.map(({ key }) => key)).not.toContain('bcc')
  const injected = { email: 'dana@example.org\r\nBcc: victim@example.com' }
  expect((await app.refusal(contact.sendMessage, { body: { ...message, ...injected } })).fields).toEqual({
    email: 'Invalid email address',
  })
})

it('returns each message of the specification', async () => {
  const blank = await app.refusal(contact.sendMessage, { body: { name: ' ', email: ' ', subject: ' ', message: ' ' } })
  expect(blank.fields).toEqual({
    name: 'Name is required',
    email: 'Invalid email address',
    subject: 'Subject is required',
    message: 'Message is required',
  })
  const long = {
    name: 'n'.repeat(101),
    email: `${'e'.repeat(250)}@x.org`,
    subject: 's'.repeat(201),
    message: 'm'.repeat(2001),
  }
  expect((await app.refusal(contact.sendMessage, { body: long })).fields).toEqual({
    name: 'Name must be less than 100 characters',
    email: 'Email must be less than 255 characters',
    subject: 'Subject must be less than 200 characters',
    message: 'Message must be less than 2000 characters',
  })
})

it('accepts a bot that fills in the hidden field, but sends nothing', async () => {
  const before = await app.query('SELECT count(*)::int AS n FROM account_mails')
  expect(await send({ website: 'https://spam.example' })).toEqual({ sent: true })
  expect(await app.query('SELECT count(*)::int AS n FROM account_mails')).toEqual(before)
})

it('limits the messages of one sender', async () => {
  for (let sent = 0; sent < 5; sent++) await send({ email: 'busy@example.org' })
  const refused = await app.refusal(contact.sendMessage, { body: { ...message, email: 'Busy@example.org' } })
  expect(refused.status).toBe(429)
})

it('returns the contact details', async () => {
  expect(await app.call(contact.getContactDetails, {})).toEqual({
    email: 'support@twofold.example',
    phone: '+1 555 010 0199',
    address: '100 Example Street, Springfield, IL 62701',
  })
})
