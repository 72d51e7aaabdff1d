import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'

type Row = {
  id: string
  state: string
  problem: string | null
  attempts: number
  send_at: Date
  bounced: boolean
  message_id: string
}

let smtp: FakeMailServer
let app: TestApp

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    config: {
      smtpUrl: smtp.url,
      mailAllow: ['example.org'],
      mailFrom: 'Twofold <matches@twofold.test>',
      mailDelaySeconds: 0,
      publicUrl: 'https://twofold.test',
    },
  })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const mailsOf = (organization: number) =>
  app.query<Row>(`SELECT * FROM notifications WHERE organization_id = $1 AND kind = 'initial' ORDER BY id`, [
    organization,
  ])
const untilAll = (organization: number, is: (mail: Row) => boolean) =>
  expect.poll(async () => (await mailsOf(organization)).every(is)).toBe(true)
const untilAttempts = (organization: number, attempts: number) =>
  untilAll(organization, (mail) => mail.attempts === attempts && mail.state === 'queued')

/** Seconds; just over an hour in total. */
const waits = [30, 60, 120, 240, 480, 960, 1920]

test('a mail server outage of an hour loses, repeats and bounces no mail', async () => {
  const organization = await app.createOrganization()
  const donors = Array.from({ length: 30 }, (_, at) => `patient${at}@example.org`)
  smtp.behave('away')
  for (const email of donors) await recordDonation(app, organization, { email, employer: 'Portal Works' })
  const before = await mailsOf(organization)
  expect(before).toHaveLength(donors.length)
  const start = app.clock().getTime()

  for (const [at, seconds] of waits.entries()) {
    await untilAttempts(organization, at + 1)
    for (const mail of await mailsOf(organization)) {
      expect(mail).toMatchObject({ bounced: false, problem: expect.stringMatching(/./) })
      expect(mail.send_at.getTime() - app.clock().getTime()).toBe(seconds * 1000)
    }
    // at first no connection; then a starting server that defers all emails
    if (at === 3) smtp.behave('later')
    if (at < waits.length - 1) app.clock.advance({ seconds })
  }
  app.clock.set(new Date(start + 3_600_000))
  smtp.behave('accept')
  expect(smtp.mails).toEqual([])
  expect((await mailsOf(organization)).every(({ attempts }) => attempts === waits.length)).toBe(true)

  app.clock.set(new Date(start + waits.reduce((sum, wait) => sum + wait, 0) * 1000))
  await untilAll(organization, ({ state }) => state === 'sent')
  const got = await smtp.received(donors.length)
  expect(got.map(({ to }) => to[0]).sort()).toEqual([...donors].sort())
  expect(got.map(({ parsed }) => parsed.messageId).sort()).toEqual(
    before.map(({ message_id }) => `<${message_id}@twofold.test>`).sort(),
  )
  for (const mail of await mailsOf(organization)) {
    expect(mail).toMatchObject({ state: 'sent', bounced: false, problem: null, attempts: waits.length + 1 })
  }
  const [sums] = await app.query<{ suppressed: number; sent: number; kept: number }>(
    `SELECT (SELECT count(*)::int FROM suppressions WHERE organization_id = $1) AS suppressed,
      (SELECT coalesce(sum(sent), 0)::int FROM email_results WHERE organization_id = $1) AS sent,
      (SELECT count(*)::int FROM sent_mails WHERE organization_id = $1) AS kept`,
    [organization],
  )
  expect(sums).toEqual({ suppressed: 0, sent: donors.length, kept: donors.length })
})

test('an email held for weeks survives an outage; the wait is at most an hour, for three days', async () => {
  const organization = await app.createOrganization()
  smtp.behave('later')
  const gift = await recordDonation(app, organization, { email: 'held@example.org', employer: 'Portal Works' })
  await untilAttempts(organization, 1)
  const wait = async (): Promise<number> =>
    ((await mailsOf(organization))[0]?.send_at.getTime() ?? 0) - app.clock().getTime()
  const setAttempts = async (attempts: number, made: string): Promise<void> => {
    await app.query('UPDATE notifications SET attempts = $2, created_at = $3, send_at = $4 WHERE donation_id = $1', [
      gift.id,
      attempts - 1,
      made,
      app.clock(),
    ])
  }
  await setAttempts(2, '2026-05-01T12:00:00Z')
  await untilAttempts(organization, 2)
  for (const attempts of [8, 9, 40, 78]) {
    await setAttempts(attempts, '2026-06-12T12:00:00Z')
    await untilAttempts(organization, attempts)
    expect(await wait()).toBe(3_600_000)
  }
  await setAttempts(79, app.clock().toISOString())
  await untilAll(organization, ({ state }) => state === 'failed')
  expect((await mailsOf(organization))[0]).toMatchObject({ bounced: false, problem: expect.stringContaining('later') })
  smtp.behave('accept')
})
