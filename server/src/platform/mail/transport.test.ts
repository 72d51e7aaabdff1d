import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../testing/index.ts'
import { createMailTransport } from './transport.ts'

let smtp: FakeMailServer
let app: TestApp
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'] } })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const hostile = [
  'Ann\r\nBcc: victim@example.org',
  'Ann\u2028Bcc: victim@example.org\0',
  '"Ann" <victim@example.org>, Bob',
  '\u202egnp.exe',
  'Zoë 🎁 Müller-ß 漢字 שלום',
  `${'long '.repeat(200)}subject`,
]

test.each(hostile)('%j stays one name and one subject, never a header or a second recipient', async (text) => {
  const before = smtp.mails.length
  const sent = await app.platform.mail.send({
    to: { name: text, address: 'reader@example.org' },
    from: { name: text, address: 'mails@example.org' },
    replyTo: text,
    subject: text,
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId: `${before}@example.org`,
    headers: { 'X-About': text },
  })
  expect(sent).toEqual({ result: 'sent' })
  const mail = smtp.mails[before]
  expect(mail?.to).toEqual(['reader@example.org'])
  const keys = mail?.parsed.headers.map(({ key }) => key) ?? []
  expect(keys).not.toContain('bcc')
  expect(keys).not.toContain('reply-to')
  expect(mail?.parsed.to).toHaveLength(1)
  expect(mail?.parsed.subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
  expect(mail?.raw).toMatch(/^X-About: [^\r\n]*\r?$/m)
  if (text.startsWith('Zoë')) {
    expect(mail?.parsed.subject).toBe(text)
    expect(mail?.parsed.to?.[0]?.name).toBe(text)
    expect(mail?.parsed.from?.name).toBe(text)
  }
})

const long = 'é = ü '.repeat(60)
test.each([
  ['dots at the beginning of lines', '.\n..\n.a\n'],
  ['blanks and tabs at the end of lines', 'a \nb\t\n \n\nc '],
  ['signs that look like an encoding', '=C3=A9 = == =\n'],
  ['lines without an end', `${long}${'x'.repeat(500)}${' '.repeat(200)}`],
  [
    'lines of exactly as much as fits',
    [74, 75, 76, 77].flatMap((n) => ['x'.repeat(n), `${'x'.repeat(n - 1)}=`]).join('\n'),
  ],
  ['letters of any alphabet', 'Zoë 🎁 漢字 שלום\0\u2028'],
  ['other ends of lines', 'a\r\nb\rc'],
  ['nothing', ''],
])('a text with %s arrives unchanged, in lines that every mail server accepts', async (_, text) => {
  const before = smtp.mails.length
  const written = { html: `<p>${text}</p>`, text: text }
  const to = { name: '', address: 'reader@example.org' }
  await app.platform.mail.send({ to, subject: 'x', messageId: `text${before}@example.org`, ...written })
  const mail = smtp.mails[before]
  const asLines = (text: string) => text.replaceAll(/\r\n?/g, '\n')
  expect(asLines(mail?.parsed.html ?? '').trimEnd()).toBe(asLines(written.html))
  expect(asLines(mail?.parsed.text ?? '').trimEnd()).toBe(asLines(text).trimEnd())
  const lines = (mail?.raw ?? '').split('\r\n')
  const body = lines.slice(lines.indexOf(''))
  expect(body.filter((line) => line.length > 76 || !/^[\t\x20-\x7e]*$/.test(line))).toEqual([])
})

test.each(['a@example.org,b@example.org', 'a@example.org\r\nBcc: b@example.org', 'Ann <a@example.org>', 'nobody', ''])(
  '%j is refused as an address',
  async (address) => {
    const before = smtp.mails.length
    const mail = { to: { name: '', address }, subject: 'x', html: 'x', text: 'x', messageId: 'x@example.org' }
    expect(await app.platform.mail.send(mail)).toMatchObject({ result: 'refused', bounced: false })
    expect(smtp.mails).toHaveLength(before)
  },
)

test('a connection lost after the last byte leaves the delivery unknown', async () => {
  const address = 'lost@example.org'
  smtp.behave('drop', address)
  const mail = { to: { name: '', address }, subject: 'x', html: 'x', text: 'x', messageId: 'lost@twofold.test' }
  expect(await app.platform.mail.send(mail)).toMatchObject({ result: 'later', mayHaveArrived: true })
})

test('an unreachable mail server is not a refusal: the email may be sent later', async () => {
  const { config } = app.platform
  const nobody = createMailTransport({ ...config, smtpUrl: 'smtp://127.0.0.1:1' }, app.platform)
  const to = { name: '', address: 'reader@example.org' }
  const outcome = await nobody.send({ to, subject: 'x', html: 'x', text: 'x', messageId: 'away@example.org' })
  expect(outcome).toEqual({
    result: 'later',
    problem: expect.stringContaining('ECONNREFUSED'),
    mayHaveArrived: false,
  })
  await nobody.close()
})
