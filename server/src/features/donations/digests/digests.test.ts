import { digests, notifees, organizations, registration, setup } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../testing/index.ts'
import { languageOf } from '../../core/texts/index.ts'
import { recordDonation, testCompanies } from '../../email/notifications/record-donation.testing.ts'
import { getWeekActivity } from './digest-facts.queries.ts'
import { planDigests } from './plan-digests.ts'

let smtp: FakeMailServer
let app: TestApp
let number = 0

// A Wednesday. New York is at UTC-4 until November 1, then at UTC-5.
const wednesday = '2026-10-21T16:00:00Z'
const config = () => ({
  smtpUrl: smtp.url,
  mailAllow: ['example.org'],
  mailFrom: 'Twofold <mails@twofold.test>',
  mailDelaySeconds: 0,
  publicUrl: 'https://twofold.test',
})

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ clock: settableClock(wednesday), config: config() })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(async () => {
  smtp.behave('accept')
  app.clock.set(wednesday)
  await app.query('DELETE FROM rate_limits')
  // isolates the weeks of each test
  await app.query(`UPDATE organizations SET rule_deactivated = true`)
})

type Row = {
  state: string
  problem: string | null
  recipient: string
  send_at: Date
  sent_at: Date | null
  week: string
}
const rowsOf = (organizationId: number) =>
  app.query<Row>('SELECT *, week::text FROM digests WHERE organization_id = $1 ORDER BY id', [organizationId])
const statesOf = async (organizationId: number) => (await rowsOf(organizationId)).map(({ state }) => state)
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))
const newAddress = (): string => `staff${++number}@example.org`

async function organizationWithNews(columns: Record<string, unknown> = {}) {
  const email = newAddress()
  const id = await app.createOrganization({
    name: 'Riverbend Food Bank',
    contact_email: email,
    time_zone: 'America/New_York',
    email_who: 'company',
    email_min_cents: 100_000_000, // suppresses donor emails
    ...columns,
  })
  const gift = await recordDonation(app, id, {
    email: `giver${++number}@example.org`,
    employer: 'Portal Works',
    day: '2026-10-20',
  })
  await app.query('UPDATE donations SET status_id = 3 WHERE id = $1', [gift.id])
  return { id, email, gift }
}

async function planAt(moment: string): Promise<void> {
  app.clock.set(moment)
  await planDigests(app.platform)
}

async function mondayMail(moment = '2026-10-26T13:30:00Z'): Promise<void> {
  await planAt(moment)
}

const settled = (organizationId: number, states: string[]) =>
  expect.poll(() => statesOf(organizationId)).toEqual(states)

describe('content', () => {
  test('lists waiting matches, the week and deadlines, with links to exactly those lists', async () => {
    const { id, email } = await organizationWithNews()
    const chapter = await app.createOrganization({
      name: 'Riverbend North',
      type: 'chapter',
      parent_id: id,
      contact_email: '',
    })
    await recordDonation(app, chapter, {
      email: newAddress(),
      employer: 'Portal Works',
      amountCents: 3_000,
      day: '2026-10-19',
    })
    await mondayMail()
    await settled(id, ['sent'])
    const [mail, ...more] = mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.parsed.subject).toBe('Riverbend Food Bank: 1 match needs you')
    const header = (name: string) => mail?.parsed.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/twofold\.test\/m\/g\/[\w.-]+>$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(new Date(header('date') ?? '').toISOString()).toBe('2026-10-26T13:30:00.000Z')
    const text = mail?.parsed.text ?? ''
    expect(text).toContain('Week of Oct 19 – 25, 2026')
    expect(text).toContain('Your weekly update on employer matching at Riverbend Food Bank, with Riverbend North.')
    expect(text).toContain('- 1 match to verify or sign, up to $50.00 in all.')
    expect(text).toContain(`https://twofold.test/portal/donations?status=npo_verify&dates=any&in=${id}`)
    expect(text).toContain('What changed')
    expect(text).toContain('- 2 gifts given, $80.00 in all. Employers could add up to $80.00.')
    expect(text).toContain(`https://twofold.test/portal/donations?from=2026-10-19&to=2026-10-25&in=${id}`)
    expect(text).toContain('you’re the primary contact for Riverbend Food Bank')
    expect(text).not.toMatch(/undefined|NaN|null|\[\[/)
    for (const part of ['1 match', 'status=npo_verify&amp;dates=any', '$80.00'])
      expect(mail?.parsed.html).toContain(part)
    expect(Buffer.byteLength(mail?.raw ?? '')).toBeLessThan(102_000)
  })

  test('lists the first deadlines, and links to a list with all of them', async () => {
    const email = newAddress()
    const id = await app.createOrganization({ contact_email: email })
    await app.createDonations(
      [3, 5, 6, 8, 9, 11, 20, 22].map((days) => ({
        organization: id,
        status: 7,
        at: '2026-08-01 10:00',
        employer: 'Acme',
        deadline: new Date(Date.parse('2026-10-26T12:00:00Z') + days * 86_400_000),
      })),
    )
    await mondayMail()
    await settled(id, ['sent'])
    const text = mailsTo(email)[0]?.parsed.text ?? ''
    expect(text.match(/Acme/g)).toHaveLength(5)
    expect(text).toContain('- And 2 more deadlines.')
    expect(text).toContain('There were no new gifts, requests, or payments.')
    expect(text).toContain(`https://twofold.test/portal/donations?dates=any&deadline=21&in=${id}`)
  })

  test('excludes undone changes and changes without a new status', async () => {
    const id = await app.createOrganization()
    const statuses = { paid: 1, undone: 4, submitted: 4, edited: 1 }
    await app.createDonations(
      Object.entries(statuses).map(([transaction, status]) => ({
        ...{ organization: id, transaction, status, at: '2026-10-01 10:00', cents: 5_000, donor: transaction },
      })),
    )
    for (const [transaction, action, from, to] of [
      ['paid', 'complete', 4, 1],
      ['undone', 'complete', 4, 1],
      ['undone', 'undone', 1, 4],
      ['submitted', 'submit', 7, 4],
      ['edited', 'edit', 1, 1],
    ]) {
      await app.query(
        `INSERT INTO donation_events (organization_id, donation_id, at, action, from_status_id, to_status_id, actor)
         SELECT organization_id, id, '2026-10-21T12:00:00Z', $3, $4, $5, 'system' FROM donations
         WHERE organization_id = $1 AND transaction_id = $2`,
        [id, transaction, action, from, to],
      )
    }
    const tenant = grantTenant(id, [id])
    const now = app.clock()
    const week = { from: '2026-10-19', week: '2026-10-26', timeZone: 'America/New_York', now, soon: now }
    await app.query(
      `UPDATE donations SET estimated_cents = 2500, received_cents = CASE transaction_id WHEN 'paid' THEN 4000 ELSE 0 END
       WHERE organization_id = $1`,
      [id],
    )
    const { moved } = await inTenant(app.platform.database, tenant, (db) => getWeekActivity(db, tenant, week))
    expect(moved.find(({ status_id }) => status_id === 1)).toMatchObject({ received_cents: 4_000, unpaid_cents: 0 })
    expect(moved.map(({ status_id, gifts }) => [status_id, gifts]).toSorted()).toEqual([
      [1, 1],
      [4, 1],
    ])
  })

  test('is not sent without content', async () => {
    const id = await app.createOrganization({ contact_email: newAddress() })
    await mondayMail()
    await settled(id, ['skipped'])
    expect((await rowsOf(id))[0]?.problem).toBe('There was nothing to report.')
  })

  test('mentions an unfinished setup four times, and then only while gifts wait for it', async () => {
    const email = newAddress()
    const id = await app.createOrganization({
      contact_email: email,
      complete: false,
      file_logo: null,
      is_premium: null,
    })
    for (const week of [0, 1, 2, 3, 4]) {
      await planAt(new Date(Date.parse('2026-11-02T15:00:00Z') + week * 7 * 86_400_000).toISOString())
      await expect
        .poll(async () => (await statesOf(id)).every((state) => state !== 'queued' && state !== 'sending'))
        .toBe(true)
    }
    expect(await statesOf(id)).toEqual(['sent', 'sent', 'sent', 'sent', 'skipped'])
    expect(mailsTo(email)[0]?.parsed.text).toContain('Finish your setup to turn it on.')
    expect(mailsTo(email)[0]?.parsed.text).toContain('logo, plan')
  })

  test.each([
    [{ billing_contact_name: '', billing_contact_email: 'bills@riverbend.example' }, 'contacts'],
    [{ street: '', mission: ' ' }, 'details, address'],
    [{ type: 'chapter', category_ids: [], file_logo: null, is_premium: 'parent' }, 'nothing'],
  ])('for the setup of %o, the email and the dashboard agree', async (columns, missing) => {
    const email = newAddress()
    const ready = {
      contact_name: 'Rowan Reed',
      billing_contact_name: 'Bea',
      billing_contact_email: email,
      phone: '+12175550142',
      mission: 'Nobody goes to bed hungry.',
      url: 'https://riverbend.example',
      file_logo: 'logo.png',
      is_premium: 'elig_5',
      complete: false,
    }
    const id = await app.createOrganization({ contact_email: email, ...ready, ...columns })
    await mondayMail()
    await settled(id, ['sent'])
    const found = /Still missing: (.*?)\.|(Everything is filled in)/.exec(
      mailsTo(email)[0]?.parsed.text?.replaceAll('\n', ' ') ?? '',
    )
    expect(found?.[1] ?? (found?.[2] ? 'nothing' : 'no word of it')).toBe(missing)
    const token = await app.signIn(await app.createMember(id, 'read'))
    const organization = await app.call(organizations.getOrganization, { params: { id } }, { token })
    expect(
      setup
        .incompleteStepsOf(organization)
        .map((step) => languageOf('').digest.setupSteps[step])
        .join(', ') || 'nothing',
    ).toBe(missing)
  })

  test('links to the place for a missing postal address if it blocks donor emails', async () => {
    const { id, email } = await organizationWithNews({ street: '', street2: '', city: '', state: '', zip: '' })
    await mondayMail()
    await settled(id, ['sent'])
    const text = mailsTo(email)[0]?.parsed.text
    expect(text).toContain('- Add your mailing address so we can email your donors. Every email must show it.')
    expect(text).toContain(`/portal/organization-details?tab=address&in=${id}`)
  })

  test('names that look like headers or markup stay text', async () => {
    const name = 'Ann & "Bob" <b>Fund</b>\r\nBcc: victim@example.org 🎁'
    const { id, email } = await organizationWithNews({ name })
    await mondayMail()
    await settled(id, ['sent'])
    const [mail] = mailsTo(email)
    expect(mail?.to).toEqual([email])
    expect(mail?.parsed.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.parsed.subject).toContain('Ann & "Bob" <b>Fund</b> Bcc: victim@example.org 🎁')
    expect(mail?.parsed.html).not.toContain('<b>Fund')
  })
})

describe('recipients', () => {
  test('are the notification emails and the primary contact, once each; a closed organization has none', async () => {
    const { id, email } = await organizationWithNews()
    const other = newAddress()
    for (const [address, key] of [
      [other, other],
      [email.toUpperCase(), email],
    ])
      await app.query(
        `INSERT INTO notifees (organization_id, email, email_key, created_at) VALUES ($1, $2, $3, now())`,
        [id, address, key],
      )
    const closed = await organizationWithNews({ cancelled_at: '2026-10-01' })
    await mondayMail()
    await settled(id, ['sent', 'sent'])
    expect(mailsTo(other)).toHaveLength(1)
    expect(mailsTo(other)[0]?.parsed.text).toContain('your address is a notification email for')
    expect(await rowsOf(closed.id)).toEqual([])
  })

  test("of the parent's digest do not also get the chapter's", async () => {
    const { id, email } = await organizationWithNews()
    const own = newAddress()
    const chapter = await organizationWithNews({ type: 'chapter', parent_id: id, contact_email: email })
    await app.query(`INSERT INTO notifees (organization_id, email, email_key, created_at) VALUES ($1, $2, $2, now())`, [
      chapter.id,
      own,
    ])
    await mondayMail()
    await settled(id, ['sent'])
    await settled(chapter.id, ['sent'])
    expect(mailsTo(email)).toHaveLength(1)
    expect(mailsTo(own)).toHaveLength(1)
  })

  test('do not get a queued digest after their address was removed or the organization closed', async () => {
    const { id, email } = await organizationWithNews()
    await planAt('2026-10-26T10:00:00Z')
    expect(await statesOf(id)).toEqual(['queued'])
    await app.query(`UPDATE organizations SET contact_email = 'someone.else@example.org' WHERE id = $1`, [id])
    app.clock.set('2026-10-26T13:30:00Z')
    await settled(id, ['skipped'])
    app.clock.set('2026-10-28T12:00:00Z') // on Monday, the worker would plan for the next organization, too
    const closing = await organizationWithNews()
    await planAt('2026-11-02T11:00:00Z')
    await app.query(`UPDATE organizations SET rule_deactivated = true WHERE id = $1`, [closing.id])
    app.clock.set('2026-11-02T15:30:00Z')
    await settled(closing.id, ['skipped'])
    expect([...mailsTo(email), ...mailsTo(closing.email)]).toEqual([])
  })
})

describe('schedule', () => {
  test("is Monday between eight and nine in any organization's time zone", async () => {
    // In order of the day: a worker with the previous clock then plans for an earlier hour of the same morning.
    for (const [zone, from] of [
      ['America/St_Johns', '2026-10-26T10:30:00Z'],
      ['America/New_York', '2026-10-26T12:00:00Z'],
      ['Pacific/Honolulu', '2026-10-26T18:00:00Z'],
    ] as const) {
      const early = new Date(Date.parse(from) - 3_600_000).toISOString()
      app.clock.set(early)
      const { id } = await organizationWithNews({ time_zone: zone })
      await planAt(early)
      const [row] = await rowsOf(id)
      const after = (row?.send_at.getTime() ?? 0) - Date.parse(from)
      expect(after, zone).toBeGreaterThanOrEqual(0)
      expect(after, zone).toBeLessThan(3_600_000)
    }
  })

  test('is never twice a week, for two nodes, a restart, or a clock that jumps two hours either way', async () => {
    const { id, email } = await organizationWithNews()
    const second = await startTestApp({ clock: app.clock, database: app.database, config: config() })
    try {
      app.clock.set('2026-10-26T13:30:00Z')
      await Promise.all([app, second, app, second].map(({ platform }) => planDigests(platform)))
      await settled(id, ['sent'])
      for (const moment of [
        '2026-10-26T11:30:00Z',
        '2026-10-26T15:30:00Z',
        '2026-10-26T04:30:00Z',
        '2026-10-27T14:00:00Z',
      ]) {
        await planAt(moment)
        await planDigests(second.platform)
      }
    } finally {
      await second.stop()
    }
    expect(await statesOf(id)).toEqual(['sent'])
    expect(mailsTo(email)).toHaveLength(1)
  })

  test('keeps seven times 24 hours between two, also across clock changes', async () => {
    const { id, email } = await organizationWithNews()
    const sent = async () => (await rowsOf(id)).map(({ sent_at }) => sent_at?.getTime() ?? 0)
    // March 8, 2026 has 23 hours in New York, November 1 has 25.
    await planAt('2026-03-02T11:00:00Z')
    const first = (await rowsOf(id))[0]?.send_at ?? new Date(0)
    app.clock.set(first.toISOString())
    await settled(id, ['sent'])
    await planAt('2026-03-09T11:00:00Z')
    const next = (await rowsOf(id))[1]?.send_at ?? new Date(0)
    expect(next.getTime() - first.getTime()).toBe(7 * 86_400_000)
    app.clock.set(next.toISOString())
    await settled(id, ['sent', 'sent'])
    for (const monday of ['2026-03-16T16:00:00Z', '2026-10-26T16:00:00Z', '2026-11-02T16:00:00Z']) {
      await planAt(monday)
      await expect.poll(async () => (await statesOf(id)).at(-1)).toBe('sent')
    }
    expect(await statesOf(id)).toHaveLength(5)
    const times = await sent()
    for (const [at, time] of times.entries()) {
      if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(7 * 86_400_000)
    }
    expect(mailsTo(email)).toHaveLength(5)
  })

  test('makes up for a missed Monday until Thursday in the daytime, and continues on a Monday', async () => {
    const { id } = await organizationWithNews()
    await planAt('2026-10-19T14:00:00Z')
    await settled(id, ['sent'])
    await planAt('2026-10-28T03:00:00Z') // Tuesday 23:00
    expect((await rowsOf(id))[1]?.send_at.toISOString()).toBe('2026-10-28T12:00:00.000Z')
    app.clock.set('2026-10-28T12:00:00Z')
    await settled(id, ['sent', 'sent'])
    await planAt('2026-11-02T14:00:00Z') // only five days later
    await planAt('2026-11-09T15:00:00Z')
    await settled(id, ['sent', 'sent', 'sent'])
    expect((await rowsOf(id))[2]?.week).toBe('2026-11-09')
  })

  test('waits for the first Monday of an organization created during a week', async () => {
    const { id } = await organizationWithNews()
    await planAt('2026-10-21T16:00:00Z')
    expect(await rowsOf(id)).toEqual([])
  })

  test('begins the week after an organization registers, also on a Monday', async () => {
    app.clock.set('2026-10-26T14:00:00Z')
    const { token } = await app.call(registration.getRegistrationToken)
    app.clock.advance({ seconds: 20 })
    const email = newAddress()
    const body = {
      ...{ return_json: 1, token, name: 'Monday Pantry', type: 'non-profit' as const, phone: '+1 217 555 0100' },
      ...{ mission: 'Food.', ein: '47-1000001', url: 'monday.example.org', categoryId: [1] },
      address: { street: '1 Elm St', city: 'New York', state: 'NY', zip: '10001', country: 'US' as const },
      ...{ contact_name: 'Mona Day', contact_email: email },
    }
    const headers = { origin: app.address, 'sec-fetch-site': 'same-origin', 'x-csrf-token': token }
    await app.call(registration.registerOrganization, { body }, { headers })
    const [{ id } = { id: 0 }] = await app.query<{ id: number }>(
      'SELECT id FROM organizations WHERE contact_email = $1',
      [email],
    )
    await planAt('2026-10-26T14:05:00Z')
    expect(await rowsOf(id)).toEqual([])
    await planAt('2026-11-02T14:05:00Z')
    expect(await rowsOf(id)).toMatchObject([{ recipient: email, week: '2026-11-02' }])
  })

  test('plans ten thousand organizations with a few statements', async () => {
    const [{ first } = { first: 0 }] = await app.query<{ first: number }>(
      'SELECT max(id)::int AS first FROM organizations',
    )
    await app.query(
      `INSERT INTO organizations (name, slug, type, contact_email, complete)
       SELECT 'Many ' || n, 'many-' || n, 'non-profit', 'many' || n || '@example.org', true FROM generate_series(1, 10000) n`,
    )
    app.clock.set('2026-10-26T08:00:00Z')
    let rounds = 0
    while ((await planDigests(app.platform, 500)) > 0) rounds += 1
    expect(rounds).toBeLessThanOrEqual(21)
    const spread = () =>
      app.query<{ planned: string; minutes: string }>(
        `SELECT count(*) AS planned, count(DISTINCT send_at) AS minutes FROM digests WHERE organization_id > $1`,
        [first],
      )
    await expect.poll(spread).toEqual([{ planned: '10000', minutes: '60' }])
    await app.query('DELETE FROM digests WHERE organization_id > $1', [first])
    await app.query('DELETE FROM organizations WHERE id > $1', [first])
  })
})

describe('failures', () => {
  test('a digest being sent when the process died is sent once more with the same Message-ID', async () => {
    const { id, email } = await organizationWithNews()
    await mondayMail()
    await settled(id, ['sent'])
    await app.query(
      `UPDATE digests SET state = 'sending', sent_at = NULL, locked_until = now() - interval '1 second' WHERE organization_id = $1`,
      [id],
    )
    await settled(id, ['sent'])
    const ids = mailsTo(email).map(({ parsed }) => parsed.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('a digest that the mail server delays all day waits for the morning', async () => {
    const { id, email } = await organizationWithNews()
    smtp.behave('later', email)
    await mondayMail()
    await expect.poll(async () => (await rowsOf(id))[0]?.problem).toContain('try again later')
    smtp.behave('accept', email)
    app.clock.set('2026-10-27T01:30:00Z') // 21:30
    await expect.poll(async () => (await rowsOf(id))[0]?.send_at.toISOString()).toBe('2026-10-27T12:00:00.000Z')
    expect(mailsTo(email)).toEqual([])
    app.clock.set('2026-10-27T12:00:00Z')
    await settled(id, ['sent'])
  })
})

describe('unsubscribing', () => {
  const linkOf = (email: string): string =>
    /<https:\/\/twofold\.test(\/m\/g\/[^>]+)>/.exec(
      String(mailsTo(email)[0]?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value),
    )?.[1] ?? ''
  const post = (path: string, body: string) =>
    app.send('POST', path, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  const oneClick = (path: string) => post(path, 'List-Unsubscribe=One-Click')

  test('requires one click, not opening the link; it works repeatedly, and the portal shows it', async () => {
    const { id, email } = await organizationWithNews()
    const admin = await app.createMember(id, 'admin')
    let token = await app.signIn(admin)
    const params = { id }
    expect(await app.call(digests.getDigest, { params }, { token })).toMatchObject({
      last_at: null,
      recipients: [email],
    })
    await mondayMail()
    await settled(id, ['sent'])
    token = await app.signIn(admin)
    const link = linkOf(email)
    for (const method of ['GET', 'HEAD']) await app.send(method, link)
    expect(await (await app.send('GET', link)).text()).toContain('No more weekly emails?')
    const before = await app.call(digests.getDigest, { params }, { token })
    expect(before).toMatchObject({ last_at: '2026-10-26T13:30:00.000Z', last_count: 1, refusals: [] })
    expect(before.next_at).toMatch(/^2026-11-02T13:\d\d/)

    for (let at = 0; at < 10; at += 1) expect((await oneClick(link)).status).toBe(200)
    const after = await app.call(digests.getDigest, { params }, { token })
    expect(after).toMatchObject({ next_at: null, recipients: [], refusals: [{ email }] })
    expect(await (await app.send('GET', link)).text()).toContain('Done. No more weekly emails')
    await planAt('2026-11-02T15:00:00Z')
    expect(await statesOf(id)).toEqual(['sent'])

    token = await app.signIn(admin)
    const back = await app.call(digests.resubscribeToDigest, { params, body: { email } }, { token })
    expect(back).toMatchObject({ recipients: [email], refusals: [] })
    const audit = await app.query(
      `SELECT action, user_id IS NULL AS by_mail FROM audit_events WHERE organization_id = $1 ORDER BY id`,
      [id],
    )
    expect(audit).toEqual([
      { action: 'unsubscribed', by_mail: true },
      { action: 'subscribed', by_mail: false },
    ])
  })

  test("removes a notification email, and the page's undo or an admin restores it", async () => {
    const { id } = await organizationWithNews()
    const admin = await app.createMember(id, 'admin')
    let token = await app.signIn(admin)
    const params = { id }
    const email = newAddress()
    await app.call(notifees.addNotifee, { params, body: { email } }, { token })
    await mondayMail()
    await settled(id, ['sent', 'sent'])
    token = await app.signIn(admin)
    const link = linkOf(email)
    const listed = async () =>
      (await app.call(notifees.listNotifees, { params }, { token })).notifees.map((one) => one.email)
    expect((await post(link, 'press=unsubscribe')).status).toBe(303)
    expect(await listed()).toEqual([])
    await post(`${link}/undo`, 'press=undo')
    expect(await listed()).toEqual([email])
    await oneClick(link)
    await app.call(notifees.addNotifee, { params, body: { email } }, { token })
    expect((await app.call(digests.getDigest, { params }, { token })).recipients).toContain(email)
  })

  test('refuses a forged link and a link of another kind of email', async () => {
    const donors = app.platform.secrets.sign('unsubscribe', 'u-1-1')
    for (const token of ['g-1-1.xxxx', donors]) {
      expect((await app.send('GET', `/m/g/${token}`)).status).toBe(404)
      expect((await oneClick(`/m/g/${token}`)).status).toBe(404)
    }
  })

  test('can be undone only by administrators of the organization', async () => {
    const { id, email } = await organizationWithNews()
    const body = { email }
    const writer = await app.signIn(await app.createMember(id, 'write'))
    expect((await app.refusal(digests.resubscribeToDigest, { params: { id }, body }, { token: writer })).status).toBe(
      403,
    )
    const admin = await app.signIn(await app.createMember(id, 'admin'))
    expect((await app.refusal(digests.resubscribeToDigest, { params: { id }, body }, { token: admin })).status).toBe(
      404,
    )
  })
})
