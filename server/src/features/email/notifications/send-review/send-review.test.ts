import { mails } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'
import { reviewMails } from './review-mails.ts'

const clock = settableClock('2026-06-15T15:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, config: { mailDelaySeconds: 1800 } })
  await app.createCompanies(testCompanies)
})
afterAll(() => app.stop())

async function withMails(columns: Readonly<Record<string, unknown>> = {}) {
  const id = await app.createOrganization({ name: 'Riverbend Example Foundation', ...columns })
  const token = await app.signIn(await app.createMember(id, 'write'))
  const params = { id }
  const waiting = async () => (await app.call(mails.getWaitingMails, { params, query: {} }, { token })).review
  return {
    id,
    token,
    params,
    waiting,
    add: (email: string, amountCents = 5_000) =>
      recordDonation(app, id, { email, employer: 'Portal Works', amountCents }),
  }
}

test('counts outgoing emails by time and shows one as its donor receives it', async () => {
  const { add, waiting } = await withMails()
  await add('ann@example.org')
  await add('bo@example.org')
  expect(await waiting()).toMatchObject({
    mails: 2,
    first_at: '2026-06-15T15:30:00.000Z',
    last_at: '2026-06-15T15:30:00.000Z',
    not_sent: [],
    waits_because: null,
    is_whole: true,
    sample: { to: 'Maria Gonzalez <ann@example.org>', subject: expect.stringContaining('Portal Works') },
  })
  const html = (await waiting()).sample?.html
  expect(html).toContain('about:blank')
  expect(html).not.toContain('/m/d/')
  expect((await waiting()).about).toBeUndefined()
  await add('cleo@example.org', 2_000)
  expect((await waiting()).about).toEqual([
    { template_id: 7, mails: 2 },
    { template_id: 10, mails: 1 },
  ])
})

test('several gifts of one person with the same request are listed in one email', async () => {
  const { add, waiting, params, token } = await withMails()
  for (const cents of [5_100, 5_200, 5_300]) await add('often@example.org', cents)
  const one = { mails: 1, listed: 2, email_limit: 4, not_sent: [], last_at: '2026-06-15T15:30:00.000Z' }
  const review = await waiting()
  expect(review).toMatchObject(one)
  expect(review.sample?.subject).toBe('3 of your gifts to Riverbend Example Foundation can be matched')
  expect(review.sample?.html).toContain('$53.00 · Portal Works')
  const held = await app.call(mails.holdMails, { params, body: {} }, { token })
  expect(held.review).toMatchObject({ ...one, waits_because: 'held' })
  await add('often@example.org', 5_400)
  expect(await waiting()).toMatchObject({ mails: 2, held: 1, listed: 2 })
})

test('a gift that can still be undone gets a separate mail, a day later', async () => {
  const { add, waiting } = await withMails()
  await add('twice@example.org')
  clock.set('2026-06-15T15:10:00Z')
  await add('twice@example.org', 5_100)
  expect(await waiting()).toMatchObject({ mails: 2, last_at: '2026-06-16T15:30:00.000Z' })
  expect((await waiting()).listed).toBeUndefined()
  clock.set('2026-06-15T15:00:00Z')
})

test('different requests to one person are mailed a day apart, up to the organization’s limit', async () => {
  for (const [email_limit, last_at, not_sent] of [
    [2, '2026-06-16T15:30:00.000Z', []],
    [1, '2026-06-15T15:30:00.000Z', [{ why: 'This address got 1 email in the last 90 days.', count: 1 }]],
  ] as const) {
    const { id, add, waiting } = await withMails({ email_limit })
    await add('many@example.org')
    await recordDonation(app, id, { email: 'many@example.org', employer: 'No Match Inc' })
    expect(await waiting()).toMatchObject({ mails: email_limit, email_limit, last_at, not_sent })
  }
})

test('unsent emails are counted by reason, and none is promised without a postal address', async () => {
  const { id, add, waiting } = await withMails({ email_min_cents: 5_000 })
  await add('small@example.org', 4_000)
  await add('gone@example.org')
  await add('fine@example.org')
  await app.query("INSERT INTO suppressions VALUES ($1, 'gone@example.org', 'unsubscribed', now())", [id])
  expect(await waiting()).toMatchObject({
    mails: 1,
    not_sent: [
      { why: 'The gift is below the amount you set for emails.', count: 1 },
      { why: 'The donor unsubscribed.', count: 1 },
    ],
    sample: { to: expect.stringContaining('fine@example.org') },
  })
  await app.query("UPDATE organizations SET street = '', city = '', state = '', zip = '' WHERE id = $1", [id])
  expect(await waiting()).toMatchObject({ mails: 1, waits_because: 'no_address' })
})

test('held emails wait past their time until they are released', async () => {
  const { add, waiting, params, token } = await withMails()
  const gift = await add('held@example.org')
  const state = async () =>
    (
      await app.query<{ state: string; problem: string | null }>(
        'SELECT state, problem FROM notifications WHERE donation_id = $1',
        [gift.id],
      )
    )[0]
  expect((await app.call(mails.holdMails, { params, body: {} }, { token })).review).toMatchObject({
    mails: 1,
    waits_because: 'held',
  })
  clock.set('2026-06-15T15:31:00Z')
  await expect
    .poll(async () => (await state())?.problem)
    .toBe('This email is on hold. It waits until your team releases it on the dashboard.')
  expect(await state()).toMatchObject({ state: 'queued' })
  const released = await app.call(mails.releaseMails, { params, body: {} }, { token })
  expect(released.review).toMatchObject({ waits_because: null, first_at: '2026-06-15T15:31:00.000Z' })
  await expect.poll(async () => (await state())?.state).not.toBe('queued')
  expect((await waiting()).mails).toBe(0)
  clock.set('2026-06-15T15:00:00Z')
})

test('template counts include outgoing emails and exclude held ones', async () => {
  const { add, waiting, params, token } = await withMails()
  for (const email of ['one@example.org', 'two@example.org']) await add(email)
  await app.call(mails.holdMails, { params, body: {} }, { token })
  await add('three@example.org')
  await add('four@example.org', 2_000)
  expect(await waiting()).toMatchObject({
    mails: 4,
    held: 2,
    about: [
      { template_id: 7, mails: 1 },
      { template_id: 10, mails: 1 },
    ],
  })
})

test('a dry run shows the emails of its work and leaves no trace', async () => {
  const { id, add, waiting } = await withMails()
  await add('here@example.org')
  const tenant = grantTenant(id, [id])
  const review = await inTenant(
    app.platform.database,
    tenant,
    async (db) => {
      await db.run(sql`INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at)
        SELECT organization_id, donation_id, donor_id, 'initial', status_id, gen_random_uuid()::text, send_at, created_at
        FROM notifications WHERE organization_id = ${id}`)
      return reviewMails(db, { platform: app.platform, tenant }, 'of this transaction')
    },
    { dryRun: true },
  )
  expect(review.mails).toBe(1)
  expect((await waiting()).mails).toBe(1)
  const rows = await app.query('SELECT kind FROM notifications WHERE organization_id = $1', [id])
  expect(rows).toEqual([{ kind: 'initial' }])
})

test('an organization without gifts gets a sample in its own name with inactive links', async () => {
  const { params, token } = await withMails()
  const sample = await app.call(mails.getSampleMail, { params }, { token })
  expect(sample.from).toMatch(/^Riverbend Example Foundation <.+@.+>$/)
  expect(sample.to).toBe('Jordan Avery <jordan.avery@example.org>')
  expect(sample.subject).toContain('Example Industries')
  expect(sample.html).toContain('Riverbend Example Foundation')
  expect(sample.html).not.toMatch(/href="(?!about:blank)|\/m\/[a-z]\//)
})
