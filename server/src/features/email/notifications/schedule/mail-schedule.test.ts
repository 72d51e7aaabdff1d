import { mailSchedule } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { queuePlanned } from '../donor-mails/notification-queue.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'

const clock = settableClock('2026-06-15T14:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, config: { mailDelaySeconds: 0 } })
  await app.createCompanies(testCompanies)
})
afterAll(() => app.stop())

type Change = {
  action: mailSchedule.ScheduleAction
  mail?: string | undefined
  donor_id?: unknown
  donation_id?: unknown
}

async function createDonorsWithReminders(emails: readonly string[]) {
  const id = await app.createOrganization({ name: 'Riverbend' })
  const member = await app.createMember(id, 'write')
  const signedIn = async () => ({ token: await app.signIn(member) })
  const gifts = []
  for (const email of emails)
    gifts.push(await recordDonation(app, id, { email, name: email, employer: 'Portal Works' }))
  const planned = () => app.query('SELECT FROM planned_mails WHERE organization_id = $1', [id])
  await expect.poll(async () => (await planned()).length).toBe(4 * emails.length)
  const schedule = async (query: object = {}) =>
    app.call(mailSchedule.getMailSchedule, { params: { id }, query }, await signedIn())
  const change = async (body: Change) =>
    app.call(mailSchedule.changeMailSchedule, { params: { id }, body }, await signedIn())
  const due = async () => {
    await queuePlanned(app.platform)
    // The app queues concurrently, so emails in progress are left to it.
    const waiting = () =>
      app.query(
        `SELECT FROM planned_mails
         WHERE organization_id = $1 AND send_at <= $2 AND held_at IS NULL AND dropped_at IS NULL
         UNION ALL SELECT FROM notifications WHERE organization_id = $1 AND state IN ('queued', 'sending')`,
        [id, clock()],
      )
    await expect.poll(async () => (await waiting()).length).toBe(0)
    const rows = await app.query<{ kind: string }>(
      `SELECT kind FROM notifications WHERE organization_id = $1 AND kind <> 'initial' ORDER BY id`,
      [id],
    )
    return rows.map(({ kind }) => kind)
  }
  return { id, signedIn, gifts, schedule, change, due }
}

const byDonor = (mails: readonly mailSchedule.ScheduledMail[]) =>
  mails.toSorted((one, other) => one.donor_email.localeCompare(other.donor_email))

test('lists the next 14 days in order with reasons against each email, and hides them from others', async () => {
  clock.set('2026-06-15T14:00:00Z')
  const { id, gifts, schedule } = await createDonorsWithReminders([
    'ann@example.org',
    'bo@example.org',
    'cy@example.org',
  ])
  await app.query('UPDATE notifications SET first_click = sent_at, clicks = 1 WHERE donation_id = $1', [gifts[1]?.id])
  await app.query("INSERT INTO suppressions VALUES ($1, 'cy@example.org', 'unsubscribed', now())", [id])
  const { mails, next, counts } = await schedule()
  // All three have the same time, so their order is undefined.
  expect(byDonor(mails).map(({ kind, donor_email, state, why_not }) => [kind, donor_email, state, why_not])).toEqual([
    ['reminder_1', 'ann@example.org', 'goes', null],
    ['reminder_1', 'bo@example.org', 'stops', 'The donor already responded to an email.'],
    ['reminder_1', 'cy@example.org', 'stops', 'The donor unsubscribed.'],
  ])
  expect(byDonor(mails)[0]).toMatchObject({ company: 'Portal Works', donation_id: gifts[0]?.id, status_id: 7 })
  expect([next, counts]).toEqual([null, { going: 3, held: 0, dropped: 0, is_whole: true }])
  const stranger = await createDonorsWithReminders(['dee@example.org'])
  expect((await stranger.schedule()).mails).toHaveLength(1)
  const refused = await app.refusal(
    mailSchedule.getMailSchedule,
    { params: { id }, query: {} },
    await stranger.signedIn(),
  )
  expect(refused.status).toBe(404)
  expect(await stranger.change({ action: 'drop', mail: mails[0]?.key })).toMatchObject({ mails: 0 })
  expect((await schedule()).counts.dropped).toBe(0)
})

test('one email, match or donor, or all, can be held, dropped and restored, also concurrently', async () => {
  clock.set('2026-06-15T14:00:00Z')
  const { gifts, schedule, change, due } = await createDonorsWithReminders([
    'eve@example.org',
    'flo@example.org',
    'gil@example.org',
  ])
  const [eve, flo, gil] = byDonor((await schedule()).mails)
  expect((await schedule({ donor_id: flo?.donor_id })).counts.going).toBe(1)
  expect((await schedule({ donation_id: gifts[2]?.id })).mails).toEqual([gil])
  expect(await change({ action: 'hold', mail: eve?.key })).toMatchObject({ mails: 1, counts: { going: 2, held: 1 } })
  expect(await change({ action: 'drop', donor_id: flo?.donor_id })).toMatchObject({ mails: 1 })
  clock.set('2026-06-18T14:00:00Z')
  expect(await due()).toEqual(['reminder_1'])
  expect(byDonor((await schedule()).mails).map(({ donor_email, state }) => [donor_email, state])).toEqual([
    ['eve@example.org', 'held'],
    ['flo@example.org', 'dropped'],
  ])
  // An email restored when it is due may be sent before it is held.
  clock.set('2026-06-17T14:00:00Z')
  expect(await change({ action: 'bring_back', donation_id: flo?.donation_id })).toMatchObject({ mails: 1 })
  expect(await change({ action: 'hold' })).toMatchObject({ mails: 1, counts: { going: 0, held: 2 } })
  clock.set('2026-06-18T14:00:00Z')
  expect(await due()).toHaveLength(1)
  expect(await change({ action: 'release' })).toMatchObject({ mails: 2 })
  expect(await due()).toEqual(['reminder_1', 'reminder_1', 'reminder_1'])
})

test('a waiting first email is held and dropped like a planned one', async () => {
  clock.set('2026-06-15T14:00:00Z')
  const id = await app.createOrganization({ street: '', city: '', state: '', zip: '' })
  const token = await app.signIn(await app.createMember(id, 'write'))
  const gift = await recordDonation(app, id, { email: 'hal@example.org', employer: 'Portal Works' })
  const change = (action: mailSchedule.ScheduleAction) =>
    app.call(mailSchedule.changeMailSchedule, { params: { id }, body: { action, donation_id: gift.id } }, { token })
  const state = async () =>
    (
      await app.query<{ state: string; problem: string }>(
        'SELECT state, problem FROM notifications WHERE donation_id = $1',
        [gift.id],
      )
    )[0]
  await expect.poll(async () => (await state())?.problem).toContain('mailing address')
  expect((await change('hold')).mails).toBe(1)
  expect((await change('drop')).mails).toBe(1)
  expect(await state()).toMatchObject({ state: 'skipped', problem: 'Your team canceled this email.' })
  await app.query("UPDATE organizations SET street = '1 River Road', city = 'Springfield' WHERE id = $1", [id])
  expect((await change('bring_back')).mails).toBe(1)
  clock.advance({ hours: 2 })
  await expect.poll(async () => (await state())?.state).toBe('sent')
})

test('the next page begins after the last row of the previous one', async () => {
  clock.set('2026-06-15T14:00:00Z')
  const { gifts, schedule } = await createDonorsWithReminders(['ivy@example.org'])
  await app.query(
    `WITH more AS (
       INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at)
       SELECT organization_id, donation_id, donor_id, 'initial', 7, 'm' || g, '2026-06-16'::timestamptz + make_interval(secs => g), now()
       FROM notifications, generate_series(1, 120) g WHERE donation_id = $1 AND kind = 'initial' RETURNING 1)
     SELECT count(*) FROM more`,
    [gifts[0]?.id],
  )
  const first = await schedule()
  const second = await schedule({ after: first.next })
  const third = await schedule({ after: second.next })
  const keys = [first, second, third].flatMap(({ mails }) => mails.map(({ key }) => key))
  expect([new Set(keys).size, keys.length, third.next]).toEqual([121, 121, null])
  for (const after of ["x'|planned|1", '2026-99-30T00:00:00+00:00|planned|1', '0000-01-01T00:00:00+00:00|planned|1']) {
    expect((await schedule({ after })).mails[0]).toEqual(first.mails[0])
  }
  expect((await schedule({ after: '2026-02-30T00:00:00+00:00|planned|1' })).mails[0]).toEqual(first.mails[0])
})

test('emails to one person show their actual send time on every page', async () => {
  clock.set('2026-06-15T14:00:00Z')
  const { id, schedule } = await createDonorsWithReminders(['fay@example.org'])
  clock.set('2026-06-16T15:00:00Z')
  await recordDonation(app, id, {
    email: 'fay@example.org',
    name: 'fay@example.org',
    employer: 'Portal Works',
    day: '2026-06-11',
  })
  const planned = () =>
    app.query<{ id: number }>(
      `SELECT id::int FROM planned_mails WHERE organization_id = $1 AND kind = 'reminder_1' ORDER BY id`,
      [id],
    )
  await expect.poll(async () => (await planned()).length).toBe(2)
  const at = '2026-06-20T14:00:00.000Z'
  await app.query(`UPDATE planned_mails SET send_at = $2 WHERE organization_id = $1`, [id, at])
  const seen = ({ mails }: { mails: readonly mailSchedule.ScheduledMail[] }) =>
    mails.map(({ kind, send_at, waits, why_not }) => [kind, send_at, waits, why_not])
  const named = 'An email about another gift named this one less than 3 days ago.'
  await app.query(`DELETE FROM planned_mails WHERE organization_id = $1 AND kind IN ('deadline', 'deadline_last')`, [
    id,
  ])
  const whole = await schedule()
  expect(whole.mails.map(({ send_at, waits, why_not }) => [send_at, waits, why_not])).toEqual([
    [at, false, null],
    [at, false, named],
    [at, false, named],
    ['2026-06-21T14:00:00.000Z', true, null],
  ])
  const [first] = await planned()
  const next = await schedule({ after: `2026-06-20T14:00:00.000+00:00|planned|${first?.id}` })
  expect(seen(next).toSorted()).toEqual(seen({ mails: whole.mails.slice(1) }).toSorted())
})

test('opens, machine clicks and unsubscribe links do not stop a reminder; yes and no do', async () => {
  clock.set('2026-06-15T14:00:00Z')
  const { gifts, schedule } = await createDonorsWithReminders(['gus@example.org', 'hal@example.org', 'ida@example.org'])
  const set = (what: string, place: number) =>
    app.query(`UPDATE notifications SET ${what} WHERE donation_id = $1`, [gifts[place]?.id])
  await set('first_open = sent_at, opens = 3, machine_opens = 2, machine_clicks = 9', 0)
  await set('first_click = sent_at, clicks = 1', 1)
  await set('first_click = sent_at, decline_clicks = 1', 2)
  const { mails } = await schedule()
  expect(byDonor(mails).map(({ state }) => state)).toEqual(['goes', 'stops', 'stops'])
})
