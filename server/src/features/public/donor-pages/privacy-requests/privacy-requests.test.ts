import { donors } from '@twofold/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedLinks, signLink } from '../../../../platform/links/signed-links.ts'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { donorPagePath } from '../../../email/donor-links/index.ts'
import { recordDonation, testCompanies } from '../../../email/notifications/record-donation.testing.ts'

let app: TestApp
let smtp: FakeMailServer
let organization: number
let number = 0

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0 } })
  await app.createCompanies(testCompanies)
  organization = await app.createOrganization({ name: 'Riverside Pantry' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
// All donors of these tests have the same client address.
beforeEach(() => app.query('DELETE FROM rate_limits'))

const mailStates = (donationId: number) =>
  app.query<{ state: string; problem: string | null }>(
    'SELECT state, problem FROM notifications WHERE donation_id = $1 ORDER BY id',
    [donationId],
  )

async function mailed(gift: Partial<Parameters<typeof recordDonation>[2]> = {}) {
  const email = `wishing${++number}@example.org`
  const { id } = await recordDonation(app, organization, { email, employer: 'Portal Works', ...gift })
  await expect.poll(async () => (await mailStates(id))[0]?.state).toBe('sent')
  const [row] = await app.query<{ mail: number; donor: number }>(
    'SELECT n.id::int AS mail, n.donor_id::int AS donor FROM notifications n WHERE donation_id = $1',
    [id],
  )
  if (!row) throw new Error('nobody was written to')
  const mail = { organizationId: organization, notificationId: row.mail }
  const page = donorPagePath(signLink(app.platform, signedLinks.donorPage, mail))
  const unsubscribe = `/m/u/${signLink(app.platform, signedLinks.unsubscribe, mail)}`
  const seen = async () => {
    const token = await app.signIn(await app.createMember(organization, 'write'))
    return (await app.call(donors.getDonor, { params: { id: row.donor } }, { token })).donor
  }
  return { id, email, page, unsubscribe, wishes: `${page}/wishes`, donorId: row.donor, seen }
}

const visit = (path: string) => fetch(`${app.address}${path}`)
const submit = (path: string, name: string) =>
  fetch(`${app.address}${path}`, { method: 'POST', body: new URLSearchParams({ press: name }), redirect: 'manual' })

const linksTo = (email: string): string[] =>
  smtp.mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ parsed }) => /\/my-data\/[\w-]+/.exec(parsed.text ?? '')?.[0] ?? [])

async function linkTo(email: string, count = 1): Promise<string> {
  await expect.poll(() => linksTo(email).length).toBe(count)
  return linksTo(email).at(-1) ?? ''
}

test('reduced email frequency allows one email per gift and emails about a donor’s action, but no repeats', async () => {
  const donor = await mailed()
  const answered = await submit(donor.wishes, 'fewer')
  expect(answered.headers.get('location')).toBe(`${donor.wishes}?now=fewer`)
  expect(await (await visit(donor.wishes)).text()).toContain(
    'You’re getting fewer emails: one per gift, replies to what you tell us, and deadline reminders.',
  )
  expect(await donor.seen()).toMatchObject({
    fewer_mails_since: expect.any(String),
    events: [{ action: 'fewer_mails', user_name: null }],
  })

  const again = () =>
    app.query(
      `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at)
       SELECT organization_id, id, donor_id, 'initial', status_id, gen_random_uuid()::text, $2, $2 FROM donations WHERE id = $1`,
      [donor.id, app.platform.clock()],
    )
  app.clock.advance({ hours: 25 })
  await again()
  await expect
    .poll(async () => (await mailStates(donor.id)).at(-1))
    .toEqual({
      state: 'skipped',
      problem: 'The donor wants fewer emails and already got one about this gift.',
    })
  const other = await recordDonation(app, organization, {
    email: donor.email,
    employer: 'Letter Lane',
    day: '2026-06-11',
  })
  await expect.poll(async () => (await mailStates(other.id))[0]?.state).toBe('sent')

  app.clock.advance({ hours: 25 })
  const form = new URLSearchParams({ press: 'employer', employer: 'Paper Mill' })
  await fetch(`${app.address}${donor.page}`, { method: 'POST', body: form, redirect: 'manual' })
  await expect.poll(async () => (await mailStates(donor.id)).at(-1)?.state).toBe('sent')

  await submit(donor.wishes, 'all')
  expect((await donor.seen()).fewer_mails_since).toBeNull()
})

test('a copy of the data requires access to the address: one link, one use, half an hour; staff see it', async () => {
  const donor = await mailed({ name: 'Maria Gonzalez' })
  expect(await (await submit(donor.wishes, 'copy')).text()).toBe('')
  const link = await linkTo(donor.email)
  const page = await (await visit(link)).text()
  expect(page).toContain('Download my data')
  expect(page).not.toContain('Maria')
  expect((await submit(link, 'erasure')).status).toBe(410)
  const [one, other] = await Promise.all([submit(link, 'copy'), submit(link, 'copy')])
  expect([one.status, other.status].sort()).toEqual([200, 410])
  const file = one.status === 200 ? one : other
  const data = JSON.parse(
    strFromU8(unzipSync(new Uint8Array(await file.arrayBuffer()))['data.json'] ?? new Uint8Array()),
  )
  expect(data.person).toMatchObject([{ name: 'Maria Gonzalez', email: donor.email }])
  expect((await visit(link)).status).toBe(410)
  expect((await donor.seen()).events).toMatchObject([{ action: 'data_copied' }])
  expect(
    await app.query("SELECT action, user_id, after FROM audit_events WHERE subject = 'donor' AND subject_id = $1", [
      String(donor.donorId),
    ]),
  ).toEqual([{ action: 'exported', user_id: null, after: { asked_by: 'donor' } }])

  await submit(donor.wishes, 'copy')
  const late = await linkTo(donor.email, 2)
  app.clock.advance({ minutes: 31 })
  expect((await submit(late, 'copy')).status).toBe(410)

  for (const wrong of ['/my-data/x', `/my-data/${'x'.repeat(301)}`, `${late}/more`]) {
    const response = await visit(wrong)
    expect([wrong.length, response.status]).toEqual([wrong.length, 410])
    expect(await response.text()).toBe(await (await visit(late)).text())
    expect((await submit(wrong, 'copy')).status).toBe(410)
  }
})

test('an erasure also requires access to the address; a forwarded mail is not enough', async () => {
  const donor = await mailed({ name: 'Sasha Wrenfield' })
  const shown = await (await visit(donor.wishes)).text()
  expect(shown).not.toContain(donor.email)
  for (const name of ['erase', 'data_erased', 'delete', 'copy '])
    expect((await submit(donor.wishes, name)).status, name).toBe(404)
  await submit(donor.wishes, 'erasure')
  expect(await donor.seen()).toMatchObject({ name: 'Sasha Wrenfield', erased_at: null })
  const former = await linkTo(donor.email)
  await submit(donor.wishes, 'erasure')
  const link = await linkTo(donor.email, 2)
  expect((await submit(former, 'erasure')).status).toBe(410)
  expect(await (await visit(link)).text()).toContain('can’t be undone')
  expect(await donor.seen()).toMatchObject({ erased_at: null })

  const erased = await submit(link, 'erasure')
  expect([erased.status, await erased.text()]).toEqual([200, expect.stringContaining('Your data was erased')])
  expect(await donor.seen()).toMatchObject({
    name: 'Erased donor',
    email: '',
    erased_at: expect.any(String),
    events: [{ action: 'data_erased', user_name: null }],
    gifts: [{ id: donor.id, amount: 50 }],
  })
  for (const path of [link, donor.page, donor.wishes]) expect((await visit(path)).status).toBeGreaterThanOrEqual(404)
  const ended = await visit(donor.unsubscribe)
  expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('This link no longer works')])
  await submit(donor.unsubscribe, 'unsubscribe')
  expect(await app.query("SELECT FROM suppressions WHERE email_key LIKE 'erased:%'")).toEqual([])
  const [kept] = await app.query<{ n: number }>('SELECT count(*)::int AS n FROM account_mails WHERE recipient = $1', [
    donor.email,
  ])
  expect(kept).toEqual({ n: 0 })
  expect(
    await app.query("SELECT action, address, after FROM audit_events WHERE subject = 'donor' AND subject_id = $1", [
      String(donor.donorId),
    ]),
  ).toEqual([{ action: 'erased', address: '', after: { gifts: 1, mails: 1, asked_by: 'donor' } }])
})

test('limits the emails that actions can cause', async () => {
  const donor = await mailed()
  const answers: (string | null)[] = []
  for (let count = 0; count < 6; count++) answers.push((await submit(donor.wishes, 'copy')).headers.get('location'))
  expect(answers.filter((to) => to === `${donor.wishes}?now=mailed`)).toHaveLength(4)
  expect(answers.at(-1)).toBe(`${donor.wishes}?now=too_many`)
})

test('an erasure waits for an email in progress, and its link stays valid', async () => {
  const donor = await mailed()
  await submit(donor.wishes, 'erasure')
  const link = await linkTo(donor.email)
  await app.query("UPDATE notifications SET state = 'sending', locked_until = 'infinity' WHERE donation_id = $1", [
    donor.id,
  ])
  expect((await submit(link, 'erasure')).status).toBe(409)
  await app.query("UPDATE notifications SET state = 'sent', locked_until = NULL WHERE donation_id = $1", [donor.id])
  expect((await submit(link, 'erasure')).status).toBe(200)
})

test('the letter uses the organization’s name and reply address', async () => {
  await app.query(
    `UPDATE organizations SET mail_sender_name = 'Marisol at Riverside', mail_reply_to = 'gifts@riverside.example' WHERE id = $1`,
    [organization],
  )
  const { email, wishes } = await mailed()
  await submit(wishes, 'copy')
  const letter = () => smtp.mails.find(({ to, parsed }) => to.includes(email) && parsed.text?.includes('/my-data/'))
  await expect.poll(() => letter()?.raw).toBeDefined()
  expect(letter()?.parsed.from?.name).toBe('Marisol at Riverside')
  expect(letter()?.parsed.replyTo?.[0]?.address).toBe('gifts@riverside.example')
})

test('links end with their address, and a new address gets valid links', async () => {
  const donor = await mailed()
  await submit(donor.wishes, 'copy')
  const dataLink = await linkTo(donor.email)
  const right = `right.${donor.email}`
  const token = await app.signIn(await app.createMember(organization, 'write'))
  const { version } = await donor.seen()
  await app.call(donors.updateDonor, { params: { id: donor.donorId }, body: { version, email: right } }, { token })

  for (const path of ['', '/wishes', '/receipt.pdf', '/deadline.ics', '/form', '/form.pdf']) {
    const ended = await visit(`${donor.page}${path}`)
    expect([path, ended.status, await ended.text()]).toEqual([
      path,
      410,
      expect.stringContaining('This link no longer works'),
    ])
  }
  for (const [path, name] of [
    [donor.page, 'submit'],
    [donor.page, 'decline'],
    [donor.wishes, 'erasure'],
    [dataLink, 'copy'],
  ] as const)
    expect([path, (await submit(path, name)).status]).toEqual([path, 410])
  expect((await visit(dataLink)).status).toBe(410)

  const unsubscribing = await (await visit(donor.unsubscribe)).text()
  expect(unsubscribing).toContain('go to w…')
  expect((await submit(donor.unsubscribe, 'unsubscribe')).status).toBe(303)
  const suppressed = () =>
    app.query('SELECT email_key FROM suppressions WHERE email_key IN ($1, $2)', [donor.email, right])
  expect(await suppressed()).toEqual([{ email_key: donor.email }])
  await submit(`${donor.unsubscribe}/undo`, 'undo')
  expect(await suppressed()).toEqual([])

  app.clock.advance({ hours: 25 })
  const later = await recordDonation(app, organization, { email: right, employer: 'Letter Lane', day: '2026-06-12' })
  await expect.poll(async () => (await mailStates(later.id))[0]?.state).toBe('sent')
  const [row] = await app.query<{ id: number }>('SELECT id::int FROM notifications WHERE donation_id = $1', [later.id])
  const page = donorPagePath(
    signLink(app.platform, signedLinks.donorPage, { organizationId: organization, notificationId: row?.id ?? 0 }),
  )
  expect((await visit(page)).status).toBe(200)
  await submit(`${page}/wishes`, 'fewer')
  const wishes = await (await visit(`${page}/wishes`)).text()
  const unsubscribe = /\/m\/u\/[\w.-]+/.exec(wishes)?.[0] ?? ''
  expect(await (await visit(unsubscribe)).text()).toContain('go to r…')
})

test('an email whose delivery is unknown is not repeated to a corrected address with the same links', async () => {
  const email = `unsure${++number}@example.org`
  const right = `right.${email}`
  smtp.behave('drop', email)
  const { id } = await recordDonation(app, organization, { email, employer: 'Portal Works' })
  await expect.poll(async () => (await mailStates(id))[0]?.problem).toMatch(/./)
  const token = await app.signIn(await app.createMember(organization, 'write'))
  const [donor] = await app.query<{ id: number; version: number }>(
    'SELECT id::int, version::int FROM donors WHERE email = $1',
    [email],
  )
  const body = { version: donor?.version ?? 0, email: right }
  await app.call(donors.updateDonor, { params: { id: donor?.id ?? 0 }, body }, { token })
  app.clock.advance({ minutes: 1 })
  const received = (address: string) => smtp.mails.filter(({ to }) => to.includes(address))
  await expect.poll(() => received(right).length).toBe(1)
  await expect.poll(async () => (await mailStates(id)).map(({ state }) => state)).toEqual(['skipped', 'sent'])
  const pageIn = (address: string) =>
    donorPagePath(/\/m\/c\/([\w.-]+)/.exec(received(address)[0]?.parsed.html ?? '')?.[1] ?? '')
  expect((await visit(pageIn(email))).status).toBe(410)
  expect((await visit(pageIn(right))).status).toBe(200)
})
