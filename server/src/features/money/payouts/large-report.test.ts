import { payouts } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

const [lines, doubtful, unknown, gifts] = [300, 40, 6, 400]

let app: TestApp
let company: number
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-21T15:00:00Z') })
  company = await app.createCompany({ name: 'Payout Works' })
})
afterAll(() => app.stop())

const header =
  'Company,Donation Date,Donor First Name,Donor Last Name,Email,Transaction ID,Currency,Match Amount,Merchant Fee'
const amount = (n: number): number => 2_000 + (n % 150) * 100
const day = (n: number): string => `2026-08-${String(1 + (n % 28)).padStart(2, '0')}`

function lineOf(n: number): string {
  const money = `USD,${(amount(n) / 100).toFixed(2)},0.25`
  if (n < lines - doubtful - unknown)
    return `Payout Works,${day(n)},Ada,Payee ${n},payee${n}@example.org,GIFT-${n},${money}`
  if (n < lines - unknown)
    return `Payout Works,2026-09-${String(1 + (n % 28)).padStart(2, '0')},Ada,Payee ${n},,T${n},${money}`
  return `Payout Works,${day(n)},Nobody,Known ${n},nobody${n}@example.net,T${n},${money}`
}
const report = (count: number): string =>
  `${[header, ...Array.from({ length: count }, (_, n) => lineOf(n))].join('\n')}\n`

async function longReports() {
  const organization = await app.createOrganization({ name: 'Riverbend Example Foundation' })
  const token = await app.signIn(await app.createMember(organization, 'write'))
  await app.createDonations(
    Array.from({ length: gifts }, (_, n) => ({
      organization,
      company,
      employer: 'Payout Works',
      transaction: `GIFT-${n}`,
      at: `${day(n)} 10:00`,
      cents: amount(n),
      donor: `Ada Payee ${n}`,
      email: `payee${n}@example.org`,
      status: 4,
    })),
  )
  const params = { id: organization }
  const get = async (reportId: number) =>
    (await app.call(payouts.getPayoutReport, { params: { ...params, reportId } }, { token })).report
  const upload = async (count: number, text = report(count)) => {
    const form = new FormData()
    form.set('report', new File([text], 'payouts.csv'))
    const { report: begun } = await app.call(payouts.uploadPayoutReport, { params, form }, { token })
    await expect.poll(async () => (await get(begun.id)).state, { timeout: 300_000 }).toMatch(/done|failed/)
    return get(begun.id)
  }
  const matches = () =>
    app.query<Record<'id' | 'status_id' | 'payment_state' | 'received_cents', unknown>>(
      'SELECT id, status_id, payment_state, received_cents FROM donations WHERE organization_id = $1 ORDER BY id',
      [organization],
    )
  const sums = async () => {
    const [row] = await app.query<Record<'received' | 'ledger' | 'tied', string>>(
      `SELECT (SELECT coalesce(sum(received_cents), 0) FROM donations WHERE organization_id = $1) AS received,
         (SELECT coalesce(sum(cents), 0) FROM payout_entries WHERE organization_id = $1) AS ledger,
         (SELECT coalesce(sum(tied_cents), 0) FROM payouts WHERE organization_id = $1) AS tied`,
      [organization],
    )
    return [Number(row?.received), Number(row?.ledger), Number(row?.tied)]
  }
  return {
    matches,
    sums,
    upload,
    waiting: () => app.call(payouts.listWaitingLines, { params }, { token }),
    undo: async (reportId: number) => {
      const { report: begun } = await app.call(payouts.undoPayoutReport, { params: { ...params, reportId } }, { token })
      expect(begun).toMatchObject({ state: 'undoing', done: 0, error: null })
      await expect.poll(async () => (await get(reportId)).state, { timeout: 300_000 }).toBe('undone')
    },
    payoutsHere: async () => (await app.call(payouts.listPayouts, { params }, { token })).payouts,
  }
}

test('a long report is exact to the cent after a repetition, an added line and an undo', async () => {
  const { matches, sums, upload, waiting, undo } = await longReports()
  const before = await matches()
  const first = await upload(lines)
  expect(first).toMatchObject({
    state: 'done',
    tied: lines - doubtful - unknown,
    doubtful,
    unmatched: unknown,
    known: 0,
  })
  const received = await sums()
  expect(received).toEqual(received.map(() => received[0]))
  const again = await upload(lines)
  expect(again).toMatchObject({ tied: 0, doubtful: 0, unmatched: 0, known: lines })
  expect(await sums()).toEqual(received)
  const more = await upload(lines + 1)
  expect(more).toMatchObject({ tied: 0, doubtful: 0, unmatched: 1, known: lines })
  expect(await sums()).toEqual(received)
  expect((await waiting()).total).toBe(doubtful + unknown + 1)
  await undo(more.id)
  expect(await sums()).toEqual(received)
  await undo(first.id)
  expect(await sums()).toEqual([0, 0, 0])
  expect(await matches()).toEqual(before)
})

test('a payout of two reports is removed with the second undo, in any order', async () => {
  const { upload, undo, payoutsHere, sums } = await longReports()
  const [first, second] = [await upload(10), await upload(11)]
  await undo(first.id)
  expect(await sums()).toEqual([amount(10), amount(10), amount(10)])
  await undo(second.id)
  expect(await sums()).toEqual([0, 0, 0])
  expect(await payoutsHere()).toEqual([])
})

test('a report with many payouts is recorded at once, with a later correction, a number in two currencies, and again', async () => {
  const { upload, undo, payoutsHere, sums, matches } = await longReports()
  const before = await matches()
  const line = (reference: string, n: number, money: string, currency = 'USD') =>
    `Payout Works,${day(n)},Ada,Payee ${n},payee${n}@example.org,GIFT-${n},${currency},${money},0,${reference}`
  const text = [
    `${header},Disbursement ID`,
    ...Array.from({ length: 60 }, (_, n) => line(`D-${n}`, n, (amount(n) / 100).toFixed(2))),
    line('D-60', 0, (-amount(0) / 100).toFixed(2)),
    line('D-1', 1, (amount(1) / 100).toFixed(2), 'CAD'),
  ].join('\n')
  const first = await upload(62, text)
  expect(first).toMatchObject({ state: 'done', lines: 62, done: 62, tied: 61, doubtful: 0, unmatched: 1, known: 0 })
  expect(first.warnings).toEqual([expect.stringContaining('Row 63 names a gift in the other currency.')])
  expect((await payoutsHere()).length).toBe(50)
  const received = await sums()
  expect(received).toEqual(received.map(() => received[0]))
  const [corrected, ...others] = await matches()
  expect(corrected).toEqual(before[0])
  expect(others.filter(({ received_cents }) => Number(received_cents) > 0)).toHaveLength(59)
  expect(await upload(62, text)).toMatchObject({ tied: 0, unmatched: 0, known: 62 })
  expect(await sums()).toEqual(received)
  await undo(first.id)
  expect([await sums(), await matches()]).toEqual([[0, 0, 0], before])
})
