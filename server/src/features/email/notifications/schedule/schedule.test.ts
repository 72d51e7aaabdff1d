import { templates } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { grantTenant, inTenant } from '../../../../platform/database/database.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { applyTimeTransitions, evaluateAgain } from '../../../matches/matches/index.ts'
import { queuePlanned } from '../donor-mails/notification-queue.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'

type Row = { kind: string; state: string; problem: string | null; template_version: string }

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
    mailDelaySeconds: 0,
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
const rowsOf = (donationId: number) =>
  app.query<Row>(
    'SELECT kind, state, problem, template_version FROM notifications WHERE donation_id = $1 ORDER BY id',
    [donationId],
  )
const storyOf = async (donationId: number) =>
  (await rowsOf(donationId)).map(({ kind, state, problem }) => [kind, state, problem ?? ''].join(' ').trim())
const plannedFor = async (donationId: number) => {
  const rows = await app.query<{ kind: string; send_at: Date }>(
    'SELECT kind, send_at FROM planned_mails WHERE donation_id = $1 ORDER BY send_at, id',
    [donationId],
  )
  return rows.map(({ kind, send_at }) => `${kind} ${send_at.toISOString().slice(0, 10)}`)
}

/** The app queues concurrently, so emails in progress are left to it. */
async function at(moment: string): Promise<void> {
  clock.set(moment)
  await queuePlanned(app.platform)
  const due = async () =>
    app.query(
      `SELECT FROM planned_mails WHERE send_at <= $1
       UNION ALL SELECT FROM notifications WHERE state IN ('queued', 'sending') AND send_at <= $1`,
      [clock()],
    )
  await vi.waitUntil(async () => (await due()).length === 0, { timeout: 240_000 })
}

async function gift(organizationId: number, more: { employer?: string; optIn?: boolean } = {}) {
  const email = `again${++number}@example.org`
  return { email, ...(await recordDonation(app, organizationId, { email, employer: 'Portal Works', ...more })) }
}
type Given = Awaited<ReturnType<typeof gift>>

async function follow({ email, id }: Given, letter: 'c' | 'd'): Promise<void> {
  const link = new RegExp(`https://twofold\\.test(/m/${letter}/\\S+)`).exec(mailsTo(email).at(-1)?.text ?? '')?.[1]
  await app.send('GET', link ?? '', { headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/140' } })
  const counted = () => app.query('SELECT FROM notifications WHERE donation_id = $1 AND first_click IS NOT NULL', [id])
  await vi.waitUntil(async () => (await counted()).length === 1, { timeout: 240_000 })
}

describe('half a year of donors who gave on one day', () => {
  /** The reason for skipping the reminder and the warning; null: they are sent. */
  const changes = {
    submitted: [
      'UPDATE donations SET status_id = 4 WHERE id = $1',
      'The match’s status changed before this email was due.',
    ],
    paid: ["UPDATE donations SET payment_state = 'part_paid' WHERE id = $1", 'The match has been paid.'],
    silenced: ['UPDATE donations SET silenced = true WHERE id = $1', 'The match is silenced.'],
    merged: [
      'UPDATE donations SET deleted_at = now() WHERE id = $1',
      'The gift was deleted or combined with another one.',
    ],
    unsubscribed: [
      `INSERT INTO suppressions SELECT d.organization_id, p.donor_key, 'unsubscribed', now() FROM donations d
       JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id WHERE d.id = $1`,
      'The donor unsubscribed.',
    ],
    bounced: [
      `INSERT INTO suppressions SELECT d.organization_id, p.donor_key, 'bounced', now() FROM donations d
       JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id WHERE d.id = $1`,
      'Emails to this address bounce.',
    ],
  } as const
  const names = ['submitted', 'paid', 'silenced', 'merged', 'unsubscribed', 'bounced'] as const
  const quiet: Given[] = []
  const changed: Given[] = []
  let clicked: Given
  let declined: Given
  let engaged: Given
  let fewer: Given
  let crashed: Given
  let organizationId: number

  beforeAll(async () => {
    organizationId = await app.createOrganization({ name: 'Riverbend' })
    quiet.push(await gift(organizationId))
    clicked = await gift(organizationId)
    declined = await gift(organizationId)
    engaged = await gift(organizationId)
    fewer = await gift(organizationId)
    crashed = await gift(organizationId)
    for (const _name of names) changed.push(await gift(organizationId))
    await at(start)
    for (const [index, name] of names.entries()) await app.query(changes[name][0], [changed[index]?.id])
    await app.query('UPDATE donations SET status_id = 28 WHERE id = $1', [engaged.id])
    await app.query(
      'UPDATE donors SET fewer_mails_at = now() WHERE id = (SELECT donor_id FROM donations WHERE id = $1)',
      [fewer.id],
    )
    clock.advance({ minutes: 5 })
    await follow(declined, 'd')
    await at('2026-06-18T13:59:00Z')
    expect(mailsTo(quiet[0]?.email ?? '')).toHaveLength(1)
    await at('2026-06-18T14:00:00Z')
    await app.query(
      `UPDATE notifications SET state = 'sending', sent_at = NULL, locked_until = now() - interval '1 second'
       WHERE donation_id = $1 AND kind = 'reminder_1'`,
      [crashed.id],
    )
    // The process died before it counted the email, too.
    await app.query(
      `INSERT INTO email_results (organization_id, template_id, version, part, sent) VALUES ($1, 7, 'default', 2, -1)`,
      [organizationId],
    )
    await at('2026-06-18T15:00:00Z')
    await follow(clicked, 'c')
    for (const moment of ['2026-07-15T14:00:00Z', '2026-11-16T15:00:00Z', '2026-11-30T15:00:00Z']) await at(moment)
    clock.set('2026-12-09T12:00:00Z')
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    await at('2027-06-01T14:00:00Z')
  })

  test('a donor without a response gets reminders on days 3 and 30 and warnings 21 and 7 days before the deadline', async () => {
    const mails = mailsTo(quiet[0]?.email ?? '')
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Portal Works could add up to $50.00 to your gift',
      'Reminder: up to $50.00 more from Portal Works',
      'Request the match for your gift to Riverbend by Dec 7, 2026',
      'Deadline Dec 7, 2026: request Portal Works’ match for your gift',
      'Final week: request Portal Works’ match by Dec 7, 2026',
    ])
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(5)
    for (const mail of mails) {
      expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toMatch(/\/m\/u\//)
    }
    expect(await app.query('SELECT status_id, reason_code FROM donations WHERE id = $1', [quiet[0]?.id])).toEqual([
      { status_id: 20, reason_code: 'expired' },
    ])
  })

  test('a click ends reminders and the first warning, not the last one; opening the page without a link does not', async () => {
    const opened = 'The donor already responded to an email.'
    expect(await storyOf(clicked.id)).toEqual([
      'initial sent',
      'reminder_1 sent',
      `reminder_2 skipped ${opened}`,
      `deadline skipped ${opened}`,
      'deadline_last sent',
    ])
    expect((await storyOf(declined.id)).slice(1, 3)).toEqual([
      `reminder_1 skipped ${opened}`,
      `reminder_2 skipped ${opened}`,
    ])
    expect(await storyOf(engaged.id)).toEqual([
      'initial sent',
      'reminder_1 sent',
      'reminder_2 sent',
      'deadline skipped The donor already started the request.',
      'deadline_last sent',
    ])
  })

  test('changes in between are checked at the time of sending', async () => {
    for (const [index, name] of names.entries()) {
      const story = await storyOf(changed[index]?.id ?? 0)
      expect([name, ...story.slice(1)]).toEqual([
        name,
        ...['reminder_1', 'reminder_2', 'deadline', 'deadline_last'].map(
          (kind) => `${kind} skipped ${changes[name][1]}`,
        ),
      ])
      expect(mailsTo(changed[index]?.email ?? '')).toHaveLength(1)
    }
  })

  test('reduced email frequency suppresses reminders, not deadline warnings', async () => {
    const enough = 'The donor wants fewer emails and already got one about this gift.'
    expect(await storyOf(fewer.id)).toEqual([
      'initial sent',
      `reminder_1 skipped ${enough}`,
      `reminder_2 skipped ${enough}`,
      'deadline sent',
      'deadline_last sent',
    ])
  })

  test('a reminder is sent again with its Message-ID after the process died', async () => {
    const [, first, second] = mailsTo(crashed.email)
    expect(second?.messageId).toBe(first?.messageId)
    expect(mailsTo(crashed.email)).toHaveLength(6)
  })

  test('each email is counted once, for its part of its template', async () => {
    const token = await app.signIn(await app.createMember(organizationId, 'read'))
    const { templates: results } = await app.call(
      templates.getTemplateResults,
      { params: { id: organizationId } },
      { token },
    )
    const statsOf = (id: number) => results.find(({ status_id }) => status_id === id)?.stats
    // 12 donors; reminded: quiet, clicked (once), engaged, crashed; warned: quiet, fewer, crashed, and at last all six
    expect(statsOf(7)).toMatchObject({
      sent: 12,
      r1_sent: 4,
      r2_sent: 3,
      confirm_clicked: 0,
      decline_clicked: 1,
      r1_confirm_clicked: 1,
    })
    expect(statsOf(102)).toMatchObject({ sent: 9, r1_sent: 0, r2_sent: 0 })
  })
})

test('reminders resume once the donor undoes “No thanks”', async () => {
  clock.set(start)
  const given = await gift(await app.createOrganization())
  await at(start)
  clock.advance({ minutes: 5 })
  await follow(given, 'd')
  const page = /\/m\/d\/(\S+)/.exec(mailsTo(given.email).at(-1)?.text ?? '')?.[1]
  const answer = async (action: string) =>
    (
      await fetch(`${app.address}/match-request/${page}`, {
        method: 'POST',
        body: new URLSearchParams({ press: action }),
        redirect: 'manual',
      })
    ).status
  expect(await answer('decline')).toBe(303)
  clock.advance({ hours: 1 })
  expect(await answer('undo')).toBe(303)
  for (const moment of ['2026-06-18T14:00:00Z', '2026-07-15T14:00:00Z']) await at(moment)
  expect(await storyOf(given.id)).toEqual(['initial sent', 'reminder_1 sent', 'reminder_2 sent'])
})

test('reminders use the current wording of the first email’s version; a long pause causes only one', async () => {
  clock.set(start)
  const id = await app.createOrganization()
  const token = await app.signIn(await app.createMember(id, 'write'))
  const save = async (templateId: number, body: object) =>
    (await app.call(templates.saveTemplate, { params: { id, templateId }, body }, { token })).template
  const version = await save(7, { organization_id: id, live: false })
  await save(version.id, { live: true })
  const gifts = [await gift(id), await gift(id)]
  await at(start)
  await save(version.id, { subject3: '{donor_first_name}, still there?', paragraph_one_3: 'One word more.' })
  await at('2026-08-20T14:00:00Z')
  const stories = await Promise.all(gifts.map(({ id: donationId }) => rowsOf(donationId)))
  expect(stories.map(([first]) => first?.template_version).toSorted()).toEqual(['A', 'default'])
  for (const [index, story] of stories.entries()) {
    expect(story.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'initial sent',
      'reminder_1 skipped',
      'reminder_2 sent',
    ])
    expect(story[2]?.template_version).toBe(story[0]?.template_version)
    const mail = mailsTo(gifts[index]?.email ?? '').at(-1)
    expect(mail?.subject === 'Maria, still there?').toBe(story[0]?.template_version === 'A')
    expect(mail?.text?.includes('One word more.')).toBe(story[0]?.template_version === 'A')
  }
  // The earlier mail is unnecessary even if the later one was sent first.
  await app.query(
    `UPDATE notifications SET state = 'queued', problem = NULL WHERE donation_id = ANY ($1) AND kind = 'reminder_1'`,
    [gifts.map(({ id: donationId }) => donationId)],
  )
  await at('2026-08-20T14:10:00Z')
  for (const { id: donationId } of gifts) expect((await rowsOf(donationId))[1]?.state).toBe('skipped')
})

test('a request for consent is repeated once after a week, never a third time', async () => {
  clock.set(start)
  const { id, email } = await gift(await app.createOrganization(), { optIn: true })
  await at(start)
  expect(await plannedFor(id)).toEqual(['reminder_1 2026-06-22'])
  await at('2026-06-22T14:00:00Z')
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
    'May we check for a match to your gift?',
    'Reminder: may we check for a match to your gift?',
  ])
  expect(mailsTo(email)[1]?.text).toContain('We’ll only check if you say yes.')
  expect(await plannedFor(id)).toEqual([])
})

test('a changed deadline moves planned emails, and a new one adds its warnings', async () => {
  clock.set(start)
  const organizationId = await app.createOrganization()
  const { id } = await gift(organizationId, { employer: 'Letter Lane' })
  await at(start)
  expect(await plannedFor(id)).toEqual(['reminder_1 2026-06-18', 'reminder_2 2026-07-15'])
  const judge = async (rule: string | null) => {
    await app.query(
      'UPDATE policies SET deadline_rule = $1 WHERE company_id = (SELECT company_id FROM donations WHERE id = $2)',
      [rule, id],
    )
    const tenant = grantTenant(organizationId, [organizationId])
    const directory = createDirectory(app.platform)
    const context = { platform: app.platform, tenant, directory, actor: { kind: 'system', userId: null } as const }
    await inTenant(app.platform.database, tenant, (db) => evaluateAgain(db, context, [id]))
    return plannedFor(id)
  }
  expect(await judge('days:30')).toEqual([
    'reminder_1 2026-06-18',
    'deadline 2026-06-19',
    'reminder_2 2026-06-28',
    'deadline_last 2026-07-03',
  ])
  expect(await judge('days:180')).toEqual([
    'reminder_1 2026-06-18',
    'reminder_2 2026-07-15',
    'deadline 2026-11-16',
    'deadline_last 2026-11-30',
  ])
  expect(await judge(null)).toEqual(['reminder_1 2026-06-18', 'reminder_2 2026-07-15'])
})
