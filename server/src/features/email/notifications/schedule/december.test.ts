import { afterAll, expect, test, vi } from 'vitest'
import { grantTenant, inTenant } from '../../../../platform/database/database.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { moneyText } from '../../../core/texts/index.ts'
import { blankDonation, blankDonor, type NewDonation } from '../../../donations/identification/index.ts'
import { recordDonations } from '../../../donations/recording/index.ts'
import { queuePlanned } from '../donor-mails/notification-queue.ts'
import { testCompanies } from '../record-donation.testing.ts'

/** `DECEMBER_DONORS=200` runs a large test. */

const donors = Number(process.env.DECEMBER_DONORS ?? 20)
const clock = settableClock('2026-12-01T15:00:00Z')
let app: TestApp
let smtp: FakeMailServer
afterAll(async () => {
  await app?.stop()
  await smtp?.stop()
})

const soon = { method: 'csr', submission_url: 'https://soon.example', ratio: '1:1', deadline_rule: 'days:45' } as const
const days = ['2026-12-01', '2026-12-08', '2026-12-21'] as const
const employers = [
  ['Portal Works', 'Portal Works', 'Portal Works'],
  ['Soon Inc', 'Soon Inc', 'Soon Inc'],
  ['Soon Inc', 'Letter Lane', 'Soon Inc'],
  ['', '', 'Soon Inc'],
  ['No Match Inc', 'Portal Works', 'No Match Inc'],
] as const
const emailOf = (donor: number) => `december${donor}@example.org`
/** A different amount for each gift identifies the email that lists it. */
const centsOf = (donor: number, gift: number) => 10_001 + (donor * days.length + gift) * 7

async function give(organizationId: number, gift: number): Promise<void> {
  const tenant = grantTenant(organizationId, [organizationId])
  const context = {
    platform: app.platform,
    tenant,
    directory: createDirectory(app.platform),
    actor: { kind: 'import', userId: null },
    importId: null,
    optIn: false,
    mailWithoutEmployer: true,
  } as const
  const gifts = Array.from(
    { length: donors },
    (_, donor): NewDonation => ({
      ...blankDonation,
      organizationId,
      transactionId: `december-${donor}-${gift}`,
      donatedAt: `${days[gift]} 12:00:00`,
      amountCents: centsOf(donor, gift),
      currency: 'USD',
      donor: { ...blankDonor, name: 'Maria Gonzalez', email: emailOf(donor) },
      employer: { companyId: null, text: employers[donor % employers.length]?.[gift] ?? '' },
      custom: {},
    }),
  )
  await inTenant(app.platform.database, tenant, (db) => recordDonations(db, context, gifts))
}

const countDue = async () =>
  (
    await app.query(
      `SELECT FROM planned_mails WHERE send_at <= $1
       UNION ALL SELECT FROM notifications WHERE state IN ('queued', 'sending') AND send_at <= $1`,
      [clock()],
    )
  ).length

async function work(): Promise<void> {
  await queuePlanned(app.platform)
  for (let due = await countDue(); due > 0; due = await countDue()) {
    const before = due
    await vi.waitUntil(async () => (await countDue()) !== before, { timeout: 240_000, interval: 50 })
  }
}

async function nextMorning(): Promise<Date | null> {
  const [row] = await app.query<{ at: Date | null }>(
    `SELECT min(at) AS at FROM (SELECT min(send_at) AS at FROM planned_mails
     UNION ALL SELECT min(send_at) FROM notifications WHERE state IN ('queued', 'sending')) AS moments`,
  )
  if (!row?.at) return null
  const morning = new Date(`${row.at.toISOString().slice(0, 10)}T15:00:00Z`)
  return morning < row.at ? new Date(morning.getTime() + 86_400_000) : morning
}

test('no donor gets two emails on one day or more than four in 90 days, five with a deadline, and every gift is named', async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    clock,
    config: {
      smtpUrl: smtp.url,
      mailAllow: ['example.org'],
      mailFrom: 'Twofold <matches@twofold.test>',
      mailDelaySeconds: 0,
      publicUrl: 'https://twofold.test',
    },
  })
  await app.createCompanies([...testCompanies, { name: 'Soon Inc', policy: soon }])
  const organizationId = await app.createOrganization({ name: 'Riverbend', time_zone: 'America/New_York' })
  for (const [gift, day] of days.entries()) {
    const until = days[gift + 1] ? new Date(`${days[gift + 1]}T15:00:00Z`) : new Date('2027-07-15T15:00:00Z')
    clock.set(`${day}T15:00:00Z`)
    await give(organizationId, gift)
    await work()
    // Every tenth donor requests the first match.
    if (gift === 0) {
      await app.query(
        `UPDATE donations SET status_id = 4 WHERE organization_id = $1 AND status_id = 7 AND right(transaction_id, 3) = '0-0'`,
        [organizationId],
      )
    }
    for (let moment = await nextMorning(); moment && moment < until; moment = await nextMorning()) {
      if (moment > clock()) clock.set(moment)
      await work()
    }
  }

  const sent = await app.query<{ recipient: string; kind: string; day: string; at: Date }>(
    `SELECT recipient, kind, to_char(sent_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD') AS day, sent_at AS at
     FROM notifications WHERE organization_id = $1 AND state = 'sent' ORDER BY sent_at`,
    [organizationId],
  )
  for (const [email, theirs] of Map.groupBy(sent, ({ recipient }) => recipient)) {
    const each = theirs.map(({ day }) => day)
    expect([email, new Set(each).size]).toEqual([email, each.length])
    for (const last of theirs) {
      const since = last.at.getTime() - 90 * 86_400_000
      const window = theirs.filter(({ at }) => at.getTime() > since && at <= last.at)
      const allowed = window.some(({ kind }) => kind === 'deadline_last') ? 5 : 4
      expect([email, last.day, window.length <= allowed ? 'fine' : window]).toEqual([email, last.day, 'fine'])
    }
  }
  for (const kind of ['initial', 'reminder_1', 'deadline_last'])
    expect(sent.some((mail) => mail.kind === kind)).toBe(true)

  const arrived = Map.groupBy(smtp.mails, ({ to }) => to[0] ?? '')
  const unnamed: string[] = []
  for (let donor = 0; donor < donors; donor += 1) {
    const texts = (arrived.get(emailOf(donor)) ?? []).map(({ parsed }) => parsed.text ?? '').join('\n')
    for (const gift of days.keys()) {
      if (!texts.includes(moneyText(centsOf(donor, gift), 'USD', 'en-US'))) unnamed.push(`${donor}-${gift}`)
    }
  }
  expect(unnamed).toEqual([])
  const subjects = new Set(smtp.mails.map(({ parsed }) => parsed.subject))
  expect(subjects).toContain('Reminder: 2 of your gifts to Riverbend can still be matched')
  const waiting = await app.query(`SELECT FROM notifications WHERE state IN ('queued', 'sending')`)
  expect(waiting).toEqual([])
}, 1_200_000)
