import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'
import { queuePlanned } from './notification-queue.ts'
import { queueInitialMails } from './queue-mails.queries.ts'

const start = '2026-06-15T14:00:00Z'
const clock = settableClock(start)
let smtp: FakeMailServer
let app: TestApp
let number = 0
beforeAll(async () => {
  smtp = await startFakeMailServer()
  const config = {
    smtpUrl: smtp.url,
    mailAllow: ['example.org'],
    mailFrom: 'Twofold <matches@twofold.test>',
    mailDelaySeconds: 600,
    publicUrl: 'https://twofold.test',
  }
  app = await startTestApp({ clock, config })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email)).map(({ parsed }) => parsed)

async function at(moment: string): Promise<void> {
  clock.set(moment)
  await queuePlanned(app.platform)
  const due = () =>
    app.query(
      `SELECT FROM planned_mails WHERE send_at <= $1
       UNION ALL SELECT FROM notifications WHERE state IN ('queued', 'sending') AND send_at <= $1 AND held_at IS NULL`,
      [clock()],
    )
  await vi.waitUntil(async () => (await due()).length === 0, { timeout: 240_000 })
}

const storyOf = async (id: number) =>
  (
    await app.query<{ kind: string; state: string; problem: string | null }>(
      'SELECT kind, state, problem FROM notifications WHERE donation_id = $1 ORDER BY id',
      [id],
    )
  ).map(({ kind, state, problem }) => [kind, state, problem ?? ''].join(' ').trim())

async function donor(columns: Readonly<Record<string, unknown>> = {}) {
  clock.set(start)
  const organizationId = await app.createOrganization({ name: 'Riverbend', ...columns })
  const email = `open${++number}@example.org`
  const give = (amountCents: number, more: { employer?: string; day?: string } = {}) =>
    recordDonation(app, organizationId, { email, employer: 'Portal Works', amountCents, ...more })
  return { organizationId, email, give, mails: () => mailsTo(email) }
}
const covered = 'initial skipped The email on Jun 15, 2026 about another gift already covered this one.'
const named = 'An email about another gift named this one less than 3 days ago.'

test('the first email lists the other gifts, which get no separate email, and a reminder lists all again', async () => {
  const { organizationId, give, mails } = await donor()
  const one = await give(5_100)
  const two = await give(5_200, { employer: 'Letter Lane', day: '2026-06-11' })
  const three = await give(5_300, { day: '2026-06-12' })
  await at('2026-06-15T14:10:00Z')
  const [first, ...more] = mails()
  expect(more).toEqual([])
  expect(first?.subject).toBe('3 of your gifts to Riverbend can be matched')
  const stories = await Promise.all([one, two, three].map(({ id }) => storyOf(id)))
  expect(stories.filter(([story]) => story === 'initial sent')).toHaveLength(1)
  expect(stories.filter(([story]) => story === covered)).toHaveLength(2)
  for (const part of [first?.text, first?.html]) {
    expect(part).toContain('Your other gifts that can be matched')
    for (const amount of ['$51.00', '$52.00', '$53.00']) expect(part).toContain(amount)
  }
  const others = [...(first?.text ?? '').matchAll(/^\w+ \d+, 2026 · .+$/gm)].map(([line]) => line)
  expect(others).toHaveLength(2)
  for (const line of others) {
    expect(line).toMatch(/· Letter Lane$|· Portal Works · request by Dec \d, 2026$/)
  }
  // An evaluation with the same result queues nothing; a person may still ask for the email.
  const [row] = await app.query<{ donor_id: string }>('SELECT donor_id FROM donations WHERE id = $1', [two.id])
  const evaluated = { organizationId, donationId: two.id, donorId: Number(row?.donor_id), statusId: two.statusId }
  const again = (isAgain: boolean) =>
    acrossOrganizations(app.platform.database, (db) =>
      queueInitialMails(db, [organizationId], [evaluated], {
        now: clock(),
        delaySeconds: 600,
        keepsNight: false,
        again: isAgain,
      }),
    )
  const queued = async () => (await storyOf(two.id)).filter((story) => story.startsWith('initial')).length
  const before = await queued()
  await again(false)
  expect(await queued()).toBe(before)

  await at('2026-06-18T14:10:00Z')
  expect(mails().map(({ subject }) => subject)).toEqual([
    '3 of your gifts to Riverbend can be matched',
    'Reminder: 3 of your gifts to Riverbend can still be matched',
  ])
  expect(mails()[1]?.text).toContain('Your other gifts that can be matched')
  const reminded = (await Promise.all([one, two, three].map(({ id }) => storyOf(id)))).map((story) => story[1])
  expect(reminded.toSorted()).toEqual(['reminder_1 sent', `reminder_1 skipped ${named}`, `reminder_1 skipped ${named}`])

  clock.set('2026-06-20T14:10:00Z')
  await again(true)
  await at('2026-06-20T14:20:00Z')
  expect((await storyOf(two.id)).at(-1)).toBe('initial sent')
})

test('a gift is not listed if it may not be emailed about, asks for something else, or can still be undone', async () => {
  const { organizationId, give, mails } = await donor({ email_min_cents: 2_600 })
  await give(5_000)
  const changes = [
    'silenced = true',
    'inert = true',
    "payment_state = 'part_paid'",
    'deleted_at = now()',
    "deadline_at = '2026-06-15T14:09:00Z'",
    "reason_code = 'payroll_gift'",
    'status_id = 28',
  ]
  const changed = []
  for (const at of changes.keys()) changed.push(await give(4_001 + at))
  await give(2_550)
  const unlike = await give(4_008, { employer: 'No Match Inc' })
  const dropped = await give(4_009)
  await app.query(`UPDATE notifications SET state = 'skipped', dropped_at = now() WHERE donation_id = $1`, [dropped.id])
  const held = await give(4_010)
  await app.query(`UPDATE notifications SET held_at = now(), held_because = 'team' WHERE donation_id = $1`, [held.id])
  const listed = await give(4_011)
  clock.set('2026-06-15T14:05:00Z')
  const undoable = await give(4_012)
  // The gifts of a donor are evaluated together.
  for (const [at, change] of changes.entries())
    await app.query(`UPDATE donations SET ${change} WHERE id = $1`, [changed[at]?.id])
  // Their own emails come later.
  await app.query(`UPDATE notifications SET send_at = '2026-06-15T15:00:00Z' WHERE donation_id = ANY ($1)`, [
    [...changed, unlike].map(({ id }) => id),
  ])
  await at('2026-06-15T14:10:00Z')
  const [first] = mails()
  expect(first?.subject).toMatch(/^2 of your gifts/)
  const rows = await app.query<{ donation_id: string }>(
    'SELECT donation_id FROM listed_gifts WHERE organization_id = $1',
    [organizationId],
  )
  const coveredId = (await storyOf(listed.id))[0] === covered ? listed.id : null
  expect(rows).toHaveLength(1)
  expect(coveredId === null || Number(rows[0]?.donation_id) === coveredId).toBe(true)
  expect(first?.text).not.toMatch(/\$40\.(0[1-9]|1[02])/)
  expect((await storyOf(undoable.id))[0]).toMatch(/^initial queued/)
})

test('a new gift joins the email that waits, and emails about several gifts agree in three languages', async () => {
  for (const [language, subject, title] of [
    ['fr', '2 de vos dons à Riverbend peuvent être jumelés', 'Vos autres dons qui peuvent être jumelés'],
    [
      'es',
      '2 de sus donaciones a Riverbend pueden recibir la contrapartida',
      'Sus otras donaciones que pueden recibir la contrapartida',
    ],
  ] as const) {
    const { organizationId, email, mails } = await donor()
    const give = (amountCents: number) =>
      recordDonation(app, organizationId, { email, employer: 'Portal Works', amountCents, language })
    smtp.behave('later', email)
    const one = await give(5_000)
    clock.set('2026-06-15T14:10:00Z')
    const problem = async () =>
      (
        await app.query<{ problem: string | null }>('SELECT problem FROM notifications WHERE donation_id = $1', [
          one.id,
        ])
      )[0]?.problem
    await expect.poll(problem).toContain('try again later')
    await app.query(`UPDATE notifications SET send_at = '2026-06-15T14:20:00Z' WHERE donation_id = $1`, [one.id])
    smtp.behave('accept', email)
    await give(6_000)
    await at('2026-06-15T14:20:00Z')
    expect(mails().map((mail) => mail.subject)).toEqual([subject])
    expect(mails()[0]?.text).toContain(title)
  }
})

test('a gift whose deadline comes later still gets its own reminders once the other match was requested', async () => {
  const { give, mails } = await donor()
  const gifts = [await give(5_100), await give(5_200)]
  await at('2026-06-15T14:10:00Z')
  const stories = await Promise.all(gifts.map(({ id }) => storyOf(id)))
  const sent = stories.findIndex(([story]) => story === 'initial sent')
  await app.query('UPDATE donations SET status_id = 4 WHERE id = $1', [gifts[sent]?.id])
  await at('2026-06-18T14:10:00Z')
  expect((await storyOf(gifts[1 - sent]?.id ?? 0))[1]).toBe('reminder_1 sent')
  expect(mails()[1]?.subject).toBe(`Reminder: up to $5${sent === 0 ? '2' : '1'}.00 more from Portal Works`)
})
