import { audit, reportMailings, reports } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acrossOrganizations, openDatabase, timeoutsOf } from '../../../../platform/database/database.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'
import { databaseTimeoutSeconds } from '../../../../testing/test-postgres.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { enqueueDueReports } from './enqueue-due-reports.ts'
import { dayBefore, nextDayOf } from './mailing-days.ts'
import { runAsTenant } from './mailings.queries.ts'
import { reportEmail } from './report-email.ts'

const { mailingMessages } = reportMailings

// A Wednesday; New York is at UTC-4.
const wednesday = '2026-06-10T15:00:00Z'
const clock = settableClock(wednesday)
let smtp: FakeMailServer
let app: TestApp
type Person = { readonly id: number; readonly email: string; readonly token: string }
let org: number
let ada: Person
let reader: Person

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    clock,
    config: {
      smtpUrl: smtp.url,
      mailAllow: ['example.org', 'twofold.test'],
      mailFrom: 'Twofold <mails@twofold.test>',
      publicUrl: 'https://twofold.test',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(async () => {
  clock.set(wednesday)
  // isolates the emails of each test
  await app.query('DELETE FROM report_mailings')
  org = await app.createOrganization({ name: 'Riverbend', time_zone: 'America/New_York' })
  ada = await join('write')
  reader = await join('read')
})

async function join(level: 'read' | 'write' | 'admin', organization = org): Promise<Person> {
  const user = await app.createMember(organization, level)
  return { id: user.id, email: user.email, token: await app.signIn(user) }
}
async function save(who: Person, given: object = {}, organization = org): Promise<number> {
  const body = { name: 'Board', scope: 'organization', columns: { amount: '' }, ...given } as never
  const { report } = await app.call(reports.saveReport, { params: { id: organization }, body }, { token: who.token })
  return report.id
}
type Body = { user_ids: number[]; frequency: 'off' | 'weekly' | 'monthly'; day?: number }
const set = async (id: number, body: Body, who: Person) =>
  (await app.call(reportMailings.setReportMailings, { params: { id }, body }, { token: who.token })).mailings
const refuse = (id: number, body: Body, who: Person) =>
  app.refusal(reportMailings.setReportMailings, { params: { id }, body }, { token: who.token })
const listed = async (id: number, who: Person) =>
  (await app.call(reportMailings.listReportMailings, { params: { id } }, { token: who.token })).mailings
/** Sessions expire when the clock moves by days. */
const kept = (id: number) =>
  app.query<{ user_id: string; next_day: string }>(
    'SELECT user_id, next_day::text FROM report_mailings WHERE report_id = $1',
    [id],
  )
const send = () => enqueueDueReports(app.platform)
const statesTo = (email: string) =>
  app.query<{ state: string }>("SELECT state FROM account_mails WHERE kind = 'report' AND recipient = $1 ORDER BY id", [
    email,
  ])
const settled = (email: string, states: string[]) =>
  expect.poll(async () => (await statesTo(email)).map(({ state }) => state)).toEqual(states)
const mailTo = (email: string) => smtp.mails.findLast(({ to }) => to.includes(email))

test('weekly and monthly days follow each other; short months send on their last day', () => {
  const walk = (frequency: 'weekly' | 'monthly', day: number, from: string, count: number): string[] => {
    const days = [nextDayOf({ frequency, day }, from)]
    while (days.length < count) days.push(nextDayOf({ frequency, day }, days.at(-1) ?? ''))
    for (const [place, one] of days.entries()) {
      if (place > 0) expect(dayBefore({ frequency, day }, one)).toBe(days[place - 1])
    }
    return days
  }
  expect(walk('weekly', 1, '2026-06-10', 3)).toEqual(['2026-06-15', '2026-06-22', '2026-06-29'])
  expect(walk('weekly', 3, '2026-06-10', 2)).toEqual(['2026-06-17', '2026-06-24'])
  expect(walk('weekly', 7, '2026-12-26', 3)).toEqual(['2026-12-27', '2027-01-03', '2027-01-10'])
  expect(walk('monthly', 31, '2026-01-31', 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(walk('monthly', 1, '2026-11-30', 3)).toEqual(['2026-12-01', '2027-01-01', '2027-02-01'])
})

test("a report is emailed in the morning with its sums and a link, and the email's link unsubscribes", async () => {
  await app.createDonation({ organization: org, donor: 'Dana Donor', cents: 12_500, at: '2026-06-09 12:00' })
  await app.createDonation({ organization: org, donor: 'Drew Donor', cents: 10_000, at: '2026-03-01 12:00' })
  const id = await save(ada, { scope: 'personal' })
  expect(await set(id, { user_ids: [ada.id], frequency: 'weekly', day: 1 }, ada)).toMatchObject([
    { user_id: ada.id, frequency: 'weekly', day: 1, next_on: '2026-06-15', set_by: null, may_change: true },
  ])
  clock.set('2026-06-15T10:59:00Z')
  expect(await send()).toBe(0)
  clock.set('2026-06-15T11:00:00Z')
  await Promise.all([send(), send()])
  await send()
  await settled(ada.email, ['sent'])
  const mail = mailTo(ada.email)
  const text = mail?.parsed.text ?? ''
  expect(mail?.parsed.subject).toBe('Your report: Board, Riverbend')
  expect(text).toContain('All gifts to Riverbend.')
  expect(text).toContain('External matches aren’t included.')
  expect(text).toContain('2 gifts\nGiven: $225.00')
  expect(text).toContain('Given from Jun 8, 2026 to Jun 14, 2026: 1 gift, $125.00.')
  expect(text).toContain(`https://twofold.test/portal/reports?in=${org}&report=${id}`)
  expect(text, 'nobody is named to a mailbox').not.toContain('Donor')
  expect((await kept(id))[0]?.next_day).toBe('2026-06-22')

  const link = /https:\/\/twofold\.test(\/m\/r\/\S+)/.exec(text)?.[1] ?? ''
  expect(await (await app.send('GET', link)).text()).toContain('Stop these emails')
  expect(await kept(id), 'a GET only asks').toHaveLength(1)
  const press = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' }
  expect((await app.send('POST', link, press)).status).toBe(200)
  expect(await kept(id)).toEqual([])
  expect(await (await app.send('GET', link)).text()).toContain('We won’t email you this report')
  expect((await app.send('GET', `${link}x`)).status).toBe(404)
})

test('a report is emailed to members only; mailing it to others requires write access, and changes of shared ones are logged', async () => {
  const id = await save(ada)
  const stranger = await join('read', await app.createOrganization())
  expect((await refuse(id, { user_ids: [stranger.id], frequency: 'weekly' }, ada)).message).toBe(
    mailingMessages.notMember,
  )
  expect((await refuse(id, { user_ids: [ada.id], frequency: 'weekly' }, reader)).message).toBe(mailingMessages.others)
  expect((await refuse(id, { user_ids: [ada.id], frequency: 'weekly', day: 8 }, ada)).message).toBe(mailingMessages.day)
  expect((await refuse(id, { user_ids: [stranger.id], frequency: 'weekly' }, stranger)).status).toBe(404)
  const own = await save(ada, { scope: 'personal' })
  expect((await refuse(own, { user_ids: [reader.id], frequency: 'weekly' }, ada)).message).toBe(
    mailingMessages.personal,
  )
  expect((await refuse(own, { user_ids: [reader.id], frequency: 'weekly' }, reader)).status).toBe(404)
  const support = await app.createUser({ isSuper: true })
  const token = await app.signInSupport(support, org)
  const asSupport = { id: support.id, email: support.email, token }
  expect((await refuse(id, { user_ids: [support.id], frequency: 'weekly' }, asSupport)).message).toBe(
    mailingMessages.support,
  )

  await set(id, { user_ids: [reader.id], frequency: 'monthly', day: 31 }, ada)
  expect(await listed(id, reader)).toMatchObject([
    { user_id: reader.id, frequency: 'monthly', day: 31, next_on: '2026-06-30', may_change: true },
  ])
  expect((await listed(id, reader))[0]?.set_by).not.toBeNull()
  expect(await set(id, { user_ids: [reader.id], frequency: 'off' }, reader)).toEqual([])
  const admin = await join('admin')
  const query = { subject: 'report' }
  const { events } = await app.call(audit.listAudit, { params: { id: org }, query }, { token: admin.token })
  expect(events.slice(0, 2).map(({ action }) => action)).toEqual(['mailed no more', 'mailed'])
})

test('skips former members, deleted reports, closed organizations and late emails', async () => {
  const id = await save(ada)
  const due = { frequency: 'weekly', day: 1 } as const
  await set(id, { user_ids: [ada.id, reader.id], ...due }, ada)
  await app.query('DELETE FROM members WHERE user_id = $1', [reader.id])
  clock.set('2026-06-15T11:00:00Z')
  await send()
  await settled(ada.email, ['sent'])
  expect(await statesTo(reader.email)).toEqual([])
  expect(
    (await kept(id)).map(({ user_id }) => Number(user_id)),
    'it does not begin again if they come back',
  ).toEqual([ada.id])

  clock.set('2026-06-22T11:00:00Z')
  await app.query('UPDATE organizations SET cancelled_at = now() WHERE id = $1', [org])
  await send()
  await app.query('UPDATE organizations SET cancelled_at = NULL WHERE id = $1', [org])
  expect((await statesTo(ada.email)).length).toBe(1)

  await app.query('UPDATE reports SET deleted_at = now() WHERE id = $1', [id])
  clock.set('2026-06-29T11:00:00Z')
  await send()
  await app.query('UPDATE reports SET deleted_at = NULL WHERE id = $1', [id])
  expect((await statesTo(ada.email)).length).toBe(1)

  clock.set('2026-07-09T11:00:00Z')
  await send()
  await expect
    .poll(
      async () =>
        (
          await app.query<{ next_day: string }>('SELECT next_day::text FROM report_mailings WHERE report_id = $1', [id])
        )[0]?.next_day,
      { timeout: 240_000 },
    )
    .toBe('2026-07-13')
  expect((await statesTo(ada.email)).length, 'three days late').toBe(1)
})

test('access is checked again right before sending', async () => {
  const id = await save(ada)
  await set(id, { user_ids: [reader.id], frequency: 'weekly', day: 1 }, ada)
  const parameters = { organizationId: org, reportId: id, userId: reader.id, from: '2026-06-08', to: '2026-06-14' }
  const letter = reportEmail(createDirectory(app.platform))
  const prepare = () =>
    acrossOrganizations(app.platform.database, async (db) =>
      letter.prepare({
        platform: app.platform,
        db,
        now: clock(),
        recipient: reader.email,
        parameters,
        locale: 'en-US',
      }),
    )
  expect((await prepare())?.about.figures?.gifts).toBe(0)
  const ways = [
    [
      "UPDATE reports SET scope = 'personal' WHERE id = $1",
      "UPDATE reports SET scope = 'organization' WHERE id = $1",
      id,
    ],
    ['UPDATE reports SET deleted_at = now() WHERE id = $1', 'UPDATE reports SET deleted_at = NULL WHERE id = $1', id],
    [
      'UPDATE organizations SET cancelled_at = now() WHERE id = $1',
      'UPDATE organizations SET cancelled_at = NULL WHERE id = $1',
      org,
    ],
    [
      'UPDATE users SET email = email || $1::text WHERE id = (SELECT max(id) FROM users)',
      'UPDATE users SET email = left(email, -length($1::text)) WHERE id = (SELECT max(id) FROM users)',
      '.x',
    ],
    ['DELETE FROM members WHERE user_id = $1', 'SELECT $1::bigint', reader.id],
  ] as const
  for (const [shut, open, what] of ways) {
    await app.query(shut, [what])
    expect(await prepare(), shut).toBeNull()
    await app.query(open, [what])
  }
})

test('an email is prepared on one connection, and a sum that times out keeps the transaction usable', async () => {
  const id = await save(ada)
  await set(id, { user_ids: [reader.id], frequency: 'weekly', day: 1 }, ada)
  await app.createMatch({ organization: org, donor: 'Dana Donor' })
  await app.createMatch({ donor: 'Somebody else’s' })
  const parameters = { organizationId: org, reportId: id, userId: reader.id, from: '2026-06-08', to: '2026-06-14' }
  const letter = reportEmail(createDirectory(app.platform))
  const database = openDatabase(app.database.serverAddress, { ...timeoutsOf(databaseTimeoutSeconds), max: 1 })
  try {
    await acrossOrganizations(database, async (db, client) => {
      const platform = { ...app.platform, database }
      const prepared = await letter.prepare({
        platform,
        db,
        now: clock(),
        recipient: reader.email,
        parameters,
        locale: 'en-US',
      })
      expect(prepared?.about.figures?.gifts).toBe(1)
      const slow = () => client.query('SELECT pg_sleep(60)')
      expect(await runAsTenant(db, { family: [org] }, 1_000, slow)).toBeNull()
      const { rows } = await client.query("SELECT current_setting('app.crossing') AS crossing")
      expect(rows).toEqual([{ crossing: 'on' }])
    })
  } finally {
    await database.close()
  }
})
