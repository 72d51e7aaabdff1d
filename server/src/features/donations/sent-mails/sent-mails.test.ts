import { sentMails } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordDonation, testCompanies } from '../../email/notifications/record-donation.testing.ts'

let smtp: FakeMailServer
let app: TestApp

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0, publicUrl: 'https://twofold.test' },
  })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

test("a sent email is shown unchanged, by ticket, without the donor's own links", async () => {
  const organization = await app.createOrganization({ name: 'Riverbend', contact_email: 'hello@riverbend.example' })
  const gift = await recordDonation(app, organization, { email: 'kept@example.org', employer: 'Portal Works' })
  const rows = () =>
    app.query<{ id: number; state: string }>('SELECT id::int, state FROM notifications WHERE donation_id = $1', [
      gift.id,
    ])
  await expect.poll(rows).toMatchObject([{ state: 'sent' }])
  const id = (await rows())[0]?.id ?? 0
  const sent = smtp.mails.find(({ to }) => to.includes('kept@example.org'))?.parsed
  const token = await app.signIn(await app.createMember(organization, 'read'))

  const mail = await app.call(sentMails.getSentMail, { params: { id } }, { token })
  expect(mail).toMatchObject({
    donation_id: gift.id,
    subject: sent?.subject,
    recipient: 'kept@example.org',
    from: `Riverbend <${sent?.from?.address}>`,
    reply_to: 'hello@riverbend.example',
    first_open: null,
    missing: null,
  })
  const lines = (text: string) =>
    text
      .replaceAll(/\/m\/(\w)\/\S+/g, '/m/$1/…')
      .split(/\r?\n/)
      .map((line) => line.trim())
  expect(
    lines(mail.text ?? '')
      .join('\n')
      .trim(),
  ).toBe(
    lines(sent?.text ?? '')
      .join('\n')
      .trim(),
  )
  expect(mail.text).not.toMatch(/\/m\/\w\/[\w-]+\./)

  const { url } = await app.call(sentMails.getSentMailTicket, { params: { id } }, { token })
  const page = await app.send('GET', url)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('Portal Works')
  const links = [...(sent?.html ?? '').matchAll(/https:\/\/twofold\.test\/m\/\w\/([\w.-]+)/g)]
  expect(links.length).toBeGreaterThan(3)
  for (const [, key = ''] of links) expect(html).not.toContain(key)
  expect(html).not.toContain('href=')
  expect((await app.send('GET', url)).status).toBe(410)
})

test('an email without stored content has no text, and an unsent email returns 404', async () => {
  const organization = await app.createOrganization()
  const token = await app.signIn(await app.createMember(organization, 'read'))
  const donation = await app.createDonation({ organization, donor: 'Early Bird' })
  const early = await app.createMail({ organization, donation, at: '2019-02-28T12:00:00Z' })
  const mail = await app.call(sentMails.getSentMail, { params: { id: early } }, { token })
  expect(mail).toMatchObject({ subject: 'Your gift could be matched', text: null, missing: 'not_kept' })
  expect(sentMails.opensAreKnown(mail.sent_at)).toBe(false)
  expect((await app.refusal(sentMails.getSentMailTicket, { params: { id: early } }, { token })).status).toBe(404)
  const waiting = await app.createMail({ organization, donation, state: 'skipped' })
  expect((await app.refusal(sentMails.getSentMail, { params: { id: waiting } }, { token })).status).toBe(404)
})
