import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'
import { databaseTimeoutSeconds, testSecret } from '../../../../testing/test-postgres.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'

/** `YEAR_DONORS=2000` runs a large test; `YEAR_SEED` changes the random numbers. */

const donors = Number(process.env.YEAR_DONORS ?? 18)
const kills = donors > 100 ? 12 : 1
const random = seeded(Number(process.env.YEAR_SEED ?? 12))
const patience = { timeout: 240_000 }

/** Counts in 25 donors. */
const kinds = [
  ...[
    'bounces',
    'complains',
    'unsubscribes',
    'unsubscribes',
    'declines',
    'declines',
    'confirms',
    'confirms',
    'confirms',
  ],
  ...['fewer', 'fewer', 'late', 'late', 'lost', 'lost', 'submits', 'submits'],
] as const
type Kind = (typeof kinds)[number] | 'silent'

const heard: Readonly<Record<Kind, readonly string[]>> = {
  bounces: [],
  complains: ['initial'],
  unsubscribes: ['initial'],
  declines: ['initial'],
  submits: ['initial'],
  confirms: ['initial', 'deadline_last'],
  fewer: ['initial', 'deadline', 'deadline_last'],
  late: ['initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last'],
  lost: ['initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last'],
  silent: ['initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last'],
}
const closed: readonly Kind[] = ['declines', 'submits']

type Donor = { readonly kind: Kind; readonly email: string; readonly id: number }

const clock = settableClock('2026-01-12T15:00:00Z')
let app: TestApp
let smtp: FakeMailServer
let organizationId: number
let worker: ChildProcess | null = null
const people: Donor[] = []

afterAll(async () => {
  worker?.kill('SIGKILL')
  await app?.stop()
  await smtp?.stop()
})

/** Deterministic numbers from 0 to 1: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const file = fileURLToPath(new URL('./worker.testing.ts', import.meta.url))

async function startWorker(): Promise<ChildProcess> {
  const { config } = app.platform
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      ROLE: 'worker',
      PORT: '0',
      DEMO: '0',
      SECRET: testSecret,
      DATA_DIR: config.dataDir,
      DATABASE_URL: app.database.serverAddress,
      DATABASE_PATIENCE_SECONDS: String(databaseTimeoutSeconds),
      SMTP_URL: smtp.url,
      MAIL_ALLOW: 'example.org',
      MAIL_FROM: 'Twofold <matches@twofold.test>',
      MAIL_DELAY_SECONDS: '0',
      PUBLIC_URL: 'https://twofold.test',
      NOW: clock().toISOString(),
    },
  })
  // Messages to a killed process are lost. `exit` reports it.
  child.on('error', () => {})
  await answerOf(child)
  return child
}

const endLeases = () =>
  app.query(`UPDATE notifications SET locked_until = clock_timestamp() - interval '1 second' WHERE state = 'sending'`)

const answerOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      child.off('message', done).off('exit', done)
      resolve()
    }
    child.on('message', done).on('exit', done)
    if (isGone(child)) done()
  })

const isGone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const countDue = async () =>
  (
    await app.query(
      `SELECT FROM planned_mails WHERE send_at <= $1
       UNION ALL SELECT FROM notifications WHERE state IN ('queued', 'sending') AND send_at <= $1`,
      [clock()],
    )
  ).length

async function work(): Promise<void> {
  for (;;) {
    if (!worker || isGone(worker)) {
      await endLeases()
      worker = await startWorker()
    }
    const child = worker
    child.send({ now: clock().toISOString() })
    await answerOf(child)
    // Not a total time, because a thousand emails take long.
    for (let due = await countDue(); due > 0 && !isGone(child); due = await countDue()) {
      const before = due
      await vi.waitUntil(async () => isGone(child) || (await countDue()) !== before, { ...patience, interval: 100 })
    }
    if (!isGone(child)) return
  }
}

async function nextMoment(): Promise<Date | null> {
  const [row] = await app.query<{ at: Date | null }>(
    `SELECT min(at) AS at FROM (
       SELECT min(send_at) AS at FROM planned_mails
       UNION ALL SELECT min(send_at) FROM notifications WHERE state IN ('queued', 'sending')
       UNION ALL SELECT min(deadline_at) + interval '1 minute' FROM donations
         WHERE status_id IN (7, 28) AND deadline_at > $1) AS moments`,
    [clock()],
  )
  return row?.at ?? null
}

const linksIn = (text = '') => text.match(/https:\/\/twofold\.test\/\S+/g)?.map((link) => new URL(link).pathname) ?? []
const browser = { headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/140' } }
const linkTo = ({ email }: Donor, letter: string): string =>
  linksIn(smtp.mails.find(({ to }) => to.includes(email))?.parsed.text).find((path) =>
    path.startsWith(`/m/${letter}/`),
  ) ?? ''

/** One address would exceed the request limit. */
const at = ({ id }: Donor) => ({
  ...browser.headers,
  'x-forwarded-for': `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`,
})

async function follow(donor: Donor, letter: 'c' | 'd'): Promise<string> {
  const { headers } = await fetch(`${app.address}${linkTo(donor, letter)}`, { headers: at(donor), redirect: 'manual' })
  const counted = () =>
    app.query('SELECT FROM notifications WHERE donation_id = $1 AND first_click IS NOT NULL', [donor.id])
  await vi.waitUntil(async () => (await counted()).length === 1, { ...patience, interval: 20 })
  return new URL(headers.get('location') ?? '', app.address).pathname
}

async function post(donor: Donor, path: string, body: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${app.address}${path}`, {
    method: 'POST',
    headers: at(donor),
    body: new URLSearchParams(body),
    redirect: 'manual',
  })
  expect([donor.email, answer.status < 400 ? 'taken' : answer.status]).toEqual([donor.email, 'taken'])
}
const pressed = (donor: Donor, path: string, press: string) => post(donor, path, { press })
const suppress = (donor: Donor, reason: string) =>
  app.query(
    `INSERT INTO suppressions SELECT d.organization_id, p.donor_key, $2, $3 FROM donations d
     JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id WHERE d.id = $1`,
    [donor.id, reason, clock()],
  )

const acts: Readonly<Partial<Record<Kind, (donor: Donor) => Promise<unknown>>>> = {
  complains: (donor) => suppress(donor, 'complained'),
  unsubscribes: (donor) => post(donor, linkTo(donor, 'u'), { 'List-Unsubscribe': 'One-Click' }),
  declines: async (donor) => pressed(donor, await follow(donor, 'd'), 'decline'),
  confirms: (donor) => follow(donor, 'c'),
  submits: async (donor) => {
    const page = await follow(donor, 'c')
    await pressed(donor, page, 'open')
    await pressed(donor, page, 'submit')
  },
  fewer: (donor) =>
    app.query('UPDATE donors SET fewer_mails_at = $2 WHERE id = (SELECT donor_id FROM donations WHERE id = $1)', [
      donor.id,
      clock(),
    ]),
}

async function giveSome(from: number, to: number, day: string): Promise<void> {
  for (let number = from; number < to; number++) {
    const kind = kinds[number % 25] ?? 'silent'
    const email = `year${number}@example.org`
    const { id } = await recordDonation(app, organizationId, { email, employer: 'Portal Works', day })
    people.push({ kind, email, id })
    if (kind === 'bounces') smtp.behave('refuse', email)
    if (kind === 'late') smtp.behave('later', email)
    if (kind === 'lost') smtp.behave('drop', email)
  }
}

test('after a year, each donor got the emails of the rules, none twice or after declining, and all counters add up', async () => {
  const killAt = new Set(Array.from({ length: kills }, () => 3 + Math.floor(random() * donors * 2)))
  let received = 0
  let isSilent = false
  smtp = await startFakeMailServer({
    onMail: async ({ parsed }) => {
      for (const path of linksIn(parsed.text)) await app.send('GET', path, browser)
      if (killAt.has(++received)) worker?.kill('SIGKILL')
    },
  })
  app = await startTestApp({
    clock,
    config: { role: 'web', publicUrl: 'https://twofold.test', mailDelaySeconds: 0, trustProxy: ['127.0.0.1', '::1'] },
  })
  await app.createCompanies(testCompanies)
  organizationId = await app.createOrganization({ name: 'Riverbend' })
  const gifts = ['2026-01-12', '2026-03-02']
  const acted = new Set<Donor>()
  const failures = ['away', 'later', 'drop'] as const
  let moments = 0
  for (const [index, day] of gifts.entries()) {
    clock.set(`${day}T15:00:00Z`)
    await giveSome(Math.floor((donors * index) / gifts.length), Math.floor((donors * (index + 1)) / gifts.length), day)
    const next = gifts[index + 1]
    const until = next ? new Date(`${next}T15:00:00Z`) : new Date('2027-01-12T15:00:00Z')
    for (;;) {
      if (++moments === 5) {
        // the mail server accepts an email without a response, and the worker dies waiting for it
        smtp.behave('hang')
        isSilent = true
      } else smtp.behave(random() < 0.25 ? (failures[Math.floor(random() * 3)] ?? 'accept') : 'accept')
      if (isSilent) {
        isSilent = false
        const waiting = worker
        const trying = () =>
          app
            .query(`SELECT FROM notifications WHERE state = 'sending' AND recipient <> ''`)
            .then((rows) => rows.length > 0)
        waiting?.send({ now: clock().toISOString() })
        await vi.waitUntil(async () => (await trying()) || (await countDue()) === 0, { ...patience, interval: 50 })
        waiting?.kill('SIGKILL')
        if (waiting && !isGone(waiting)) await once(waiting, 'exit')
        smtp.behave('accept')
      }
      await work()
      const emailed = await app.query<{ id: number }>(
        `SELECT donation_id::int AS id FROM notifications WHERE organization_id = $1 AND kind = 'initial' AND state = 'sent'`,
        [organizationId],
      )
      const heardOf = new Set(emailed.map(({ id }) => id))
      const now = people.filter((donor) => heardOf.has(donor.id) && !acted.has(donor))
      if (now.length > 0) clock.advance({ minutes: 6 })
      for (const donor of now) {
        acted.add(donor)
        await acts[donor.kind]?.(donor)
      }
      for (const { kind, email } of people) if (kind === 'late' || kind === 'lost') smtp.behave('accept', email)
      const moment = await nextMoment()
      if (!moment || moment > until) break
      if (moment > clock()) clock.set(moment)
    }
  }

  const rows = await app.query<{ id: number; kind: string; state: string; message_id: string; clicks: number }>(
    'SELECT donation_id::int AS id, kind, state, message_id, clicks FROM notifications n WHERE organization_id = $1 ORDER BY n.id',
    [organizationId],
  )
  const byDonor = Map.groupBy(rows, ({ id }) => id)
  const arrived = Map.groupBy(smtp.mails, ({ to }) => to[0] ?? '')
  for (const { kind, email, id } of people) {
    const sent = (byDonor.get(id) ?? []).filter(({ state }) => state === 'sent')
    expect([email, kind, ...sent.map((row) => row.kind)]).toEqual([email, kind, ...heard[kind]])
    const ids = new Set((arrived.get(email) ?? []).map(({ parsed }) => parsed.messageId))
    expect([email, [...ids].sort()]).toEqual([email, sent.map((row) => `<${row.message_id}@twofold.test>`).sort()])
    if (!['confirms', 'submits'].includes(kind)) expect(sent.every(({ clicks }) => Number(clicks) === 0)).toBe(true)
  }
  const sent = rows.filter(({ state }) => state === 'sent').length
  const again = smtp.mails.length - sent
  expect(again).toBeGreaterThan(0)
  expect(rows.filter(({ state }) => state === 'queued' || state === 'sending')).toEqual([])

  const open = await app.query<{ id: number; status_id: number }>(
    'SELECT id::int, status_id FROM donations WHERE organization_id = $1 AND status_id <> 20',
    [organizationId],
  )
  expect(
    open
      .map(({ id }) => people.find((donor) => donor.id === id)?.kind)
      .filter((kind) => !closed.includes(kind ?? 'silent')),
  ).toEqual([])
  await expectCountersAddUp(sent)
  if (donors > 100)
    console.log(`${donors} donors, ${moments} moments, ${smtp.mails.length} mails of which ${again} came again`)
}, 3_600_000)

async function expectCountersAddUp(sent: number): Promise<void> {
  const ofRows = await app.query(
    `SELECT CASE WHEN kind IN ('deadline', 'deadline_last') THEN 102 ELSE status_id END AS template_id,
       template_version AS version, count(*)::int AS sent, count(first_open)::int AS opened,
       count(*) FILTER (WHERE clicks > 0)::int AS confirmed, count(*) FILTER (WHERE decline_clicks > 0)::int AS declined,
       count(*) FILTER (WHERE first_machine_open IS NOT NULL AND first_open IS NULL)::int AS by_machine,
       count(*) FILTER (WHERE led_to_submission)::int AS submitted
     FROM notifications WHERE organization_id = $1 AND state = 'sent' GROUP BY 1, 2 ORDER BY 1, 2`,
    [organizationId],
  )
  const kept = await app.query(
    `SELECT template_id, version, sum(sent)::int AS sent, sum(opened)::int AS opened,
       sum(confirm_clicked)::int AS confirmed, sum(decline_clicked)::int AS declined,
       sum(machine_opened)::int AS by_machine, sum(submitted)::int AS submitted
     FROM email_results WHERE organization_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [organizationId],
  )
  expect(kept).toEqual(ofRows)
  expect(kept.reduce((sum, row) => sum + Number(row['sent']), 0)).toBe(sent)
  expect(kept.some((row) => Number(row['confirmed']) > 0 && Number(row['declined']) > 0)).toBe(true)
}
