import { digests } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import { renewMails } from '../../../../platform/mail/outbox.queries.ts'
import { runOutbox } from '../../../../platform/mail/outbox.ts'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'
import { notificationQueue } from './notification-queue.ts'
import { queueInitialMails } from './queue-mails.queries.ts'

type Row = { state: string; problem: string | null; attempts: number; send_at: Date; bounced: boolean; subject: string }

let smtp: FakeMailServer
let app: TestApp
let number = 0
let onMail: (email: string) => Promise<unknown> | undefined = () => undefined

const startApp = async (mailDelaySeconds: number, role: 'all' | 'web' = 'all'): Promise<TestApp> => {
  const config = {
    smtpUrl: smtp.url,
    mailAllow: ['example.org'],
    mailFrom: 'Twofold <matches@twofold.test>',
    mailDelaySeconds,
    publicUrl: 'https://twofold.test',
    role,
  }
  const started = await startTestApp({ config })
  await started.createCompanies(testCompanies)
  return started
}

beforeAll(async () => {
  smtp = await startFakeMailServer({
    onMail: async ({ to }) => {
      await onMail(to[0] ?? '')
    },
  })
  app = await startApp(0)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(() => smtp.behave('accept'))

const newDonor = (): string => `donor${++number}@example.org`
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))
const rowsOf = (donationId: number) =>
  app.query<Row>('SELECT * FROM notifications WHERE donation_id = $1 ORDER BY id', [donationId])
const settled = async (donationId: number, state: string): Promise<Row> => {
  await expect.poll(async () => (await rowsOf(donationId)).at(-1)?.state).toBe(state)
  const row = (await rowsOf(donationId)).at(-1)
  if (!row) throw new Error('no mail was recorded')
  return row
}

describe('an email to a donor', () => {
  test('reaches the mail server with the headers and parts required by mailbox providers', async () => {
    const organization = await app.createOrganization({
      name: 'Riverbend "Food" Bank',
      contact_email: 'hello@riverbend.example',
    })
    const email = newDonor()
    const gift = await recordDonation(app, organization, { email, name: 'María Pérez', employer: 'Portal Works' })
    expect(gift.statusId).toBe(7)
    await settled(gift.id, 'sent')

    const [mail, ...more] = mailsTo(email)
    expect(more).toEqual([])
    const header = (name: string) => mail?.parsed.headers.find(({ key }) => key === name)?.value
    expect(mail?.parsed.from).toMatchObject({ name: 'Riverbend "Food" Bank', address: 'matches@twofold.test' })
    expect(mail?.parsed.to?.[0]).toMatchObject({ name: 'María Pérez', address: email })
    expect(mail?.parsed.replyTo?.[0]?.address).toBe('hello@riverbend.example')
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/twofold\.test\/m\/u\/[\w.-]+>$/)
    expect(mail?.raw).toMatch(/^List-Unsubscribe: <[^\r\n]+>\r?$/m)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('list-id')).toBe(`<organization-${organization}.matches.twofold.test>`)
    expect(mail?.parsed.messageId).toMatch(/^<[0-9a-f-]{36}@twofold\.test>$/)
    expect(mail?.parsed.subject).toBe('Portal Works could add up to $50.00 to your gift')
    for (const part of [mail?.parsed.text, mail?.parsed.html]) {
      for (const fact of [
        'Dear María',
        '$50.00',
        'Jun 10, 2026',
        'Dec 7, 2026',
        'Portal Works',
        '1 River Road',
        'May 2026',
      ]) {
        expect(part).toContain(fact)
      }
      expect(part).toMatch(/https:\/\/twofold\.test\/m\/c\/[\w.-]+/)
    }
    expect(Buffer.byteLength(mail?.raw ?? '')).toBeLessThan(102_000)
    expect((await rowsOf(gift.id))[0]).toMatchObject({ subject: 'Portal Works could add up to $50.00 to your gift' })
  })

  test('uses the chapter’s sender before the parent’s, always with our address', async () => {
    const parent = await app.createOrganization({
      name: 'Parent',
      mail_sender_name: 'Marisol, “Riverbend”',
      mail_reply_to: 'gifts@parent.example',
    })
    const ofParent = { type: 'chapter', parent_id: parent, contact_email: 'chapter@example.org' } as const
    const heir = await app.createOrganization({ ...ofParent, name: 'Heir' })
    const own = { mail_sender_name: 'Chapter Two', mail_reply_to: 'two@chapter.example' }
    const chapter = await app.createOrganization({ ...ofParent, name: 'Two', ...own })
    const alone = await app.createOrganization({ name: 'Alone', mail_sender_name: 'Only a Name', contact_email: '' })
    for (const [organization, name, replyTo] of [
      [parent, 'Marisol, “Riverbend”', 'gifts@parent.example'],
      [heir, 'Marisol, “Riverbend”', 'gifts@parent.example'],
      [chapter, 'Chapter Two', 'two@chapter.example'],
      [alone, 'Only a Name', undefined],
    ] as const) {
      const email = newDonor()
      const gift = await recordDonation(app, organization, { email, employer: 'Portal Works' })
      await settled(gift.id, 'sent')
      const [mail] = mailsTo(email)
      expect(mail?.from).toBe('matches@twofold.test')
      expect(mail?.parsed.from).toMatchObject({ name, address: 'matches@twofold.test' })
      expect(mail?.parsed.replyTo?.[0]?.address).toBe(replyTo)
    }
  })

  test('renews its lease without a deadlock while another email of its worker is being marked', async () => {
    const organization = await app.createOrganization()
    const gifts = [newDonor(), newDonor()].map((email) =>
      recordDonation(app, organization, { email, employer: 'Portal Works' }),
    )
    for (const gift of gifts) await settled((await gift).id, 'sent')
    const hands = await app.query<{ id: number; organization_id: number; attempts: number; message_id: string }>(
      `UPDATE notifications SET state = 'sending', locked_until = now() + interval '1 hour'
       WHERE organization_id = $1 AND kind = 'initial' RETURNING id, organization_id, attempts, message_id`,
      [organization],
    )
    await acrossOrganizations(app.database.database, async (_db, client) => {
      const marking = 'SELECT FROM notifications WHERE organization_id = $1 AND id = $2 FOR UPDATE'
      await client.query(marking, [organization, hands[0]?.id])
      await acrossOrganizations(app.platform.database, (db) => renewMails(db, 'notifications', hands))
    })
    const renewed = await app.query<{ id: number }>(
      `UPDATE notifications SET state = 'sent', locked_until = NULL
       WHERE organization_id = $1 AND locked_until < now() + interval '30 minutes' RETURNING id`,
      [organization],
    )
    await app.query(`UPDATE notifications SET state = 'sent', locked_until = NULL WHERE organization_id = $1`, [
      organization,
    ])
    expect(renewed.map(({ id }) => id)).toEqual([hands[1]?.id])
  })

  test('is sent again with the same Message-ID if the server was lost before its response', async () => {
    const email = newDonor()
    smtp.behave('drop', email)
    const gift = await recordDonation(app, await app.createOrganization(), { email, employer: 'Portal Works' })
    await expect.poll(async () => (await rowsOf(gift.id))[0]?.problem).toBeTruthy()
    expect(mailsTo(email)).toHaveLength(1)
    smtp.behave('accept', email)
    app.clock.advance({ minutes: 2 })
    await settled(gift.id, 'sent')
    const ids = mailsTo(email).map(({ parsed }) => parsed.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('is sent again after its lease with the same Message-ID if the process died', async () => {
    const email = newDonor()
    const gift = await recordDonation(app, await app.createOrganization(), { email, employer: 'Portal Works' })
    await settled(gift.id, 'sent')
    await app.query(
      `UPDATE notifications SET state = 'sending', sent_at = NULL, locked_until = now() - interval '1 second' WHERE donation_id = $1`,
      [gift.id],
    )
    await settled(gift.id, 'sent')
    const ids = mailsTo(email).map(({ parsed }) => parsed.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('is retried later after a temporary refusal', async () => {
    const email = newDonor()
    smtp.behave('later', email)
    const gift = await recordDonation(app, await app.createOrganization(), { email, employer: 'Portal Works' })
    await expect.poll(async () => (await rowsOf(gift.id))[0]?.problem).toContain('try again later')
    smtp.behave('accept', email)
    expect((await rowsOf(gift.id))[0]).toMatchObject({ state: 'queued', bounced: false })
    app.clock.advance({ minutes: 1 })
    expect(await settled(gift.id, 'sent')).toMatchObject({ attempts: 2 })
    expect(mailsTo(email)).toHaveLength(1)
  })

  test('does not block other emails if the server never responds', async () => {
    const organization = await app.createOrganization()
    // The emails exist before one hangs: it is given up after two minutes.
    const others = Array.from({ length: 25 }, newDonor)
    for (const email of others) smtp.behave('later', email)
    for (const email of others) await recordDonation(app, organization, { email, employer: 'Portal Works' })
    const postponed = `SELECT FROM notifications WHERE organization_id = $1 AND state = 'queued' AND problem <> ''`
    await expect.poll(async () => (await app.query(postponed, [organization])).length).toBe(others.length)
    for (const email of others) smtp.behave('accept', email)
    const silent = newDonor()
    smtp.behave('hang', silent)
    const hung = await recordDonation(app, organization, { email: silent, employer: 'Portal Works' })
    await expect.poll(async () => (await rowsOf(hung.id))[0]?.state).toBe('sending')
    app.clock.advance({ minutes: 1 })
    await expect.poll(() => others.filter((email) => mailsTo(email).length === 1).length).toBe(others.length)
    expect((await rowsOf(hung.id))[0]?.state).toBe('sending')
    await app.query(`UPDATE notifications SET state = 'skipped' WHERE donation_id = $1`, [hung.id])
    // A lost connection would cause another attempt, which would hang for two minutes of the next test.
    smtp.behave('accept', silent)
  })

  test('is followed up by the new deadline if it changes during delivery', async () => {
    const organization = await app.createOrganization()
    const email = newDonor()
    const deadline = new Date(app.clock().getTime() + 200 * 86_400_000)
    onMail = async (to) => {
      if (to !== email) return
      await app.query(
        `UPDATE donations d SET deadline_at = $2 FROM donors p
         WHERE p.email = $1 AND d.organization_id = p.organization_id AND d.donor_id = p.id`,
        [email, deadline],
      )
    }
    try {
      const { id } = await recordDonation(app, organization, { email, employer: 'Portal Works' })
      await settled(id, 'sent')
      const planned = await app.query<{ send_at: Date }>(
        `SELECT send_at FROM planned_mails WHERE donation_id = $1 AND kind = 'deadline_last'`,
        [id],
      )
      expect(planned).toEqual([{ send_at: new Date(deadline.getTime() - (7 * 24 + 14) * 3_600_000) }])
    } finally {
      onMail = () => undefined
    }
  })

  test('fails permanently for a nonexistent address, and later gifts of it are not mailed', async () => {
    const email = newDonor()
    smtp.behave('refuse', email)
    const organization = await app.createOrganization()
    const first = await recordDonation(app, organization, { email, employer: 'Portal Works' })
    expect(await settled(first.id, 'failed')).toMatchObject({ bounced: true, attempts: 1 })
    smtp.behave('accept', email)
    const second = await recordDonation(app, organization, { email, employer: 'Portal Works' })
    expect((await settled(second.id, 'skipped')).problem).toContain('bounce')
    expect(mailsTo(email)).toHaveLength(0)
  })

  test('is not sent after the match moved on or was silenced, or the gift was deleted', async () => {
    const organization = await app.createOrganization()
    const changes = [`status_id = 28`, `silenced = true`, `deleted_at = now()`]
    for (const change of changes) {
      const email = newDonor()
      smtp.behave('later', email)
      const gift = await recordDonation(app, organization, { email, employer: 'Portal Works' })
      await expect.poll(async () => (await rowsOf(gift.id))[0]?.problem).toContain('try again later')
      smtp.behave('accept', email)
      await app.query(`UPDATE donations SET ${change} WHERE id = $1`, [gift.id])
      app.clock.advance({ minutes: 1 })
      await settled(gift.id, 'skipped')
      expect(mailsTo(email)).toHaveLength(0)
    }
  })

  test('only asks for consent first if the upload requires it', async () => {
    const email = newDonor()
    const gift = await recordDonation(app, await app.createOrganization(), {
      email,
      employer: 'Portal Works',
      optIn: true,
    })
    expect(gift.statusId).toBe(24)
    await settled(gift.id, 'sent')
    expect(mailsTo(email).map(({ parsed }) => parsed.subject)).toEqual(['May we check for a match to your gift?'])
  })
})

describe('an outbox', () => {
  let quiet: TestApp
  beforeAll(async () => {
    quiet = await startApp(0, 'web')
  })
  afterAll(() => quiet.stop())

  const queued = async (): Promise<{ readonly organization: number; readonly emails: readonly string[] }> => {
    const organization = await quiet.createOrganization()
    const emails = [newDonor(), newDonor()]
    for (const email of emails) await recordDonation(quiet, organization, { email, employer: 'Portal Works' })
    return { organization, emails }
  }
  const oneEach = (emails: readonly string[]) => emails.every((email) => mailsTo(email).length === 1)

  test('sends other emails while one hangs in preparation', async () => {
    const { emails } = await queued()
    const queue = notificationQueue(quiet.platform)
    const hanging = Promise.withResolvers<void>()
    let prepared = 0
    const outbox = runOutbox(quiet.platform, {
      ...queue,
      prepare: async (due) => {
        if (++prepared === 1) await hanging.promise
        return queue.prepare(due)
      },
    })
    try {
      await expect.poll(() => emails.flatMap(mailsTo).length).toBe(1)
      const others = await queued()
      await expect.poll(() => oneEach(others.emails)).toBe(true)
      hanging.resolve()
      await expect.poll(() => oneEach(emails)).toBe(true)
    } finally {
      await outbox.stop()
    }
  })

  test('does not send an email claimed by another worker since its preparation', async () => {
    const { organization, emails } = await queued()
    const queue = notificationQueue(quiet.platform)
    let prepared = 0
    const outbox = runOutbox(quiet.platform, {
      ...queue,
      prepare: async (due) => {
        const mail = await queue.prepare(due)
        await quiet.query(
          `UPDATE notifications SET attempts = attempts + 1, locked_until = now() + interval '1 hour'
           WHERE organization_id = $1 AND id = $2`,
          [organization, due.id],
        )
        prepared++
        return mail
      },
    })
    await expect.poll(() => prepared).toBe(emails.length)
    await outbox.stop()
    expect(emails.flatMap(mailsTo)).toEqual([])
    await quiet.query(`UPDATE notifications SET state = 'skipped' WHERE organization_id = $1`, [organization])
  })

  test('retries an email after a failed preparation', async () => {
    const { organization } = await queued()
    const outbox = runOutbox(quiet.platform, {
      ...notificationQueue(quiet.platform),
      prepare: () => Promise.reject(new Error('no file store')),
    })
    const states = () =>
      quiet.query('SELECT state, problem FROM notifications WHERE organization_id = $1', [organization])
    const waits = { state: 'queued', problem: 'It could not be prepared; it will be tried again.' }
    await expect.poll(states).toEqual([waits, waits])
    await outbox.stop()
    await quiet.query(`UPDATE notifications SET state = 'skipped' WHERE organization_id = $1`, [organization])
  })
})

// The company has no program, so first emails have no follow-ups.
describe('limits and timing', () => {
  test('an address gets at most four emails in 90 days across an organization and its chapters', async () => {
    const parent = await app.createOrganization()
    const chapter = await app.createOrganization({ type: 'chapter', parent_id: parent })
    const email = newDonor()
    const before = app.clock().toISOString()
    for (const [at, organization] of [parent, chapter, parent, chapter, parent].entries()) {
      const gift = await recordDonation(app, organization, { email, employer: 'No Match Inc' })
      await settled(gift.id, at < 4 ? 'sent' : 'skipped')
      app.clock.advance({ days: 1 })
    }
    app.clock.set(before)
    expect(mailsTo(email)).toHaveLength(4)

    const stranger = await recordDonation(app, await app.createOrganization(), { email, employer: 'No Match Inc' })
    await settled(stranger.id, 'sent')
  })

  test('twenty gifts of one donor cause one email that names them all', async () => {
    // Without an address, emails wait until all gifts are recorded.
    const organization = await app.createOrganization({ street: '', city: '', state: '', zip: '' })
    const email = newDonor()
    const ids: number[] = []
    for (let at = 0; at < 20; at += 1) {
      const amountCents = 5_000 + at
      ids.push((await recordDonation(app, organization, { email, employer: 'No Match Inc', amountCents })).id)
    }
    const rows = () =>
      app.query<Row & { covered_by: string | null }>('SELECT * FROM notifications WHERE donation_id = ANY ($1)', [ids])
    const states = async (state: string) => (await rows()).filter((row) => row.state === state)
    const before = app.clock().toISOString()
    try {
      const waiting = async () => (await states('queued')).filter(({ problem }) => problem?.includes('mailing address'))
      await expect.poll(async () => (await waiting()).length).toBe(20)
      await app.query("UPDATE organizations SET street = '1 River Road', city = 'Springfield' WHERE id = $1", [
        organization,
      ])
      app.clock.advance({ hours: 1, minutes: 1 })
      await expect.poll(async () => (await states('sent')).length).toBe(1)
      await expect.poll(async () => (await states('skipped')).length).toBe(19)
      const [sent] = await states('sent')
      const skipped = await states('skipped')
      expect(new Set(skipped.map(({ problem }) => problem))).toEqual(
        new Set(['The email on Jun 15, 2026 about another gift already covered this one.']),
      )
      expect(skipped.every(({ covered_by }) => covered_by !== null)).toBe(true)
      const text = mailsTo(email).at(-1)?.parsed.text ?? ''
      expect(text.match(/\$50\.\d\d · No Match Inc/g)).toHaveLength(10)
      expect(text).toContain('and 9 more')
      expect(sent?.subject).toBe('We looked for a matching program at No Match Inc')
      app.clock.advance({ days: 2 })
      expect(mailsTo(email).filter(({ parsed }) => parsed.text === text)).toHaveLength(1)
    } finally {
      app.clock.set(before)
    }
  })

  test('a new mail about the same gift does not wait for a day', async () => {
    const email = newDonor()
    const gift = await recordDonation(app, await app.createOrganization(), { email, employer: 'Portal Works' })
    await settled(gift.id, 'sent')
    const [row] = await app.query<{ organization_id: string; donor_id: string }>(
      'SELECT organization_id, donor_id FROM donations WHERE id = $1',
      [gift.id],
    )
    const organizationId = Number(row?.organization_id)
    await acrossOrganizations(app.platform.database, (db) =>
      queueInitialMails(
        db,
        [organizationId],
        [{ organizationId, donationId: gift.id, donorId: Number(row?.donor_id), statusId: 7 }],
        { now: app.clock(), delaySeconds: 0, keepsNight: false, again: true },
      ),
    )
    await expect.poll(() => mailsTo(email).length).toBe(2)
  })

  test('an unsubscribed donor gets neither an email about a later gift nor the same email again', async () => {
    const email = newDonor()
    const organization = await app.createOrganization()
    const gift = await recordDonation(app, organization, { email, employer: 'No Match Inc' })
    await settled(gift.id, 'sent')
    const header = mailsTo(email)[0]?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const path = /<https:\/\/twofold\.test(\/m\/u\/[^>]+)>/.exec(header)?.[1] ?? ''
    // last year's unsubscribe link still works
    app.clock.advance({ days: 364 })
    const answer = await app.send('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    const later = await recordDonation(app, organization, {
      email: email.toUpperCase(),
      employer: 'No Match Inc',
      day: '2027-06-10',
    })
    expect((await settled(later.id, 'skipped')).problem).toBe('The donor unsubscribed.')
    await app.query(`UPDATE notifications SET state = 'queued', send_at = $2 WHERE donation_id = $1`, [
      gift.id,
      app.clock(),
    ])
    await settled(gift.id, 'skipped')
    expect(mailsTo(email)).toHaveLength(1)
    app.clock.advance({ days: -364 })
  })

  test('an email at night waits for the morning of the organization', async () => {
    const waiting = await startApp(60)
    try {
      waiting.clock.set('2026-06-16T03:30:00Z') // 23:30 in New York
      const email = newDonor()
      const gift = await recordDonation(waiting, await waiting.createOrganization({ time_zone: 'America/New_York' }), {
        email,
        employer: 'Portal Works',
      })
      const sendAt = async () => {
        const [row] = await waiting.query<Row>('SELECT * FROM notifications WHERE donation_id = $1', [gift.id])
        return [row?.state, row?.attempts, row?.send_at.toISOString()]
      }
      expect(await sendAt()).toEqual(['queued', 0, '2026-06-16T12:00:00.000Z'])
      await waiting.query('UPDATE notifications SET send_at = $2 WHERE donation_id = $1', [gift.id, waiting.clock()])
      await expect.poll(sendAt).toEqual(['queued', 0, '2026-06-16T12:00:00.000Z'])
      expect(mailsTo(email)).toHaveLength(0)
      waiting.clock.set('2026-06-16T12:00:01Z')
      await expect.poll(async () => mailsTo(email).length).toBe(1)
    } finally {
      await waiting.stop()
    }
  })

  test('emails go out at night outside production without a delay', async () => {
    const before = app.clock()
    app.clock.set('2026-06-16T03:30:00Z')
    try {
      const gift = await recordDonation(app, await app.createOrganization(), {
        email: newDonor(),
        employer: 'Portal Works',
      })
      await settled(gift.id, 'sent')
    } finally {
      app.clock.set(before.toISOString())
    }
  })

  test('an organization with too many bounces is paused, shows it, and resumes when an administrator allows it', async () => {
    const organization = await app.createOrganization()
    const email = newDonor()
    smtp.behave('later', email)
    const gift = await recordDonation(app, organization, { email, employer: 'Portal Works' })
    const first = async () => (await rowsOf(gift.id))[0]
    await expect.poll(async () => (await first())?.problem).toContain('try again later')
    await app.query(
      `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at, state, bounced)
       SELECT organization_id, donation_id, donor_id, 'initial', 7, 'old-' || g, now(), now(), 'failed', true
       FROM notifications, generate_series(1, 51) g WHERE donation_id = $1`,
      [gift.id],
    )
    smtp.behave('accept', email)
    app.clock.advance({ minutes: 1 })
    await expect.poll(async () => (await first())?.problem).toContain('paused')
    expect((await first())?.state).toBe('queued')

    const params = { id: organization }
    const writer = await app.signIn(await app.createMember(organization, 'write'))
    expect((await app.call(digests.getDigest, { params }, { token: writer })).donor_mails_held).toBe('bounces')
    expect((await app.refusal(digests.resumeMails, { params, body: {} }, { token: writer })).status).toBe(403)
    const token = await app.signIn(await app.createMember(organization, 'admin'))
    expect((await app.call(digests.resumeMails, { params, body: {} }, { token })).donor_mails_held).toBeNull()
    app.clock.advance({ hours: 1 })
    await expect.poll(async () => (await first())?.state).toBe('sent')
  })
})
