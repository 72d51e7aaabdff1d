import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import {
  type FakeImapServer,
  type FakeMailServer,
  startFakeImapServer,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../testing/index.ts'
import { recordDonation, testCompanies } from '../notifications/record-donation.testing.ts'
import { readEmailReport } from './email-report.ts'
import { complaint, fromExchange, fromGmail, fromPostfix, withoutOriginal } from './email-reports.testing.ts'
import { readReportMailbox } from './report-mailbox.ts'

let smtp: FakeMailServer
let imap: FakeImapServer
let app: TestApp
let organization: number
let number = 0
beforeAll(async () => {
  smtp = await startFakeMailServer()
  imap = await startFakeImapServer()
  const mail = {
    smtpUrl: smtp.url,
    mailAllow: ['example.org'],
    mailFrom: 'Twofold <matches@twofold.test>',
    mailDelaySeconds: 0,
  }
  app = await startTestApp({ config: { ...mail, bounceAddress: 'bounces@twofold.test' } })
  await app.createCompanies(testCompanies)
  organization = await app.createOrganization({ name: 'Riverbend' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
  await imap.stop()
})

const mailbox = () => {
  const { bounceMailbox } = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: '/nowhere',
    SECRET: secret,
    BOUNCE_MAILBOX: imap.url,
  })
  if (!bounceMailbox) throw new Error('no mailbox')
  return bounceMailbox
}
const secret = 'abcdefghijklmnopqrstuvwxyz0123456789'
const read = () => readReportMailbox(app.platform, mailbox())

async function mailed() {
  const email = `donor${++number}@example.org`
  await recordDonation(app, organization, { email, employer: 'Portal Works' })
  const sent = () => smtp.mails.find(({ to }) => to.includes(email))
  await expect.poll(() => sent()?.raw).toBeDefined()
  const row = async () =>
    (
      await app.query<{ state: string; bounced: boolean }>(
        'SELECT state, bounced FROM notifications WHERE recipient = $1',
        [email],
      )
    )[0]
  await expect.poll(async () => (await row())?.state).toBe('sent')
  return {
    email,
    messageId: sent()?.parsed.messageId ?? '',
    returnPath: sent()?.from ?? '',
    bounced: async () => (await row())?.bounced,
    suppressed: async () =>
      (
        await app.query<{ reason: string; detail: string }>(
          'SELECT reason, detail FROM suppressions WHERE email_key = $1',
          [email],
        )
      )[0],
  }
}

test('each email has a unique return path', async () => {
  const { messageId, returnPath } = await mailed()
  expect(returnPath).toBe(`bounces+${messageId.slice(1, 37)}@twofold.test`)
})

test.each([
  ['Postfix', fromPostfix, /^550 5\.1\.1 .*Recipient address rejected/],
  ['Exchange', fromExchange, /5\.1\.10 RESOLVER/],
  ['Gmail', fromGmail, /does not exist/],
])('%s: a nonexistent address is suppressed once', async (_, report, detail) => {
  const { email, messageId, bounced, suppressed } = await mailed()
  const raw = report({ messageId })
  imap.put(raw)
  expect(await read()).toBe(false)
  expect([await bounced(), await suppressed()]).toEqual([
    true,
    { reason: 'bounced', detail: expect.stringMatching(detail) },
  ])
  expect(imap.unread()).toBe(0)
  // Delivered twice, after staff removed the suppression.
  await app.query('DELETE FROM suppressions WHERE email_key = $1', [email])
  imap.put(raw)
  await read()
  expect(await suppressed()).toBeUndefined()
})

test('a complaint suppresses the address; a not-spam report does not', async () => {
  const [cross, content] = [await mailed(), await mailed()]
  imap.put(complaint({ messageId: cross.messageId }))
  imap.put(complaint({ messageId: content.messageId }, 'not-spam'))
  await read()
  expect([await cross.suppressed(), await content.suppressed()]).toMatchObject([{ reason: 'complained' }, undefined])
  expect(await cross.bounced()).toBe(false)
})

test('a report without the original email is identified by its recipient address', async () => {
  const { returnPath, suppressed } = await mailed()
  imap.put(withoutOriginal(returnPath))
  await read()
  expect(await suppressed()).toMatchObject({ reason: 'bounced' })
})

test.each([
  ['a full mailbox', '5.2.2', 'smtp; 552 5.2.2 mailbox full', 'failed'],
  ['a mail that is late', '4.4.1', 'smtp; 451 4.4.1 connection timed out', 'delayed'],
  ['a refusal of ours', '5.7.1', 'smtp; 550 5.7.1 blocked by policy', 'failed'],
  ['a word on the sender', '5.1.8', 'smtp; 553 5.1.8 sender domain does not exist', 'failed'],
  ['a mail that arrived', '2.1.5', 'smtp; 250 2.1.5 ok', 'delivered'],
])('%s does not affect the address', async (_, status, diagnosis, action) => {
  const raw = fromPostfix({ messageId: '<x@twofold.test>' }, status, diagnosis, action)
  expect(await readEmailReport(Buffer.from(raw))).toBeNull()
})

test('a status without details is interpreted by the SMTP code', async () => {
  const report = (diagnosis: string) =>
    readEmailReport(Buffer.from(fromPostfix({ messageId: '<x@twofold.test>' }, '5.0.0', diagnosis)))
  expect(await report('smtp; 550 no such user here')).toMatchObject({ kind: 'bounced', messageId: '<x@twofold.test>' })
  expect(await report('smtp; 554 transaction failed')).toBeNull()
})

test('a crash between processing a report and marking its mail has no double effect', async () => {
  const { email, messageId, suppressed } = await mailed()
  imap.put(complaint({ messageId }))
  imap.behave('lost')
  await expect(read()).rejects.toThrow()
  expect([(await suppressed())?.reason, imap.unread()]).toEqual(['complained', 1])
  await app.query('DELETE FROM suppressions WHERE email_key = $1', [email])
  imap.behave('well')
  await read()
  expect([await suppressed(), imap.unread()]).toEqual([undefined, 0])
})

test('an invalid report ID does not block this report or later ones', async () => {
  const [first, next] = [await mailed(), await mailed()]
  const named = (raw: string) => raw.replace(/^Message-ID: .*$/m, 'Message-ID: =?utf-8?Q?a=00b?=')
  imap.put(named(complaint({ messageId: first.messageId })))
  imap.put(complaint({ messageId: next.messageId }))
  expect(await read()).toBe(false)
  expect([await first.suppressed(), await next.suppressed()]).toMatchObject([
    { reason: 'complained' },
    { reason: 'complained' },
  ])
  expect(imap.unread()).toBe(0)
})

test('an email refused by the database is skipped; after a database outage, emails are read again', async () => {
  const [first, next] = [await mailed(), await mailed()]
  const refuse = (code: string) =>
    app.query(`CREATE OR REPLACE FUNCTION refuse_report() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`)
  await refuse('57P01')
  await app.query('CREATE TRIGGER refuse BEFORE INSERT ON mail_reports FOR EACH ROW EXECUTE FUNCTION refuse_report()')
  imap.put(complaint({ messageId: first.messageId }))
  await expect(read()).rejects.toThrow()
  expect(imap.unread()).toBe(1)
  await refuse('22021')
  await read()
  expect(imap.unread()).toBe(0)
  await app.query('DROP FUNCTION refuse_report() CASCADE')
  imap.put(complaint({ messageId: next.messageId }))
  await read()
  expect([await first.suppressed(), await next.suppressed()]).toMatchObject([undefined, { reason: 'complained' }])
})

test('a folder without stored flags is not read again immediately', async () => {
  for (let count = 0; count <= 200; count++) imap.put('From: dana@example.org\r\n\r\nHello')
  imap.behave('readonly')
  expect(await read()).toBe(false)
  imap.behave('well')
  expect([await read(), imap.unread()]).toEqual([true, 1])
  expect([await read(), imap.unread()]).toEqual([false, 0])
})

test('personal, unrelated and malicious emails are marked and change nothing', async () => {
  const before = await app.query('SELECT FROM suppressions')
  const deep = Array.from(
    { length: 400 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  ).join('')
  imap.put('From: dana@example.org\r\nSubject: Hello\r\n\r\nWho are you?')
  imap.put(fromPostfix({ messageId: '<00000000-0000-0000-0000-000000000000@twofold.test>' }))
  imap.put(`MIME-Version: 1.0\r\n${deep}`)
  imap.put(fromPostfix({ messageId: '<x@twofold.test>' }, '5.1.1', `smtp; ${'550 '.repeat(200_000)}`))
  imap.put(`${'X: y\r\n'.repeat(100_000)}\r\n`)
  imap.put('')
  await read()
  expect(imap.unread()).toBe(0)
  expect(await app.query('SELECT FROM suppressions')).toHaveLength(before.length)
})
