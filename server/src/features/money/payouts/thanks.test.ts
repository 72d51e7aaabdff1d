import { donations, expectedMoney, mailSchedule, mails, organizations, payouts, templates } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../testing/index.ts'

const clock = settableClock('2026-10-20T15:00:00Z')
let smtp: FakeMailServer
let app: TestApp
let number = 0
beforeAll(async () => {
  smtp = await startFakeMailServer()
  const config = {
    smtpUrl: smtp.url,
    mailAllow: ['example.org'],
    mailFrom: 'Twofold <matches@twofold.test>',
    mailDelaySeconds: 1_800,
    publicUrl: 'https://twofold.test',
  }
  app = await startTestApp({ clock, config })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

type Paid = { readonly gift: string; readonly email: string; readonly cents: number; readonly left?: number }

const money = (cents: number) => (cents / 100).toFixed(2)
const lineOf = ({ gift, email, cents, left = 0 }: Paid, at: number) =>
  `V-1,RQ-${number}${at},Ana Sample,${email},09/01/2026,100.00,100.00,${money(cents)},${money(left)},,${gift}`
const voucher = (day: string, paid: readonly Paid[]) =>
  [
    'Portal Works Foundation',
    `Voucher,V-${++number}`,
    `Check date,${day}`,
    '',
    'Voucher,Request No.,Employee,E-mail,Gift Date,Gift Amount,Match Approved,Paid This Voucher,Balance,Remark,Charity Reference',
    ...paid.map(lineOf).map((line) => line.replace('V-1', `V-${number}`)),
  ].join('\n')

async function foundation(names: readonly string[], { thanks = true } = {}) {
  const id = await app.createOrganization({ name: 'Riverbend' })
  await app.query("UPDATE organizations SET street = '1 Mill Road', city = 'Peoria' WHERE id = $1", [id])
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const params = { id }
  if (thanks) await app.call(organizations.changeOrganization, { params, body: { thank_donors: true } }, { token })
  const mark = ++number
  const emailOf = (name: string) => `${name}${mark}@example.org`
  await app.createDonations(
    names.map((name) => ({
      organization: id,
      transaction: `T-${mark}-${name}`,
      at: '2026-09-01 10:00',
      cents: 10_000,
      donor: `${name} Sample`,
      email: emailOf(name),
      employer: 'Portal Works',
      status: 4,
    })),
  )
  const paidFor = (name: string, cents = 10_000, left = 0): Paid => ({
    gift: `T-${mark}-${name}`,
    email: emailOf(name),
    cents,
    left,
  })
  const get = async (reportId: number) =>
    (await app.call(payouts.getPayoutReport, { params: { id, reportId } }, { token })).report
  return {
    id,
    paidFor,
    upload: async (day: string, paid: readonly Paid[]) => {
      const form = new FormData()
      form.set('report', new File([voucher(day, paid)], 'voucher.csv'))
      const { report } = await app.call(payouts.uploadPayoutReport, { params, form }, { token })
      await expect.poll(async () => (await get(report.id)).state).toMatch(/done|failed/)
      return get(report.id)
    },
    byCheck: async (name: string, amount: number) => {
      const line = { donor_name: name, donor_email: emailOf(name), amount: String(amount) }
      const check = { payer: 'Portal Works', reference: 'C-1', paid_on: '2026-10-16', lines: [line] }
      await app.call(payouts.addCheck, { params, body: check }, { token })
      const [waits] = (await app.call(payouts.listWaitingLines, { params, query: {} }, { token })).lines
      const [match] = await app.query<{ id: number }>(
        'SELECT id::int FROM donations WHERE organization_id = $1 AND transaction_id = $2',
        [id, `T-${mark}-${name}`],
      )
      const settled = { params: { id, lineId: waits?.line.id ?? 0 }, body: { donation_id: match?.id ?? 0 } }
      await app.call(payouts.settlePayoutLine, settled, { token })
    },
    get,
    undo: async (reportId: number) => {
      await app.call(payouts.undoPayoutReport, { params: { id, reportId } }, { token })
      await expect.poll(async () => (await get(reportId)).state).toBe('undone')
    },
    waiting: async (reportId?: number) =>
      app.call(
        mails.getWaitingMails,
        { params, query: reportId === undefined ? {} : { payout_report_id: reportId } },
        { token },
      ),
    release: async (reportId: number) => {
      await app.call(mails.releaseMails, { params, body: { payout_report_id: reportId } }, { token })
      clock.advance({ minutes: 31 })
    },
    schedule: async () => (await app.call(mailSchedule.getMailSchedule, { params, query: {} }, { token })).mails,
    template: async () =>
      (await app.call(templates.getTemplateResults, { params }, { token })).templates.find(
        ({ status_id }) => status_id === 103,
      ),
    mailsTo: (name: string) => smtp.mails.filter(({ to }) => to.includes(emailOf(name))).map(({ parsed }) => parsed),
    standing: async (name: string) => {
      const [row] = await app.query<{ id: number }>(
        'SELECT d.id::int FROM donations d WHERE organization_id = $1 AND transaction_id = $2',
        [id, `T-${mark}-${name}`],
      )
      const link = /https:\/\/twofold\.test(\/m\/c\/[\w.-]+)/.exec(
        smtp.mails.findLast(({ to }) => to.includes(emailOf(name)))?.parsed.html || '',
      )?.[1]
      const page = await (await app.send('GET', (link ?? '').replace('/m/c/', '/match-request/'))).text()
      const { donation } = await app.call(donations.getDonation, { params: { id: row?.id ?? 0 } }, { token })
      const { companies } = await app.call(expectedMoney.listExpected, { params }, { token })
      return {
        page: /<h1>(.*?)<\/h1>/.exec(page)?.[1],
        staff: donation.next_steps,
        expected: companies[0]?.expected,
      }
    },
    donor: (name: string, change: string) =>
      app.query(`UPDATE donors SET ${change} WHERE organization_id = $1 AND email = $2`, [id, emailOf(name)]),
    outcomes: async () => {
      await expect
        .poll(
          () =>
            app.query(
              `SELECT FROM notifications WHERE organization_id = $1 AND state IN ('queued', 'sending') AND held_at IS NULL`,
              [id],
            ),
          { timeout: 240_000 },
        )
        .toEqual([])
      const rows = await app.query<{ name: string; state: string; problem: string | null }>(
        `SELECT p.name, n.state, n.problem FROM notifications n
         JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
         WHERE n.organization_id = $1 AND n.kind = 'thank_you' ORDER BY n.id`,
        [id],
      )
      return rows.map(({ name, state, problem }) => [name.replace(' Sample', ''), state, problem].filter(Boolean))
    },
  }
}

test('donors are thanked after release, if the email is still appropriate', async () => {
  const names = ['ana', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus']
  const { id, upload, paidFor, waiting, release, mailsTo, donor, outcomes, schedule, get, template } =
    await foundation(names)
  const report = await upload(
    '10/15/2026',
    names.map((name) => paidFor(name)),
  )
  expect(report).toMatchObject({ state: 'done', tied: 7, thanks: 7 })
  await donor('ben', "fewer_mails_at = '2026-10-16'")
  await app.query(
    `INSERT INTO suppressions SELECT organization_id, donor_key, 'unsubscribed', now() FROM donors
     WHERE organization_id = $1 AND name = 'cleo Sample'`,
    [id],
  )
  await app.query(`UPDATE donations SET silenced = true WHERE organization_id = $1 AND transaction_id LIKE '%-dan'`, [
    id,
  ])
  await donor('eve', "email = '', erased_at = '2026-10-16'")
  await app.query(
    `UPDATE notifications SET dropped_at = now(), state = 'skipped', problem = 'Your team dropped it.' FROM donors p
     WHERE notifications.organization_id = $1 AND p.organization_id = $1 AND p.id = donor_id AND p.name = 'fay Sample'`,
    [id],
  )
  const { review } = await waiting(report.id)
  expect(review).toMatchObject({ mails: 2, held: 2, waits_because: 'payout' })
  expect(review.not_sent.map(({ why }) => why).sort()).toEqual([
    'The donor has no valid email address.',
    'The donor unsubscribed.',
    'The donor wants fewer emails.',
    'The match is silenced.',
    'Your team dropped it.',
  ])
  expect(review.sample?.subject).toBe('Portal Works matched your gift to Riverbend')
  expect((await waiting()).review.mails).toBe(2)
  const shown = await schedule()
  expect(shown.filter(({ state }) => state === 'held').map(({ kind }) => kind)).toEqual(Array(6).fill('thank_you'))
  expect(smtp.mails).toEqual([])

  await release(report.id)
  expect(await outcomes()).toEqual([
    ['ana', 'sent'],
    ['ben', 'skipped', 'The donor wants fewer emails.'],
    ['cleo', 'skipped', 'The donor unsubscribed.'],
    ['dan', 'skipped', 'The match is silenced.'],
    ['eve', 'skipped', 'The donor has no valid email address.'],
    ['fay', 'skipped', 'Your team dropped it.'],
    ['gus', 'sent'],
  ])
  expect((await get(report.id)).thanks).toBe(0)
  const after = await waiting(report.id)
  expect(after).toMatchObject({ sent: 2, review: { mails: 0 } })
  expect(after.review.not_sent.reduce((sum, { count }) => sum + count, 0)).toBe(5)
  const [letter] = mailsTo('ana')
  expect(letter?.text).toContain(
    'You gave $100.00 to Riverbend on Sep 1, 2026, and Portal Works has now added $100.00. Thank you for making it happen.',
  )
  expect(letter?.text).not.toContain('still to come')
  expect((await template())?.stats).toMatchObject({ sent: 2 })
})

test('a match is thanked for once, with the first employer payment', async () => {
  const { id, upload, byCheck, paidFor, release, mailsTo, outcomes, standing } = await foundation(['ana'])
  const first = await upload('10/15/2026', [paidFor('ana', 4_000, 6_000)])
  await release(first.id)
  expect(await outcomes()).toEqual([['ana', 'sent']])
  const [letter] = mailsTo('ana')
  expect(letter?.subject).toBe('The first part of Portal Works’ match has arrived')
  expect(letter?.text).toContain('Portal Works has now added $40.00. The rest is still to come.')
  expect(await standing('ana')).toEqual({
    page: 'The first part of your match has arrived',
    staff: 'Portal Works has paid part of this match. The rest is still to come.',
    expected: { matches: 1, sum: 60 },
  })
  await byCheck('ana', 20)
  expect((await standing('ana')).expected).toEqual({ matches: 1, sum: 40 })
  const rest = await upload('10/18/2026', [paidFor('ana', 4_000)])
  expect(rest).toMatchObject({ state: 'done', thanks: 0 })
  const [match] = await app.query('SELECT payment_state, received_cents FROM donations WHERE organization_id = $1', [
    id,
  ])
  expect(match).toEqual({ payment_state: 'paid', received_cents: '10000' })
  expect(await standing('ana')).toEqual({
    page: 'Your match is complete. Thank you!',
    staff: 'Portal Works has paid this match. There’s nothing left to do.',
    expected: { matches: 0, sum: 0 },
  })
  expect(await outcomes()).toEqual([['ana', 'sent']])
})

test('undone money is not thanked for until it arrives again', async () => {
  const { upload, paidFor, release, waiting, undo, outcomes } = await foundation(['ana', 'ben'])
  const report = await upload('10/15/2026', [paidFor('ana'), paidFor('ben')])
  await undo(report.id)
  const undone = ['skipped', 'The report of this payment was undone.']
  expect(await outcomes()).toEqual([
    ['ana', ...undone],
    ['ben', ...undone],
  ])
  const again = await upload('10/15/2026', [paidFor('ana'), paidFor('ben')])
  expect(again.thanks).toBe(2)
  await upload('10/16/2026', [paidFor('ben', -10_000)])
  expect((await waiting(again.id)).review).toMatchObject({
    mails: 1,
    not_sent: [{ why: 'The employer’s payment was reversed.', count: 1 }],
  })
  await release(again.id)
  expect((await outcomes()).slice(2)).toEqual([
    ['ana', 'sent'],
    ['ben', 'skipped', 'The employer’s payment was reversed.'],
  ])
})

test('thanks due during an undo wait and are skipped with it', async () => {
  const { id, upload, paidFor, release, undo, outcomes } = await foundation(['ana'])
  const report = await upload('10/15/2026', [paidFor('ana')])
  const state = (to: string) =>
    app.query('UPDATE payout_reports SET state = $3 WHERE organization_id = $1 AND id = $2', [id, report.id, to])
  await state('undoing')
  await release(report.id)
  await expect
    .poll(() => app.query('SELECT state, problem FROM notifications WHERE organization_id = $1', [id]), {
      timeout: 240_000,
    })
    .toEqual([{ state: 'queued', problem: 'The report of this payment is being undone.' }])
  await state('done')
  await undo(report.id)
  expect(await outcomes()).toEqual([['ana', 'skipped', 'The report of this payment was undone.']])
})

test('no thanks are sent for old money, or if the organization has not enabled them', async () => {
  const on = await foundation(['ana', 'ben'])
  expect(await on.upload('08/20/2026', [on.paidFor('ana')])).toMatchObject({ tied: 1, thanks: 0 })
  expect(await on.upload('08/22/2026', [on.paidFor('ben')])).toMatchObject({ tied: 1, thanks: 1 })
  const off = await foundation(['ana'], { thanks: false })
  expect(await off.upload('10/15/2026', [off.paidFor('ana')])).toMatchObject({ tied: 1, thanks: 0 })
})
