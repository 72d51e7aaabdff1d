import { readFileSync } from 'node:fs'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import {
  boardSummary,
  campaigns,
  donations,
  expectedMoney,
  outlook,
  payouts,
  readyReports,
  reports as reportRoutes,
  statistics,
} from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { createFileReader } from '../../donations/file-reading/index.ts'
import { requeueLostUndos } from '../../donations/undos/index.ts'
import { deleteMatches } from '../../matches/matches/index.ts'
import { updateSummaries } from '../../matches/sums/index.ts'
import { runReport } from './run-report.ts'
import { reportUndo } from './undo-report.ts'

const folder = new URL('./reading/fixtures/', import.meta.url)
const readFixture = (name: string) => readFileSync(new URL(name, folder))
const expected = z
  .object({
    everything_in_order: z.object({
      order: z.array(z.string()),
      usd: z.object({ doubtful_cents: z.number(), tied_cents: z.number(), new_cents: z.number() }),
      ties: z.object({ clear: z.number(), doubtful: z.number(), new: z.number() }),
      received_by_gift: z.record(z.string(), z.number()),
    }),
    files: z.record(
      z.string(),
      z.object({ lines: z.array(z.object({ kind: z.string(), tie: z.string(), gift_cents: z.number() })).optional() }),
    ),
  })
  .parse(JSON.parse(readFixture('expected.json').toString()))
const { everything_in_order: everything, files } = expected
const linesOfAll = Object.values(files).flatMap(({ lines = [] }) => lines)
const ownCents = linesOfAll.reduce((sum, { gift_cents }) => sum + gift_cents, 0)
const ownGifts = linesOfAll.filter(({ kind }) => kind === 'gift').length
const giftRows: Record<string, string>[] = parse(readFixture('gifts.csv'), { columns: true })

let app: TestApp
const companyIds = new Map<string, number>()
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-21T15:00:00Z') })
  for (const { id, name } of await app.query<{ id: string; name: string }>('SELECT id, name FROM companies')) {
    companyIds.set(name, Number(id))
  }
})
afterAll(() => app.stop())

async function foundation(rows: readonly Record<string, string>[] = giftRows) {
  const id = await app.createOrganization({ name: 'Riverbend Example Foundation' })
  const token = await app.signIn(await app.createMember(id, 'write'))
  if (rows.length > 0)
    await app.createDonations(
      rows.map((row) => ({
        organization: id,
        transaction: row['transaction_id'] ?? '',
        at: `${row['donated_at']} 10:00`,
        cents: Math.round(Number(row['amount']) * 100),
        donor: row['donor_name'] ?? '',
        email: row['donor_email'] ?? '',
        company: companyIds.get(row['company_name'] ?? ''),
        employer: row['company_name'] ?? '',
        status: Number(row['status'] ?? 4),
        estimatedCents: Number(row['estimate'] ?? 0) * 100,
      })),
    )
  const params = { id }
  const get = async (reportId: number) =>
    (await app.call(payouts.getPayoutReport, { params: { id, reportId } }, { token })).report
  const read = async (reportId: number) => {
    await expect.poll(async () => (await get(reportId)).state).toMatch(/done|failed|asking/)
    return get(reportId)
  }
  const answerWith = async (reportId: number, answers: Readonly<Record<string, string>>) => {
    await app.call(payouts.answerPayoutReport, { params: { id, reportId }, body: { answers } }, { token })
    return read(reportId)
  }
  const answer = async (reportId: number, isRecorded: boolean) => {
    const { questions } = await get(reportId)
    const choose = ({ id, answer: cautious }: payouts.ReportQuestion) => [id, isRecorded ? 'record' : cautious]
    return answerWith(reportId, Object.fromEntries(questions.map(choose)))
  }
  const send = async (name: string, bytes: string | Buffer) => {
    const form = new FormData()
    form.set('report', new File([bytes instanceof Buffer ? new Uint8Array(bytes) : bytes], name))
    const { report } = await app.call(payouts.uploadPayoutReport, { params, form }, { token })
    return read(report.id)
  }
  return {
    get,
    send,
    answer,
    answerWith,
    add: (reportId: number) => app.call(payouts.addUnmatchedLines, { params: { id, reportId } }, { token }),
    id,
    token,
    params,
    upload: async (name: string, bytes: string | Buffer = readFixture(name)) => {
      const report = await send(name, bytes)
      return report.state === 'asking' ? answer(report.id, true) : report
    },
    undo: async (reportId: number) => {
      await app.call(payouts.undoPayoutReport, { params: { id, reportId } }, { token })
      await expect.poll(async () => (await get(reportId)).state).toBe('undone')
    },
    list: () => app.call(payouts.listPayouts, { params }, { token }),
    waiting: () => app.call(payouts.listWaitingLines, { params }, { token }),
    settle: (lineId: number, donationId: number | null) =>
      app.call(payouts.settlePayoutLine, { params: { id, lineId }, body: { donation_id: donationId } }, { token }),
    reopen: (lineId: number) => app.call(payouts.reopenPayoutLine, { params: { id, lineId } }, { token }),
    matches: () =>
      app.query<
        Record<'transaction_id' | 'received_cents' | 'estimated_cents' | 'payment_state', string> & {
          id: string
          status_id: number
          received_at: Date | null
        }
      >(
        `SELECT id, transaction_id, status_id, payment_state, received_cents, estimated_cents, received_at, reason_code, inert
         FROM donations WHERE organization_id = $1 ORDER BY id`,
        [id],
      ),
    sums: async () => {
      const [row] = await app.query<Record<'received' | 'ledger' | 'tied', string>>(
        `SELECT (SELECT coalesce(sum(received_cents), 0) FROM donations WHERE organization_id = $1) AS received,
           (SELECT coalesce(sum(cents), 0) FROM payout_entries WHERE organization_id = $1) AS ledger,
           (SELECT coalesce(sum(tied_cents), 0) FROM payouts WHERE organization_id = $1) AS tied`,
        [id],
      )
      return [Number(row?.received), Number(row?.ledger), Number(row?.tied)]
    },
  }
}

test('thirteen reports pay matches exact to the cent, add nothing twice, and leave nothing after an undo', async () => {
  const { id, params, token, upload, add, list, matches, sums, undo } = await foundation()
  const before = await matches()
  const reports: Awaited<ReturnType<typeof upload>>[] = []
  for (const name of everything.order.filter((file) => file !== 'bank_statement.csv')) {
    reports.push(await upload(name, readFixture(name.replace(' (1)', ''))))
  }
  expect(reports.map(({ state, error }) => [state, error])).toEqual(reports.map(() => ['done', null]))
  const count = (of: (report: (typeof reports)[number]) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0)
  const unmatched = everything.ties.new - ownGifts
  expect({ clear: count((r) => r.tied), doubtful: count((r) => r.doubtful), new: count((r) => r.unmatched) }).toEqual({
    ...everything.ties,
    new: unmatched,
  })
  expect([count((r) => r.own_gifts), count((r) => r.added), count((r) => r.to_add)]).toEqual([ownGifts, 0, unmatched])
  expect(reports[1]).toMatchObject({ tied: 0, doubtful: 0, unmatched: 0, known: 66 })
  const { tied_cents, doubtful_cents } = everything.usd
  const new_cents = everything.usd.new_cents - ownCents
  expect(await sums()).toEqual([tied_cents, tied_cents, tied_cents])
  expect((await list()).sums[0]).toMatchObject({
    ...{ tied: tied_cents / 100, waiting: (doubtful_cents + new_cents) / 100, own_gifts: ownCents / 100 },
  })
  expect((await matches()).filter(({ transaction_id }) => transaction_id.startsWith('payout-'))).toEqual([])
  for (const { id, to_add } of reports) expect((await add(id)).added).toBe(to_add)
  const after = await matches()
  const received = new Map(after.map((row) => [row.transaction_id, row]))
  for (const [gift, cents] of Object.entries(everything.received_by_gift)) {
    expect([gift, Number(received.get(gift)?.received_cents)]).toEqual([gift, cents])
  }
  expect(await sums()).toEqual([tied_cents + new_cents, tied_cents + new_cents, tied_cents + new_cents])
  const { sums: shown } = await list()
  expect(shown.map(({ currency, tied, waiting, unexplained }) => [currency, tied, waiting, unexplained])).toEqual([
    ['USD', (tied_cents + new_cents) / 100, doubtful_cents / 100, 512.4 + 300 + 1800 + 1250 + 450],
    ['CAD', 0, 0, 220],
  ])
  expect(received.get('RV-10055')).toMatchObject({
    status_id: 1,
    payment_state: 'paid',
    received_at: new Date('2026-08-31T12:00:00Z'),
  })
  expect(received.get('RV-10012')).toMatchObject({ status_id: 1, payment_state: 'part_paid' })
  expect(received.get('RV-10092')).toMatchObject({ status_id: 1, payment_state: 'paid' })
  expect(received.get('RV-10069')).toEqual(before.find(({ transaction_id }) => transaction_id === 'RV-10069'))
  const standing = () => app.call(statistics.getMatchSummary, { params }, { token })
  const paid = after.filter(({ received_cents }) => Number(received_cents) !== 0)
  const money = { received: (tied_cents + new_cents) / 100, other_received: {}, matches: paid.length }
  expect(await standing()).toMatchObject({ money, to_do: { payout_lines: everything.ties.doubtful } })
  const [ofYear] = await app.query<{ received: string }>(
    `SELECT coalesce(sum(tied_cents), 0) / 100.0 AS received FROM payouts
     WHERE organization_id = $1 AND extract(year FROM coalesce(paid_on, period_end)) = $2`,
    [params.id, app.clock().getUTCFullYear()],
  )
  expect((await standing()).money_this_year).toEqual({
    year: app.clock().getUTCFullYear(),
    received: Number(ofYear?.received),
    other_received: {},
  })
  expect(Number(ofYear?.received)).toBeGreaterThan(0)
  await updateSummaries(app.platform)
  expect((await standing()).money).toEqual(money)
  for (const ready of ['received', 'campaigns'] as const) {
    const { filters } = readyReports.readyReportDefinition(ready, {})
    const { total } = await app.call(reportRoutes.sumReport, { params, body: { filters } }, { token })
    expect([ready, total.received, total.received_gifts]).toEqual([ready, money.received, money.matches])
  }
  const unestimated = after.filter(({ status_id, estimated_cents }) => status_id === 1 && Number(estimated_cents) === 0)
  expect(unestimated.length).toBeGreaterThanOrEqual(unmatched)
  expect((await standing()).received_unestimated).toBe(unestimated.length)
  const added = after.filter(({ transaction_id }) => transaction_id.startsWith('payout-'))
  expect(added).toHaveLength(unmatched)
  expect(new Set(added.map((row) => JSON.stringify([row.status_id, row.payment_state])))).toEqual(
    new Set(['[1,"paid"]']),
  )
  expect(added[0]).toMatchObject({ reason_code: 'from_payout', inert: true })
  const [wrong] = await app.query<{ matches: string }>(
    `SELECT count(*) AS matches FROM donations d JOIN LATERAL (
       SELECT coalesce(nullif(l.gift_cents, 0), l.stated_gift_cents, 0) AS given FROM payout_lines l
       WHERE l.organization_id = d.organization_id AND l.donation_id = d.id AND l.tied_by = 'new' ORDER BY l.id LIMIT 1) l ON true
     WHERE d.organization_id = $1 AND d.amount_cents <> l.given`,
    [id],
  )
  expect(Number(wrong?.matches)).toBe(0)

  for (const report of reports.toReversed()) await undo(report.id)
  expect(await matches()).toEqual(before)
  expect(await sums()).toEqual([0, 0, 0])
  expect((await list()).total).toBe(0)
  expect((await standing()).money).toEqual({ received: 0, other_received: {}, matches: 0 })
  const files = await app.query('SELECT 1 FROM payout_reports WHERE organization_id = $1 AND file_key IS NOT NULL', [
    id,
  ])
  expect(files).toEqual([])
})

test('an unreadable cell excludes only its line, and gifts next to matches still do not count', async () => {
  const { upload, list, sums } = await foundation([])
  const lines = ['750.00,750.00', '10.00,25.00', '125.00,125.00', '33.00,33.00', '-75.00,75.00', 'abc,1'].map(
    (money, at) => `Acme,Donor,${at},2026-11-0${at + 1},J-${at},${money},JV-900,11/20/2026`,
  )
  const header =
    'Company,First Name,Last Name,Donation Date,Transaction ID,Match Amount,Donation Amount,Disbursement ID,Payment Date'
  expect(await upload('up.csv', [header, ...lines].join('\n'))).toMatchObject({
    unmatched: 4,
    doubtful: 1,
    refused: [{ sheet_row: 7, why: 'Its “Match Amount” says “abc”, which is not an amount.' }],
  })
  expect((await list()).payouts).toMatchObject([{ reference: 'JV-900', gross: 843, tied: 0, waiting: 843 }])
  expect(await sums()).toEqual([0, 0, 0])
})

test('one more line adds one line, with and without a number', async () => {
  const { upload, list } = await foundation([])
  for (const name of ['frontstream_payment_report.csv', 'goodstack_millie_donations.csv']) {
    const first = await upload(name)
    const lines = readFixture(name).toString().trimEnd().split('\n')
    const last = lines
      .at(-1)
      ?.replace(/3301\d{4}/, '33099999')
      .replace(/^[0-9a-f]{8}-/, '77777777-')
    const more = [...lines, last].join('\n')
    expect(await upload(name, more)).toMatchObject({
      known: first.unmatched + first.own_gifts + first.tied + first.doubtful,
      own_gifts: 1,
      tied: 0,
    })
  }
  expect((await list()).payouts.map(({ payer, lines }) => [payer, lines]).sort()).toEqual([
    ['FrontStream', 25],
    ['Percent Impact Foundation', 22],
  ])
})

test('a doubtful line waits with its candidates until it is settled, and can be reopened', async () => {
  const { upload, waiting, settle, reopen, matches, sums } = await foundation()
  await upload('employer_remittance.xlsx')
  const { lines, total } = await waiting()
  expect(total).toBe(4 + 3)
  const vera = lines.find(({ line }) => line.donor_name === 'Vera Mythwell')
  expect(vera?.candidates.map(({ transaction_id, why }) => [transaction_id, why])).toEqual([
    ['RV-10006', 'Same email and amount; the gift is 5 days earlier'],
    ['RV-10001', 'Same email and amount; the gift is 25 days earlier'],
  ])
  const before = await matches()
  const [first] = vera?.candidates ?? []
  const lineId = vera?.line.id ?? 0
  const { line } = await settle(lineId, first?.donation_id ?? 0)
  expect(line).toMatchObject({ state: 'tied', tied_by: 'person', donation_id: first?.donation_id })
  const paid = (await matches()).find(({ transaction_id }) => transaction_id === 'RV-10006')
  expect(paid).toMatchObject({ status_id: 1, payment_state: 'paid', received_cents: '20000' })
  await expect(settle(lineId, vera?.candidates[1]?.donation_id ?? 0)).rejects.toThrow(payouts.payoutMessages.gone)
  await reopen(lineId)
  expect(await matches()).toEqual(before)
  const asOwn = await settle(lineId, null)
  expect(asOwn.line.tied_by).toBe('new')
  expect(await matches()).toHaveLength(before.length + 1)
  await reopen(lineId)
  expect(await matches()).toEqual(before)
  const [received, ledger, tied] = await sums()
  expect([ledger, tied]).toEqual([received, received])
  expect((await waiting()).total).toBe(4 + 3)
})

test('a typed-in check finds its gift by the number in its letter and counts once', async () => {
  const { id, token, params, matches } = await foundation()
  const chapter = await app.createOrganization({ name: 'Riverbend North', type: 'chapter', parent_id: id })
  await app.createDonation({
    organization: chapter,
    transaction: 'RV-90001',
    cents: 5_000,
    donor: 'Ada Byron',
    status: 4,
  })
  const body = {
    payer: 'John Deere Foundation',
    reference: '55120873',
    paid_on: '2026-09-10',
    lines: [
      { donor_name: 'Léo Parableigh', amount: '50', note: 'ref RV-10046' },
      { donor_name: 'Felix O’Sample', amount: '$1,250.00' },
    ],
  }
  const { report } = await app.call(payouts.addCheck, { params, body }, { token })
  expect(report).toMatchObject({ state: 'done', file_name: null, tied: 1, unmatched: 1 })
  const paid = (await matches()).find(({ transaction_id }) => transaction_id === 'RV-10046')
  expect(paid).toMatchObject({ status_id: 1, received_cents: '5000', received_at: new Date('2026-09-10T12:00:00Z') })
  await expect(app.call(payouts.addCheck, { params, body }, { token })).rejects.toThrow(payouts.payoutMessages.known)
  await app.call(payouts.addUnmatchedLines, { params: { id, reportId: report.id } }, { token })
  const { payouts: all } = await app.call(payouts.listPayouts, { params }, { token })
  expect(all).toHaveLength(1)
  const payoutId = all[0]?.id ?? 0
  const shown = await app.call(payouts.getPayout, { params: { id, payoutId } }, { token })
  expect(shown.payout).toMatchObject({ payer: 'John Deere Foundation', gross: 1300, tied: 1300, waiting: 0, lines: 2 })
  expect(shown.lines.map(({ tied_by }) => tied_by)).toEqual(['id', 'new'])
  const own = 'Riverbend Example Foundation'
  expect(shown.organizations).toEqual([{ id, name: own, lines: 2, received: 1300 }])
  const lines = [
    { amount: '70', note: 'ref RV-90001' },
    { donor_name: 'Kim Testwell', amount: '30' },
  ]
  const other = await app.call(payouts.addCheck, { params, body: { ...body, reference: '2', lines } }, { token })
  await app.call(payouts.addUnmatchedLines, { params: { id, reportId: other.report.id } }, { token })
  const { payouts: checks } = await app.call(payouts.listPayouts, { params }, { token })
  const second = checks.find(({ reference }) => reference === '2')
  const both = await app.call(payouts.getPayout, { params: { id, payoutId: second?.id ?? 0 } }, { token })
  expect(both.lines.map(({ organization }) => organization)).toEqual(['Riverbend North', own])
  expect(both.organizations).toEqual([
    { id: both.lines[0]?.organization_id, name: 'Riverbend North', lines: 1, received: 70 },
    { id, name: own, lines: 1, received: 30 },
  ])
})

test('a check’s line is tied to the donor’s only match with this expected amount at its payer', async () => {
  const { id, token, params, waiting, reopen, matches, sums } = await foundation([])
  const microsoft = companyIds.get('Microsoft')
  const gift = (transaction: string, donor: string, cents: number, company = microsoft) => ({
    ...{ organization: id, transaction, at: '2026-10-05 10:00', cents, donor, status: 4, company },
    email: `${transaction}@example.org`,
  })
  await app.createDonations([
    gift('E-1', 'Ada Byron', 10_320),
    gift('E-2', 'Ada Byron', 20_640),
    gift('E-3', 'Kim Testwell', 10_320),
    gift('E-4', 'Kim Testwell', 10_320),
    gift('E-5', 'Noor Nguyen', 10_320, companyIds.get('Verizon')),
  ])
  await app.query('UPDATE donations SET estimated_cents = 2 * amount_cents WHERE organization_id = $1', [id])
  const lines = ['Ada Byron', 'Kim Testwell', 'Noor Nguyen', 'Ada Byron'].map((donor_name) => ({
    donor_name,
    amount: 206.4,
  }))
  const body = { payer: 'Microsoft', reference: '7', paid_on: '2026-11-20', lines }
  const { report } = await app.call(payouts.addCheck, { params, body }, { token })
  expect(report).toMatchObject({ tied: 1, doubtful: 3, unmatched: 0 })
  const one = (await matches()).find(({ transaction_id }) => transaction_id === 'E-1')
  expect(one).toMatchObject({ status_id: 1, payment_state: 'paid', received_cents: '20640' })
  const offered = (await waiting()).lines.map(({ line, candidates }) => [
    line.donor_name,
    candidates.map(({ transaction_id }) => transaction_id),
  ])
  expect(offered).toEqual([
    ['Kim Testwell', ['E-4', 'E-3']],
    ['Noor Nguyen', ['E-5']],
    ['Ada Byron', ['E-2']],
  ])
  const [payout] = (await app.call(payouts.listPayouts, { params }, { token })).payouts
  const shown = await app.call(payouts.getPayout, { params: { id, payoutId: payout?.id ?? 0 } }, { token })
  expect(shown.lines[0]).toMatchObject({ tied_by: 'expected', donation_id: Number(one?.id) })
  await reopen(shown.lines[0]?.id ?? 0)
  const again = (await waiting()).lines.find(({ line }) => line.id === shown.lines[0]?.id)
  expect(again?.candidates.map(({ transaction_id }) => transaction_id)).toEqual(['E-1'])
  expect(await sums()).toEqual([0, 0, 0])
})

test('a check cannot be dated after the organization’s today, and counts once without a number', async () => {
  const { id, token, params, list } = await foundation([])
  const check = (paid_on: string) => ({ params, body: { payer: 'Acme', paid_on, lines: [{ amount: 20 }] } })
  await app.query("UPDATE organizations SET time_zone = 'Pacific/Honolulu' WHERE id = $1", [id])
  const refused = await app.refusal(payouts.addCheck, check('2026-11-22'), { token })
  expect([refused.status, refused.fields]).toEqual([422, { paid_on: 'The date is in the future' }])
  expect((await list()).total).toBe(0)
  await app.call(payouts.addCheck, check('2026-11-21'), { token })
  expect((await list()).total).toBe(1)
  const again = await app.refusal(payouts.addCheck, check('2026-11-21'), { token })
  expect([again.status, again.message]).toEqual([409, payouts.payoutMessages.knownUnnumbered])
})

test('a repeated number on another day is another check, and each entry can be undone', async () => {
  const { id, token, params, list, upload, undo } = await foundation([])
  const check = (paid_on: string, amount: number, donor_name = 'Ada Byron') =>
    app.call(
      payouts.addCheck,
      { params, body: { payer: 'Harborlight Software', reference: '88', paid_on, lines: [{ donor_name, amount }] } },
      { token },
    )
  const shown = async () => (await list()).payouts.map(({ paid_on, gross, lines }) => [paid_on, gross, lines])
  const last = await check('2026-11-20', 100)
  await check('2025-11-20', 100)
  await check('2026-11-19', 30)
  await expect(check('2025-11-20', 100)).rejects.toThrow(payouts.payoutMessages.known)
  const three = [
    ['2026-11-20', 100, 1],
    ['2026-11-19', 30, 1],
    ['2025-11-20', 100, 1],
  ]
  expect(await shown()).toEqual(three)
  const more = await check('2026-11-20', 20, 'Kim Testwell')
  expect(await shown()).toEqual([['2026-11-20', 120, 2], ...three.slice(1)])

  const get = async () => {
    const [newest] = (await list()).payouts
    return app.call(payouts.getPayout, { params: { id, payoutId: newest?.id ?? 0 } }, { token })
  }
  expect((await get()).reports.map(({ id }) => id)).toEqual([last.report.id, more.report.id])
  await undo(last.report.id)
  const left = await get()
  expect([left.report.id, left.reports.map(({ id }) => id), left.payout.gross]).toEqual([
    more.report.id,
    [more.report.id],
    20,
  ])
  await undo(more.report.id)
  expect(await shown()).toEqual(three.slice(1))
  await check('2026-11-20', 100)
  expect(await shown()).toEqual(three)
  expect((await list()).sums).toMatchObject([{ gross: 230, tied: 0, waiting: 230 }])

  const header = 'Payer,Check Number,Payment Date,Company,Donor,Transaction ID,Match Amount'
  const line = (day: string, transaction: string) => `Acme Foundation,7,${day},Acme,Noor Nguyen,${transaction},50.00`
  const report = (...lines: string[]) => upload('acme.csv', [header, ...lines].join('\n'))
  await report(line('11/02/2026', 'A-1'))
  expect(await report(line('11/06/2026', 'A-1'), line('11/06/2026', 'A-2'))).toMatchObject({ known: 1, unmatched: 1 })
  expect(await report(line('11/02/2024', 'A-0'))).toMatchObject({ known: 0, unmatched: 1 })
  expect(await report(line('11/02/2024', 'A-0'))).toMatchObject({ known: 1, unmatched: 0 })
  const ofAcme = (await list()).payouts.filter(({ payer }) => payer === 'Acme Foundation')
  expect(ofAcme.map(({ paid_on, gross }) => [paid_on, gross])).toEqual([
    ['2026-11-02', 100],
    ['2024-11-02', 50],
  ])
})

test('a number on two days is two payouts, and the same line of both waits', async () => {
  const { upload, undo, list } = await foundation([])
  const report = (number: string, ...lines: readonly (readonly [string, string])[]) => {
    const rows = lines.map(
      ([day, transaction]) => `Acme Foundation,${number},${day},Acme,Noor Nguyen,${transaction},50.00`,
    )
    const header = 'Payer,Check Number,Payment Date,Company,Donor,Transaction ID,Match Amount'
    return upload('acme.csv', [header, ...rows].join('\n'))
  }
  const shown = async (number: string) =>
    (await list()).payouts
      .filter(({ reference }) => reference === number)
      .map(({ paid_on, gross, lines }) => [paid_on, gross, lines])
  const rows = [
    ['11/02/2025', 'B-1'],
    ['11/02/2026', 'B-2'],
    ['', 'B-3'],
    ['11/20/2026', 'B-4'],
    ['11/04/2025', 'B-1'],
  ] as const
  const years = await report('12', ...rows)
  expect(years).toMatchObject({ unmatched: 4, doubtful: 1, known: 0 })
  const four = [
    ['2026-11-20', 50, 1],
    ['2026-11-02', 50, 1],
    ['2025-11-04', 50, 1],
    ['2025-11-02', 100, 2],
  ]
  expect(await shown('12')).toEqual(four)
  expect(await report('12', ...rows)).toMatchObject({ unmatched: 0, known: 5 })
  expect(await report('12', ...rows.toReversed())).toMatchObject({ unmatched: 0, known: 5 })
  expect(await shown('12')).toEqual(four)
  await undo(years.id)
  expect(await shown('12')).toEqual([])

  await report('13', ['09/20/2026', 'C-1'])
  const around = [
    ['08/01/2026', 'C-2'],
    ['10/10/2026', 'C-1'],
  ] as const
  expect(await report('13', ...around)).toMatchObject({ unmatched: 1, known: 1 })
  expect(await report('13', ...around)).toMatchObject({ unmatched: 0, known: 2 })
  expect(await shown('13')).toEqual([
    ['2026-09-20', 50, 1],
    ['2026-08-01', 50, 1],
  ])
})

test.each(['one file', 'two files'])(
  'a payment under the number of an earlier one is added, not known (%s)',
  async (files) => {
    const gifts = [given('EFT-1', 'Liam Ortiz', '250'), given('EFT-2', 'Kim Lane', '40')]
    const { send, sums, list, waiting } = await again(gifts)
    const header = 'Check Number,Check Date,Company,Donor,Email,Donation Date,Match Amount'
    const row = (day: string, name: string, money: string) =>
      `EFT,${day},Microsoft,${name},${name.toLowerCase().replace(' ', '.')}@example.org,2026-10-15,${money}`
    const first = [row('10/20/2026', 'Liam Ortiz', '250.00')]
    const second = [row('11/20/2026', 'Kim Lane', '40.00'), row('11/20/2026', 'Liam Ortiz', '250.00')]
    const parts = files === 'one file' ? [[...first, ...second]] : [first, second]
    for (const rows of parts) await send('eft.csv', [header, ...rows].join('\n'))
    expect(await sums()).toEqual([29_000, 29_000, 29_000])
    expect((await list()).payouts.map(({ paid_on, gross, waiting }) => [paid_on, gross, waiting])).toEqual([
      ['2026-11-20', 290, 250],
      ['2026-10-20', 250, 0],
    ])
    expect((await waiting()).lines.map(({ line }) => line.repeats?.paid_on)).toEqual(['2026-10-20'])
  },
)

test('a payment that was sent again in the same file waits and counts once', async () => {
  const { send, sums, waiting, list, app: call } = await again([given('RE-1', 'Liam Ortiz', '250')])
  const line = (number: string, day: string, status: string) =>
    `Microsoft,2026-10-15,Liam Ortiz,liam.ortiz@example.org,T-1,USD,250.00,${number},${day},${status}`
  const rows = [line('70010', '2026-11-01', 'Reissued'), line('70099', '2026-11-20', 'Cleared')]
  const report = await send('again.csv', [`${caseHeader},Payment Status`, ...rows].join('\n'))
  expect(report).toMatchObject({ state: 'done', tied: 1, doubtful: 1, refused: [] })
  const [one] = (await waiting()).lines
  expect(one?.line).toMatchObject({ reference: '70099', repeats: { reference: '70010' } })
  await call(one?.line.id ?? 0, { same_payment: true })
  expect(await sums()).toEqual([25_000, 25_000, 25_000])
  expect((await list()).sums).toMatchObject([{ gross: 250, tied: 250, waiting: 0 }])
})

test('a recorded payment that a later report calls undone is voided by a person, and restored', async () => {
  const { upload, params, token, sums, matches, list, waiting, undo } = await again([
    given('VO-1', 'Liam Ortiz', '250'),
  ])
  const header = `${caseHeader},Payment Status`
  const line = (person: string, status: string) =>
    `Microsoft,2026-10-15,${person},${person.toLowerCase().replace(' ', '.')}@example.org,T-${person},USD,250.00,C-1,2026-11-10,${status}`
  const paid = await upload('paid.csv', [header, line('Liam Ortiz', 'Cleared'), line('Nora New', 'Cleared')].join('\n'))
  await app.call(payouts.addUnmatchedLines, { params: { ...params, reportId: paid.id } }, { token })
  await upload('more.csv', [header, line('Pia Plum', 'Cleared')].join('\n'))
  const before = await matches()
  const voided = [
    line('Pia Plum', 'Voided'),
    line('Kim Lane', 'Cleared'),
    line('Liam Ortiz', 'Voided'),
    line('Nora New', 'Voided'),
  ]
  const later = await upload('later.csv', [header, ...voided].join('\n'))
  expect(later).toMatchObject({
    warnings: ['Payment C-1 was recorded earlier, but this report says it was voided.'],
    ...{ to_void: 3, voided: 0 },
  })
  expect(await sums()).toEqual([50_000, 50_000, 50_000])
  const voidReportedLines = async (undo: boolean) =>
    (await app.call(payouts.voidPayments, { params: { ...params, reportId: later.id }, body: { undo } }, { token }))
      .report
  const listed = async () => (await list()).sums[0]
  expect(await listed()).toMatchObject({ gross: 1000, tied: 500, waiting: 500, waiting_lines: 2 })
  expect(await voidReportedLines(false)).toMatchObject({ to_void: 0, voided: 3 })
  expect(await sums()).toEqual([0, 0, 0])
  expect(await listed()).toMatchObject({ gross: 250, tied: 0, waiting: 250, waiting_lines: 1 })
  expect((await waiting()).lines.map(({ line }) => line.donor_name)).toEqual(['Kim Lane'])
  expect((await matches()).map(({ transaction_id, received_cents }) => [transaction_id, received_cents])).toEqual([
    ['VO-1', '0'],
  ])
  expect(await voidReportedLines(true)).toMatchObject({ to_void: 3, voided: 0 })
  expect(await sums()).toEqual([50_000, 50_000, 50_000])
  expect(await listed()).toMatchObject({ gross: 1000, tied: 500, waiting: 500, waiting_lines: 2 })
  await voidReportedLines(false)
  await undo(later.id)
  expect(await sums()).toEqual([50_000, 50_000, 50_000])
  expect(await listed()).toMatchObject({ gross: 750, tied: 500, waiting: 250, waiting_lines: 1 })
  const withoutIds = (rows: Awaited<ReturnType<typeof matches>>) =>
    rows.map(({ status_id, received_cents, payment_state }) => [status_id, received_cents, payment_state])
  expect(withoutIds(await matches())).toEqual(withoutIds(before))
  const other = [line('Omar Ivy', 'Cleared'), line('Omar Diaz', 'Voided')]
  expect((await upload('other.csv', [header, ...other].join('\n'))).warnings).toEqual([])
})

test('a typed-in check and a report with its payer and number count once', async () => {
  const { send, sums, waiting, params, token } = await again([given('TC-1', 'Liam Ortiz', '250')])
  await app.query("UPDATE donations SET estimated_cents = amount_cents WHERE transaction_id = 'TC-1'")
  const body = { payer: 'Microsoft', reference: '9002', paid_on: '2026-11-20' }
  const lines = [{ donor_name: 'Liam Ortiz', amount: 250 }]
  await app.call(payouts.addCheck, { params, body: { ...body, lines } }, { token })
  const row = 'Microsoft,9002,2026-11-20,Microsoft,Liam Ortiz,liam.ortiz@example.org,2026-10-15,T-9,250.00'
  await send(
    'ms.csv',
    `Payer,Check Number,Check Date,Company,Donor,Email,Donation Date,Transaction ID,Match Amount\n${row}`,
  )
  expect(await sums()).toEqual([25_000, 25_000, 25_000])
  expect((await waiting()).lines.map(({ line }) => line.repeats?.is_typed)).toEqual([true])
})

test('a list of gifts and their employers raises a question and records no money', async () => {
  const { send, answer, sums, list } = await again([given('GL-1', 'Liam Ortiz', '250')])
  const text = `Donor Name,Email,Employer,Gift Date,Gift Amount,Check Number
Liam Ortiz,liam.ortiz@example.org,Microsoft,2026-10-15,250.00,2211`
  const report = await send('gifts.csv', text)
  expect(report.questions).toMatchObject([
    {
      text: 'This looks like a list of gifts. Nothing in it says employers paid. Record its one amount as money from employers anyway?',
      examples: [{ sheet_row: 2, text: 'Liam Ortiz · Microsoft · $250' }],
      answer: 'stop',
    },
  ])
  await answer(report.id, false)
  expect([await sums(), (await list()).total]).toEqual([[0, 0, 0], 0])
})

test('the day of a check is not the day of its gifts', async () => {
  const { id, token, params, waiting, settle, matches } = await foundation([])
  const gift = { organization: id, transaction: 'F-1', at: '2026-11-20 10:00', cents: 5_000, status: 4 }
  await app.createDonation({ ...gift, donor: 'Ada Byron', email: 'ada@example.org' })
  const lines = [
    { donor_email: 'ada@example.org', amount: 50 },
    { donor_name: 'Kim Testwell', amount: 20 },
  ]
  const body = { payer: 'Acme', reference: '9', paid_on: '2026-11-20', lines }
  const { report, payout_id: payoutId } = await app.call(payouts.addCheck, { params, body }, { token })
  expect(report).toMatchObject({ tied: 0, doubtful: 1, unmatched: 1 })
  const get = () => app.call(payouts.getPayout, { params: { id, payoutId } }, { token })
  expect((await get()).lines.map(({ given_on }) => given_on)).toEqual([null, null])
  const [first] = (await waiting()).lines
  const match = first?.candidates[0]
  expect([match?.transaction_id, match?.given_on]).toEqual(['F-1', '2026-11-20'])
  await settle(first?.line.id ?? 0, match?.donation_id ?? 0)
  expect((await matches()).map(({ received_cents }) => Number(received_cents))).toEqual([5_000])
  await expect(app.call(payouts.addCheck, { params, body }, { token })).rejects.toThrow(payouts.payoutMessages.known)
})

test('a payout without a date is dated by hand, and its matches are received on that day', async () => {
  const { id, token, params, upload, list, matches } = await foundation([given('ND-1', 'Pat Line', '40')])
  const header = caseHeader.replace(',Payment Date', '')
  const row = 'Microsoft,2026-10-15,Pat Line,pat.line@example.org,ND-1,USD,40.00,D-1'
  expect(await upload('undated.csv', `${header}\n${row}`)).toMatchObject({ tied: 1 })
  const [payout] = (await list()).payouts
  expect(payout?.paid_on).toBeNull()
  const date = (paid_on: string | null) =>
    app.call(payouts.setPayoutDate, { params: { id, payoutId: payout?.id ?? 0 }, body: { paid_on } }, { token })
  const year = async () => (await app.call(statistics.getMatchSummary, { params }, { token })).money_this_year.received
  const received = async () => (await matches()).map((match) => [match.received_cents, match.received_at])
  const before = await received()
  expect(await year()).toBe(0)
  expect((await date('2026-11-03')).payout.paid_on).toBe('2026-11-03')
  expect(await received()).toEqual([['4000', new Date('2026-11-03T12:00:00Z')]])
  expect(await year()).toBe(40)
  expect((await upload('undated.csv', `${header}\n${row}`)).known).toBe(1)
  expect((await date(null)).payout.paid_on).toBeNull()
  expect(await received()).toEqual(before)
  await expect(date('2026-11-22')).rejects.toThrow('The date is in the future')
})

test('a report without a payer was paid by the company on all its lines', async () => {
  const { id, token, upload, list } = await foundation([])
  const report = (day: string, ...companies: string[]) =>
    upload(
      'matches.csv',
      [
        'Company,Donor,Transaction ID,Match Amount,Payment Date',
        ...companies.map((company, at) => `${company},Noor Nguyen,D${day.slice(0, 2)}-${at},5,${day}`),
      ].join('\n'),
    )
  const paidBy = async () => (await list()).payouts.map(({ payer }) => payer)
  await report('11/03/2026', 'Acme', 'Acme')
  expect(await paidBy()).toEqual(['Acme'])
  await report('10/03/2026', 'Acme', 'Initech')
  expect(await paidBy()).toEqual(['Acme', ''])
  const [one] = (await list()).payouts
  const shown = await app.call(payouts.getPayout, { params: { id, payoutId: one?.id ?? 0 } }, { token })
  expect(shown.payout.payer).toBe('Acme')
})

test('undone money restores the previous status and its date, and sends only emails that it had prevented', async () => {
  const { id, upload, undo } = await foundation([])
  const microsoft = companyIds.get('Microsoft')
  const gift = (transaction: string) => ({
    ...{ organization: id, transaction, at: '2026-10-05 10:00', cents: 5_000, donor: transaction, status: 7 },
    ...{ email: `${transaction}@example.org`, company: microsoft, employer: 'Microsoft' },
  })
  const all = ['told', 'kept-back', 'kept-long-ago']
  await app.createDonations(all.map(gift))
  await app.query("UPDATE donations SET status_changed_at = '2026-10-06T00:00:00Z' WHERE organization_id = $1", [id])
  await app.query(
    `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at, state, problem)
     SELECT organization_id, id, donor_id, 'initial', 7, gen_random_uuid()::text, $2, $2, 'skipped',
       CASE transaction_id WHEN 'told' THEN 'The donor unsubscribed.'
         WHEN 'kept-long-ago' THEN 'The match moved on before this mail was due.' ELSE 'The match moved on before this email was due.' END
     FROM donations WHERE organization_id = $1`,
    [id, app.clock()],
  )
  const lines = all.map((gift) => `Microsoft,2026-10-05,${gift},${gift}@example.org,${gift},USD,50.00`)
  const report = await upload(
    'all.csv',
    `Company,Donation Date,Donor,Email,Transaction ID,Currency,Match Amount\n${lines.join('\n')}`,
  )
  expect(report).toMatchObject({ state: 'done', tied: 3 })
  await undo(report.id)
  expect(
    await app.query(
      `SELECT d.transaction_id, d.status_id, d.status_changed_at::date::text AS since, n.state FROM donations d
       LEFT JOIN notifications n ON n.organization_id = d.organization_id AND n.donation_id = d.id AND n.state = 'queued'
       WHERE d.organization_id = $1 ORDER BY d.id`,
      [id],
    ),
  ).toEqual([
    { transaction_id: 'told', status_id: 7, since: '2026-10-06', state: null },
    { transaction_id: 'kept-back', status_id: 7, since: '2026-10-06', state: 'queued' },
    { transaction_id: 'kept-long-ago', status_id: 7, since: '2026-10-06', state: 'queued' },
  ])
})

test('a gift with an archived match, or combined into one, is neither paid nor offered', async () => {
  const given = (transaction_id: string) => ({
    ...{ transaction_id, donated_at: '2026-04-04', amount: '30.00', company_name: 'Deere & Company' },
    ...{ donor_name: 'Pat Partly', donor_email: 'pat@example.org' },
  })
  const { id, params, token, matches } = await foundation([given('U-whole'), given('U-part')])
  const [whole] = await matches()
  await app.query('UPDATE donations SET status_id = 12 WHERE id = $1', [whole?.id])
  await app.query(
    "UPDATE donations SET status_id = 10, merged_into_id = $2 WHERE organization_id = $1 AND transaction_id = 'U-part'",
    [id, whole?.id],
  )
  const lines = ['ref U-part', 'ref U-whole', ''].map((note) => ({ donor_name: 'Pat Partly', amount: '30', note }))
  const body = { payer: 'John Deere', reference: '8', paid_on: '2026-09-10', lines }
  const { report } = await app.call(payouts.addCheck, { params, body }, { token })
  expect(report).toMatchObject({ tied: 0, doubtful: 0, unmatched: 3 })
})

test('a donor with a differently spelled name is a candidate, not a new match', async () => {
  const given = { transaction_id: 'U-1', donated_at: '2026-04-04', amount: '500.00', company_name: 'Deere & Company' }
  const gift = { ...given, donor_name: 'Åsa Ünreal', donor_email: 'asa@example.org' }
  const { params, token, waiting } = await foundation([gift])
  const typed = ['Asa Unreal', 'Asa B. Unreal', 'Åsa Unreel', 'Kim Testwell'].map((donor_name) => ({
    donor_name,
    amount: '500',
  }))
  const body = { payer: 'John Deere', reference: '7', paid_on: '2026-09-10', lines: typed }
  const { report } = await app.call(payouts.addCheck, { params, body }, { token })
  expect(report).toMatchObject({ tied: 0, doubtful: 3, unmatched: 1 })
  expect((await waiting()).lines.map(({ candidates }) => candidates.map(({ why }) => why))).toEqual([
    [expect.stringContaining('Same name and amount')],
    ['Similar name; same company and amount'],
    ['Similar name; same company and amount'],
    [],
  ])
})

test('a candidate shows why it was not linked automatically', async () => {
  const { upload, waiting } = await foundation([
    given('EQ-1', 'Pat Line', '40'),
    given('EQ-2', 'Pat Line', '40'),
    given('EQ-3', 'Noor Nguyen', '25'),
  ])
  const rows = ['Microsoft,2026-10-15,Pat Line,pat.line@example.org,40.00', 'Microsoft,2026-10-15,Noor Nguyen,,25.00']
  const header = 'Company,Donation Date,Donor,Email,Match Amount'
  await upload('equal.csv', [header, ...rows].join('\n'))
  expect((await waiting()).lines.map(({ candidates }) => candidates.map(({ why }) => why))).toEqual([
    ['Same email, amount, and day; 2 gifts fit equally', 'Same email, amount, and day; 2 gifts fit equally'],
    ['Same name, amount, and day; the line has no email'],
  ])
})

test('a report without a table is refused with the reader’s message', async () => {
  const { params, token } = await foundation([])
  const form = new FormData()
  form.set('report', new File(['%PDF-1.7 nothing'], 'report.pdf'))
  const response = await app.sendRoute(payouts.uploadPayoutReport, { params, form }, { token })
  expect(response.status).toBe(422)
  const statement = new FormData()
  statement.set('report', new File([readFixture('bank_statement.csv')], 'bank_statement.csv'))
  const refused = await app.sendRoute(payouts.uploadPayoutReport, { params, form: statement }, { token })
  expect(await refused.json()).toMatchObject({ message: payouts.payoutMessages.bankStatement })
})

test('an upload waits during an undo and is not compared with the removed lines', async () => {
  const { id, params, token, upload, sums } = await foundation()
  const text = readFixture('frontstream_payment_report.csv').toString().trimEnd()
  const first = await upload('frontstream_payment_report.csv')
  const before = await sums()
  await app.query("UPDATE payout_reports SET state = 'undoing' WHERE organization_id = $1 AND id = $2", [id, first.id])
  const corrected = [
    text,
    text
      .split('\n')
      .at(-1)
      ?.replace(/3301\d{4}/, '33099999'),
  ].join('\n')
  const form = new FormData()
  form.set('report', new File([corrected], 'corrected.csv'))
  const { report } = await app.call(payouts.uploadPayoutReport, { params, form }, { token })
  const jobs = () =>
    app.query("SELECT FROM pgboss.job WHERE name = 'payouts' AND data @> $1", [{ reportId: report.id }])
  await expect.poll(async () => (await jobs()).length).toBeGreaterThan(1)
  const get = async () =>
    (await app.call(payouts.getPayoutReport, { params: { id, reportId: report.id } }, { token })).report
  expect(await get()).toMatchObject({ state: 'queued', waits_for_undo: true })
  const body = { payer: 'Example', reference: '1', paid_on: '2026-09-10', lines: [{ donor_name: 'Ada', amount: '5' }] }
  await expect(app.call(payouts.addCheck, { params, body }, { token })).rejects.toThrow(payouts.payoutMessages.undoing)

  await app.call(payouts.undoPayoutReport, { params: { id, reportId: first.id } }, { token })
  await expect.poll(async () => (await get()).state).toBe('done')
  expect(await get()).toMatchObject({ known: 0, own_gifts: first.own_gifts + 1, waits_for_undo: false })
  expect(await sums()).toEqual(before)
})

test('a report with repeated failures ends with an error message', async () => {
  const { id } = await foundation([])
  const [report] = await app.query<{ id: number }>(
    `INSERT INTO payout_reports (organization_id, user_id, state, file_name, file_key, attempts, created_at)
     SELECT $1, max(id), 'running', 'report.csv', 'nowhere', 4, now() FROM users RETURNING id::int`,
    [id],
  )
  const worker = { platform: app.platform, reader: createFileReader(), directory: createDirectory(app.platform) }
  await runReport(worker, { organizationId: id, reportId: report?.id }, new AbortController().signal)
  expect(await app.query('SELECT state, error FROM payout_reports WHERE organization_id = $1', [id])).toEqual([
    { state: 'failed', error: expect.stringContaining('Upload it again') },
  ])
})

test('an undo with a lost job is restarted by a second request, and its audit entries are correct', async () => {
  const { id, params, token, upload, sums } = await foundation([])
  const report = await upload('frontstream_payment_report.csv')
  const before = await sums()
  const reportParams = { params: { ...params, reportId: report.id } }
  const press = () => app.call(payouts.undoPayoutReport, reportParams, { token })
  const get = async () => (await app.call(payouts.getPayoutReport, reportParams, { token })).report
  const trail = () =>
    app.query<{ action: string }>(
      `SELECT action, user_id IS NOT NULL AS named FROM audit_events
       WHERE organization_id = $1 AND subject = 'payout report' AND subject_id = $2 AND action NOT IN ('uploaded', 'answered') ORDER BY id`,
      [id, String(report.id)],
    )
  const lost = (attempts: number) =>
    app.query("UPDATE payout_reports SET state = 'undoing', attempts = $3 WHERE organization_id = $1 AND id = $2", [
      id,
      report.id,
      attempts,
    ])
  await lost(4)
  const worker = { platform: app.platform, directory: createDirectory(app.platform) }
  const [user] = await app.query<{ id: number }>(
    'SELECT user_id::int AS id FROM payout_reports WHERE organization_id = $1',
    [id],
  )
  const job = {
    kind: 'payout report',
    organizationId: id,
    id: report.id,
    userId: user?.id ?? 0,
    level: 'write',
  } as const
  await reportUndo.run(worker, job, new AbortController().signal)
  expect(await get()).toMatchObject({ state: 'done', error: payouts.payoutMessages.notUndone })
  expect(await sums()).toEqual(before)
  expect(await trail()).toEqual([{ action: 'not undone', named: true }])

  await lost(6)
  const presses = await Promise.allSettled([press(), press()])
  expect(presses.map(({ status }) => status)).toContain('fulfilled')
  // The undo may end before the second request arrives.
  for (const refused of presses.filter((one) => one.status === 'rejected'))
    expect(refused.reason.message).toBe(payouts.payoutMessages.notDone)
  await expect.poll(async () => (await get()).state).toBe('undone')
  expect(await sums()).toEqual([0, 0, 0])
  await expect(press()).rejects.toThrow(payouts.payoutMessages.notDone)
  await reportUndo.run(worker, job, new AbortController().signal)
  const after = (await trail()).map(({ action }) => action)
  expect(after.slice(0, 2)).toEqual(['not undone', 'asked to undo'])
  expect(after.filter((action) => action === 'undone')).toHaveLength(1)
})

test.each([
  ['', "$3::timestamptz - interval '1 hour'"],
  [', of a node of the version before', 'nullif($3::timestamptz, $3)'],
])('an undo with a lost job restarts automatically%s', async (_whose, since) => {
  const { id, params, token, upload, sums } = await foundation([])
  const report = await upload('frontstream_payment_report.csv')
  await app.query(
    `UPDATE payout_reports SET state = 'undoing', attempts = 6, undoing_since = ${since}
     WHERE organization_id = $1 AND id = $2`,
    [id, report.id, app.platform.clock()],
  )
  await requeueLostUndos(app.platform, [reportUndo])
  await requeueLostUndos(app.platform, [reportUndo])
  const state = async () =>
    (await app.call(payouts.getPayoutReport, { params: { ...params, reportId: report.id } }, { token })).report.state
  await expect.poll(state).toBe('undone')
  expect(await sums()).toEqual([0, 0, 0])
  const trail = await app.query(
    "SELECT action, user_id IS NOT NULL AS named FROM audit_events WHERE organization_id = $1 AND subject = 'payout report' AND action = 'undone'",
    [id],
  )
  expect(trail).toEqual([{ action: 'undone', named: true }])
})

test('gifts removed with their upload leave their money waiting', async () => {
  const { id, upload, matches, list } = await foundation()
  await upload('employer_remittance.xlsx')
  const paid = (await matches()).find(({ transaction_id }) => transaction_id === 'RV-10008')
  const tenant = grantTenant(id, [id])
  await inTenant(app.platform.database, tenant, (db) =>
    deleteMatches(db, { tenant, platform: app.platform }, [Number(paid?.id)]),
  )
  const [payout] = (await list()).payouts
  expect(payout).toMatchObject({ gross: 2925, tied: 2225 - 500, waiting: 1200, waiting_lines: 8, unexplained: 0 })
})

const reversalHeader = 'Company,Donation Date,Donor,Email,Transaction ID,Currency,Match Amount'

test('a reclaiming line cannot exceed the received money, and the money cannot be removed before it', async () => {
  const given = { transaction_id: 'R-1', donated_at: '2026-10-05', amount: '50.00', company_name: 'Microsoft' }
  const other = { ...given, transaction_id: 'R-2' }
  const person = { donor_name: 'Rea Versal', donor_email: 'rea@example.org' }
  const { id, upload, waiting, settle, reopen, matches, undo, sums, list, token } = await foundation([
    { ...given, ...person },
    { ...other, ...person },
  ])
  const line = (transaction: string, money: string) =>
    `${reversalHeader}\nMicrosoft,2026-10-05,Rea Versal,rea@example.org,${transaction},USD,${money}`
  const paid = await upload('paid.csv', line('R-1', '50.00'))
  expect(paid).toMatchObject({ tied: 1 })
  await upload('back.csv', line('elsewhere', '-50.00'))
  const [back] = (await waiting()).lines
  const lineId = back?.line.id ?? 0
  const byId = async (transaction: string) =>
    (await matches()).find(({ transaction_id }) => transaction_id === transaction)
  const idOf = async (transaction: string) => Number((await byId(transaction))?.id)
  await expect(settle(lineId, await idOf('R-2'))).rejects.toThrow(payouts.payoutMessages.moreThanReceived)
  expect(Number((await byId('R-2'))?.received_cents)).toBe(0)
  await settle(lineId, await idOf('R-1'))
  expect(Number((await byId('R-1'))?.received_cents)).toBe(0)

  const brought = (await list()).payouts.find(({ gross }) => gross === 50)
  const { lines } = await app.call(payouts.getPayout, { params: { id, payoutId: brought?.id ?? 0 } }, { token })
  await expect(reopen(lines[0]?.id ?? 0)).rejects.toThrow(payouts.payoutMessages.reversedSince)

  await undo(paid.id)
  expect(Number((await byId('R-1'))?.received_cents)).toBe(0)
  expect((await waiting()).lines.map((one) => one.line.id)).toEqual([lineId])
  expect(await sums()).toEqual([0, 0, 0])
})

const caseHeader = 'Company,Donation Date,Donor,Email,Transaction ID,Currency,Match Amount,Disbursement ID,Payment Date'
const given = (transaction_id: string, donor_name: string, amount: string, donated_at = '2026-10-15') => ({
  ...{ transaction_id, donor_name, amount, donated_at, company_name: 'Microsoft' },
  donor_email: `${donor_name.toLowerCase().replace(' ', '.')}@example.org`,
})

test('unmatched lines wait, become matches on request, and are removed with their report', async () => {
  const { upload, add, undo, matches, waiting, sums } = await foundation([given('K-1', 'Kim Known', '10')])
  const known = 'Microsoft,2026-10-15,Kim Known,kim.known@example.org,A-1,USD,10.00,D-1,2026-11-20'
  const line = (id: string, money: string) =>
    `Microsoft,2026-10-15,Nora New,nora@example.net,${id},USD,${money},D-1,2026-11-20`
  const report = await upload(
    'new.csv',
    [caseHeader, known, line('A-2', '20.00'), line('A-3', '30.00'), line('A-3', '5.00')].join('\n'),
  )
  expect(report).toMatchObject({ tied: 1, doubtful: 0, unmatched: 3, to_add: 3, added: 0 })
  expect([(await matches()).length, (await waiting()).total, (await sums())[0]]).toEqual([1, 3, 1_000])
  expect(await add(report.id)).toMatchObject({ added: 3, report: { added: 3, unmatched: 0, to_add: 0 } })
  expect((await matches()).map(({ received_cents }) => Number(received_cents))).toEqual([1_000, 2_000, 3_500])
  expect(await sums()).toEqual([6_500, 6_500, 6_500])
  expect(await add(report.id)).toMatchObject({ added: 0 })
  await undo(report.id)
  expect([(await matches()).length, await sums()]).toEqual([1, [0, 0, 0]])
})

test.each([
  ['Charity Name,Harbor House\nCharity ID,840-123456789', 'Harbor House (EIN 12-3456789)'],
  ['Organization: Harbor House', 'Harbor House'],
])(
  'a report for another organization (%s) raises a question and records nothing before the confirmation',
  async (above, whom) => {
    const { send, answer, matches, list, waiting, undo } = await foundation([given('K-1', 'Kim Known', '10')])
    const line = 'Microsoft,2026-10-15,Kim Known,kim.known@example.org,K-1,USD,10.00,D-1,2026-11-20'
    const text = [above, '', caseHeader, line].join('\n')
    const report = await send('theirs.csv', text)
    expect(report).toMatchObject({
      ...{ state: 'asking', lines: 1 },
      questions: [{ text: `This report names ${whom}, not Riverbend Example Foundation. Record it anyway?` }],
    })
    const nothing = async () => [(await list()).total, (await waiting()).total, (await matches())[0]?.received_cents]
    expect(await nothing()).toEqual([0, 0, '0'])
    expect(await answer(report.id, false)).toMatchObject({ state: 'failed', error: payouts.payoutMessages.notRecorded })
    expect(await nothing()).toEqual([0, 0, '0'])
    await expect(answer(report.id, true)).rejects.toThrow(payouts.payoutMessages.notAsked)
    const second = await send('theirs.csv', text)
    expect(await answer(second.id, true)).toMatchObject({ state: 'done', tied: 1 })
    await undo(second.id)
  },
)

test('a report with the organization’s name and another EIN raises a question, but not with a platform’s number', async () => {
  const { id, send } = await foundation([given('K-1', 'Kim Known', '10')])
  await app.query(`UPDATE organizations SET ein = '37-1550142' WHERE id = $1`, [id])
  const reportOf = (number: string, disbursement: string) =>
    [
      `Charity Name,Riverbend Example Foundation\nCharity ID,${number}\n`,
      caseHeader,
      `Microsoft,2026-10-15,Kim Known,kim.known@example.org,K-1,USD,10.00,${disbursement},2026-11-20`,
    ].join('\n')
  expect((await send('theirs.csv', reportOf('840-482913477', 'D-1'))).questions).toMatchObject([
    {
      text: 'This report names Riverbend Example Foundation (EIN 48-2913477), not Riverbend Example Foundation (EIN 37-1550142). Record it anyway?',
    },
  ])
  expect(await send('ours.csv', reportOf('840-001000001', 'D-2'))).toMatchObject({ state: 'done', tied: 1 })
})

test('rows for another organization, and a report without any fitting line, raise a question', async () => {
  const { send, list } = await foundation([given('K-1', 'Kim Known', '10')])
  const line = (id: string) => `Microsoft,2026-10-15,Kim Known,kim.known@example.org,${id},USD,10.00,D-1,2026-11-20`
  const mixed = [
    `${caseHeader},Nonprofit Name,EIN`,
    `${line('K-1')},Riverbend Example Foundation,`,
    `${line('K-2')},Harbor House,12-3456789`,
  ]
  expect((await send('mixed.csv', mixed.join('\n'))).questions).toMatchObject([
    {
      text: '1 row of this report names Harbor House (EIN 12-3456789), not Riverbend Example Foundation. Record it too?',
      examples: [{ sheet_row: 3, text: 'Harbor House (EIN 12-3456789)' }],
      answer: 'leave_out',
    },
  ])
  const strange = `${caseHeader}\nInitech,2026-10-15,Nora New,nora@example.net,A-2,USD,20.00,D-1,2026-11-20`
  expect((await send('strange.csv', strange)).questions).toMatchObject([
    {
      text: 'The one line of this report doesn’t match a gift to Riverbend Example Foundation. Record it anyway?',
      examples: [{ sheet_row: 2, text: 'Nora New · Initech · $20' }],
      answer: 'stop',
    },
  ])
  expect((await list()).total).toBe(0)
})

test.each([
  [false, 10, [{ row: 2, sheet_row: 3, why: 'It names Harbor House, not Riverbend Example Foundation.' }]],
  [true, 30, []],
])(
  'rows for other organizations next to own rows are recorded only on request (%s)',
  async (isRecorded, sum, refused) => {
    const { send, answer, list } = await foundation([given('K-1', 'Kim Known', '10')])
    const line = (id: string, money: string, payee: string) =>
      `Microsoft,2026-10-15,Kim Known,kim.known@example.org,${id},USD,${money},D-1,2026-11-20,${payee}`
    const rows = [line('K-1', '10.00', 'Riverbend Example Foundation'), line('K-2', '20.00', 'Harbor House')]
    const { id, questions } = await send('mixed.csv', [`${caseHeader},Nonprofit Name`, ...rows].join('\n'))
    expect(questions).toMatchObject([{ id: 'foreign_rows', answer: 'leave_out' }])
    expect(await answer(id, isRecorded)).toMatchObject({ state: 'done', refused })
    expect((await list()).sums).toMatchObject([{ gross: sum }])
  },
)

test('a report asks all of its questions at once, the last one when its rows are known, and remembers the layout', async () => {
  const { send, answerWith, sums, list } = await foundation([given('K-1', 'Kim Known', '10')])
  const header = 'Check Number,Date,Company,Employee,Email,Gift,Matched?,Amount,Nonprofit Name'
  const row = (number: string, person: string, payee: string) =>
    `${number},11/10/2026,Microsoft,${person},${person.toLowerCase().replace(' ', '.')}@example.net,10.00,Yes,20.00,${payee}`
  const text = [
    header,
    row('88', 'Nora New', 'Riverbend Example Foundation'),
    row('88', 'Hal House', 'Harbor House'),
  ].join('\n')
  const first = await send('several.csv', text)
  const answersOf = ({ questions }: payouts.PayoutReport) => questions.map(({ id, answer }) => [id, answer])
  expect(answersOf(first)).toEqual([
    ['date_column', 'payment'],
    ['parts', 'leave_out'],
    ['foreign_rows', 'leave_out'],
  ])
  await expect(answerWith(first.id, { parts: 'other' })).rejects.toThrow(payouts.payoutMessages.answerOptions)
  const second = await answerWith(first.id, { date_column: 'gift', parts: 'match' })
  expect(answersOf(second)).toEqual([['unmatched', 'stop']])
  expect([await sums(), (await list()).total]).toEqual([[0, 0, 0], 0])
  expect(await answerWith(first.id, { unmatched: 'record' })).toMatchObject({
    ...{ state: 'done', unmatched: 1, questions: [] },
    refused: [{ sheet_row: 3 }],
  })
  const later = await send('later.csv', [header, row('99', 'Kim Known', 'Riverbend Example Foundation')].join('\n'))
  expect(answersOf(later)).toEqual([
    ['date_column', 'gift'],
    ['parts', 'match'],
  ])
})

test('a report without a payment is refused and not stored', async () => {
  const { params, token, list } = await foundation([])
  const form = new FormData()
  form.set(
    'report',
    new File([`${caseHeader},Status\nMicrosoft,2026-10-15,Kim,k@example.org,K-1,USD,10.00,D-1,,Pending`], 'none.csv'),
  )
  const response = await app.sendRoute(payouts.uploadPayoutReport, { params, form }, { token })
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { message: expect.stringContaining('We found no payments in this file') },
  ])
  expect((await list()).reports).toEqual([])
})

test.each([
  [
    'balance.csv',
    'balance_transaction_id,created,available_on,currency,gross,fee,net,reporting_category,description\ntxn_1,2026-11-01 10:00:00,2026-11-03 00:00:00,usd,100.00,3.20,96.80,charge,Donation by Ann Ames',
    payouts.payoutMessages.processorList,
  ],
  [
    'activity.csv',
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Balance\n11/01/2026,10:00:00,PST,Ann Ames,Donation Payment,Completed,USD,100.00,-2.90,97.10,ann@example.org,gifts@example.org,8XY,97.10',
    payouts.payoutMessages.processorList,
  ],
  [
    'pivot.csv',
    'Row Labels,Sum of Match Amount\nMicrosoft,150.00\nAnn Ames,100.00\nBo Burr,50.00\nGrand Total,150.00',
    payouts.payoutMessages.pivotTable,
  ],
  [
    'report.txt',
    'Company,Employee,Match Amount\nMicrosoft,Ann Ames,100.00',
    'This is a .txt file. Export the table as .csv, .xlsx or .xls and choose that file.',
  ],
])('%s is refused and not stored', async (name, text, message) => {
  const { params, token, list } = await foundation([])
  const form = new FormData()
  form.set('report', new File([text], name))
  const response = await app.sendRoute(payouts.uploadPayoutReport, { params, form }, { token })
  expect([response.status, await response.json()]).toMatchObject([422, { message }])
  expect((await list()).reports).toEqual([])
})

test('undisbursed YourCause transactions do not count, and matches find their employees’ gifts', async () => {
  const gifts = Array.from({ length: 16 }, (_, at) => ({
    ...given(`YC-${at}`, `Donor${at} Sample`, '25'),
    company_name: 'PepsiCo',
  }))
  const { upload, sums, list } = await foundation(gifts)
  const header =
    'Transaction ID,Transaction Type,Transaction Status,Transaction Amount,Transaction Date,Donor Type,Donor Name,Employee First Name,Employee Last Name,Employee Email,Payment ID,Payment Date'
  const row = (at: number, status: string, cents: string) =>
    `${700 + at},Offline Match,${status},${cents},2026-10-15,Company,PepsiCo,Donor${at},Sample,donor${at}.sample@example.org,P-1,2026-11-10`
  const rows = gifts.map((_, at) => row(at, at < 14 ? 'Disbursed' : 'Pending', '25.00'))
  expect(await upload('YourCause.csv', [header, ...rows].join('\n'))).toMatchObject({
    ...{ tied: 14, doubtful: 0, unmatched: 0 },
    refused: [{ sheet_row: 16 }, { sheet_row: 17 }],
  })
  expect(await sums()).toEqual([35_000, 35_000, 35_000])
  expect((await list()).sums).toMatchObject([{ gross: 350, tied: 350 }])
})

test('a payment sent again under another number waits, names the first one, and counts once', async () => {
  const { upload, waiting, matches, sums, undo, app: call, list } = await again([given('PG-2', 'Liam Ortiz', '250')])
  const line = (number: string, day: string) =>
    `${caseHeader}\nMicrosoft,2026-10-15,Liam Ortiz,liam.ortiz@example.org,4ERE,USD,250.00,${number},${day}`
  expect(await upload('first.csv', line('OCT26AAAA', '2026-10-31'))).toMatchObject({ tied: 1 })
  const second = await upload('second.csv', line('NOV26BBBB', '2026-11-20'))
  expect(second).toMatchObject({ state: 'done', tied: 0, doubtful: 1, to_add: 0 })
  const [one] = (await waiting()).lines
  expect(one?.line.repeats).toMatchObject({ reference: 'OCT26AAAA', text: 'payment OCT26AAAA' })
  expect(one?.candidates.map(({ why }) => why)).toEqual(['Paid by payment OCT26AAAA already'])
  expect(Number((await matches())[0]?.received_cents)).toBe(25_000)
  const settled = await call(one?.line.id ?? 0, { same_payment: true })
  expect(settled.line).toMatchObject({ state: 'tied', repeats: null })
  expect(await sums()).toEqual([25_000, 25_000, 25_000])
  expect((await list()).payouts.map(({ reference, gross }) => [reference, gross])).toEqual([
    ['NOV26BBBB', 250],
    ['OCT26AAAA', 0],
  ])
  await undo(second.id)
  expect(await sums()).toEqual([25_000, 25_000, 25_000])
  expect((await list()).payouts.map(({ reference, gross }) => [reference, gross])).toEqual([['OCT26AAAA', 250]])
})

test.each(['check first', 'report first'])(
  'a check and a report line of one payment are offered as the same payment (%s)',
  async (order) => {
    const { upload, waiting, sums, check, app: call, list } = await again([given('PG-3', 'Maya Penn', '250')])
    await app.query("UPDATE donations SET estimated_cents = amount_cents WHERE transaction_id = 'PG-3'")
    const report = () =>
      upload(
        'maya.csv',
        `${caseHeader}\nMicrosoft,2026-10-15,Maya Penn,maya.penn@example.org,4ETY,USD,250.00,NOV26CC,2026-11-25`,
      )
    const steps = [() => check('Maya Penn', 250), report]
    for (const step of order === 'check first' ? steps : steps.toReversed()) await step()
    expect(await sums()).toEqual([25_000, 25_000, 25_000])
    const [one] = (await waiting()).lines
    expect(one?.line.repeats?.is_typed).toBe(order === 'check first')
    await call(one?.line.id ?? 0, { same_payment: true })
    expect(await sums()).toEqual([25_000, 25_000, 25_000])
    expect((await list()).sums).toMatchObject([{ gross: 250, tied: 250, waiting: 0 }])
    expect((await list()).payouts.map(({ reference, gross }) => [reference, gross])).toEqual([
      ['NOV26CC', 250],
      ['', 0],
    ])
  },
)

test('one check for three matches is offered for all of them and settled in full or in part', async () => {
  const gifts = ['PG-11', 'PG-12', 'PG-13'].map((id, at) => given(id, 'Jean Holt', '100', `2026-0${7 + at}-03`))
  const { upload, waiting, sums, matches, undo, app: call } = await again(gifts)
  await app.query("UPDATE donations SET estimated_cents = amount_cents WHERE transaction_id LIKE 'PG-1_'")
  const line = `${caseHeader}\nMicrosoft,,Jean Holt,jean.holt@example.org,CS-1,USD,300.00,CS-778,2026-11-20`
  const report = await upload('lump.csv', line)
  const [one] = (await waiting()).lines
  expect(one?.candidates.map(({ part, why }) => [part, why])).toEqual(
    gifts.map(() => [100, '3 of this donor’s matches add up to exactly this amount']),
  )
  const parts = (one?.candidates ?? []).map(({ donation_id }) => ({ donation_id, amount: 100 }))
  const lineId = one?.line.id ?? 0
  await expect(
    call(lineId, { parts: [...parts.slice(0, 2), { donation_id: parts[2]?.donation_id ?? 0, amount: 101 }] }),
  ).rejects.toThrow(payouts.payoutMessages.parts)
  await call(lineId, { parts: parts.slice(0, 1) })
  expect(await sums()).toEqual([10_000, 10_000, 10_000])
  const [rest] = (await waiting()).lines
  expect(rest?.line).toMatchObject({ match: 200, state: 'doubtful' })
  await call(rest?.line.id ?? 0, { parts: parts.slice(1) })
  expect((await matches()).map(({ received_cents }) => Number(received_cents))).toEqual([10_000, 10_000, 10_000])
  expect(await sums()).toEqual([30_000, 30_000, 30_000])
  expect(await upload('lump.csv', line)).toMatchObject({ known: 1, tied: 0, doubtful: 0 })
  await undo(report.id)
  expect(await sums()).toEqual([0, 0, 0])
})

test.each([
  ['4', 'Saul Zane', 'Mary Zane', '75.00'],
  ['7', 'Saul Zane', 'Mary Zane', '75.00'],
  ['7', 'Saul Zane Jr.', 'Mary Lane (spouse of Saul Zane)', '75.00'],
  ['7', 'Saul Wu (Mary)', 'Mary Wu (spouse)', '75.00'],
  ['7', 'Saul Zane', 'Mary Zane-Lee', '75.00'],
  ['4', 'Saul & Mary Zane', 'Mary Zane', '60.00'],
])('a line in a spouse’s name is offered, not added (%s, %s)', async (status, donor, spouse, match) => {
  const more = { donor_email: 'saul@example.org', estimate: '60' }
  const { upload, waiting } = await again([{ ...given('PG-9', donor, '75'), status, ...more }])
  await upload(
    'spouse.csv',
    `${caseHeader}\nMicrosoft,2026-10-15,${spouse},mary@example.net,A-1,USD,${match},D-1,2026-11-20`,
  )
  expect((await waiting()).lines.map(({ candidates }) => candidates.map(({ why }) => why))).toEqual([
    ['Same last name, company, amount, and day; maybe a spouse'],
  ])
})

test('donors’ own gifts are excluded from sums of employer money', async () => {
  const { id, upload, sums, list, matches, token } = await again([given('OWN-1', 'Pat Line', '40')])
  const text = `${caseHeader.replace('Match Amount', 'Match Amount,Total Donation to be Acknowledged')}\nMicrosoft,2026-10-15,Pat Line,pat.line@example.org,OWN-1,USD,0.00,40.00,D-1,2026-11-20`
  expect(await upload('own.csv', text)).toMatchObject({ state: 'done', lines: 1, own_gifts: 1, tied: 0, unmatched: 0 })
  expect((await list()).sums).toMatchObject([
    { gross: 40, tied: 0, waiting: 0, waiting_lines: 0, own_gifts: 40, unexplained: 0 },
  ])
  expect([await sums(), (await matches()).length]).toEqual([[0, 0, 0], 1])
  const { money, to_do } = await app.call(statistics.getMatchSummary, { params: { id } }, { token })
  expect([money.received, to_do.payout_lines]).toEqual([0, 0])
})

test('a donor’s own gift next to a match is excluded from sums of employer money', async () => {
  const rows = [given('OWN-1', 'Pat Line', '40'), given('OWN-2', 'Kim Line', '100')]
  const { id, token, params, upload, matches } = await again(rows)
  const [, kim] = await matches()
  const form = { name: 'Fall', startDate: '2026-10-01', endDate: '2026-10-31' }
  const { campaign } = await app.call(campaigns.createCampaign, { params, body: form }, { token })
  await app.query('UPDATE donations SET campaign_id = $2 WHERE organization_id = $1', [id, campaign.id])
  const header = `${caseHeader.replace('Match Amount', 'Match Amount,Total Donation to be Acknowledged')},Balance`
  const row = (of: string, email: string, gift: string, money: string, balance: string) =>
    `Microsoft,2026-10-15,${of},${email},${gift},USD,${money},D-${balance || 2},2026-11-20,${balance}`
  await upload('first.csv', `${header}\n${row('Kim Line', 'kim.line@example.org', 'OWN-2', '60.00,0.00', '40.00')}`)
  const lines = [
    row('Kim Line', 'kim.line@example.org', 'OWN-2', '10.00,30.00', ''),
    row('Pat Line', 'pat.line@example.org', 'OWN-1', '0.00,40.00', ''),
  ]
  expect(await upload('second.csv', [header, ...lines].join('\n'))).toMatchObject({ tied: 1, own_gifts: 1 })
  await updateSummaries(app.platform)

  const read = { params }
  const { sums: shown } = await app.call(payouts.listPayouts, read, { token })
  expect(shown).toMatchObject([{ gross: 140, tied: 70, waiting: 0, own_gifts: 70, unexplained: 0 }])
  const { money } = await app.call(statistics.getMatchSummary, read, { token })
  const breakdowns = await Promise.all(
    outlook.breakdowns.map((by) => app.call(outlook.getBreakdown, { params, query: { by } }, { token })),
  )
  const { filters } = readyReports.readyReportDefinition('received', {})
  const report = await app.call(reportRoutes.sumReport, { params, body: { filters } }, { token })
  const ofCampaign = { params: { id, campaignId: campaign.id } }
  const results = await app.call(campaigns.getCampaignResults, ofCampaign, { token })
  const { donation } = await app.call(donations.getDonation, { params: { id: Number(kim?.id) } }, { token })
  const { companies } = await app.call(expectedMoney.listExpected, read, { token })
  expect([
    money.received,
    ...breakdowns.map(({ total }) => total.received),
    report.total.received,
    results.money.received,
    donation.received,
    companies.reduce((sum, { received }) => sum + received.sum, 0),
  ]).toEqual(Array.from({ length: 5 + breakdowns.length }, () => 70))
  expect(companies).toMatchObject([{ expected: { sum: 30 } }])
  const period = { params, query: {} }
  const { url } = await app.call(boardSummary.getBoardSummaryTicket, period, { token })
  expect(await wordsOf(await app.send('GET', url))).toContain('Received $70.00')

  const tenant = grantTenant(id, [id])
  await inTenant(app.platform.database, tenant, (db) =>
    deleteMatches(db, { tenant, platform: app.platform }, [Number(kim?.id)]),
  )
  const { sums: left } = await app.call(payouts.listPayouts, read, { token })
  expect(left).toMatchObject([{ gross: 140, tied: 0, waiting: 70, own_gifts: 70, unexplained: 0 }])
})

async function wordsOf(pdf: Response): Promise<string> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(Buffer.from(await pdf.arrayBuffer()))
  try {
    return document.getPage(0).getText().replaceAll(/\s+/g, ' ')
  } finally {
    document.destroy()
    library.destroy()
  }
}

async function again(rows: readonly Record<string, string>[]) {
  const all = await foundation(rows)
  const { params, token } = all
  return {
    ...all,
    app: (lineId: number, body: z.input<typeof payouts.settlePayoutLine.body>) =>
      app.call(payouts.settlePayoutLine, { params: { ...params, lineId }, body }, { token }),
    check: (donor_name: string, amount: number) => {
      const body = { payer: 'Microsoft', paid_on: '2026-11-20', lines: [{ donor_name, amount }] }
      return app.call(payouts.addCheck, { params, body }, { token })
    },
  }
}

test('a recorded payment without lines that a later report calls voided leaves the list, and returns', async () => {
  const { upload, params, token, list, undo } = await again([])
  const payments = (status: string) =>
    `Payment Number,Payment Date,Payer,Payment Amount,Payment Status\n51,2026-11-05,Acme Foundation,300.00,${status}\n`
  const other = '52,2026-11-06,Acme Foundation,40.00,Paid\n'
  await upload('paid.csv', payments('Paid'))
  const later = await upload('later.csv', payments('Voided') + other)
  expect(later).toMatchObject({ to_void: 1, voided: 0 })
  const shown = async () => {
    const { payouts: rows, sums, total } = await list()
    return [rows.map(({ reference }) => reference), sums[0]?.gross, total]
  }
  const voidPayment = async (isUndo: boolean) =>
    (
      await app.call(
        payouts.voidPayments,
        { params: { ...params, reportId: later.id }, body: { undo: isUndo } },
        { token },
      )
    ).report
  expect(await shown()).toEqual([['52', '51'], 340, 2])
  expect(await voidPayment(false)).toMatchObject({ to_void: 0, voided: 1 })
  expect(await shown()).toEqual([['52'], 40, 1])
  expect(await voidPayment(true)).toMatchObject({ to_void: 1, voided: 0 })
  expect(await shown()).toEqual([['52', '51'], 340, 2])
  await voidPayment(false)
  await undo(later.id)
  expect(await shown()).toEqual([['51'], 300, 1])
})

test('a report of only voided payments is accepted if one of them is recorded', async () => {
  const { upload, params, token, sums, send } = await again([given('OV-1', 'Liam Ortiz', '250')])
  const header = `${caseHeader},Payment Status`
  const line = (payment: string, status: string) =>
    `Microsoft,2026-10-15,Liam Ortiz,liam.ortiz@example.org,T-1,USD,250.00,${payment},2026-11-10,${status}`
  await upload('paid.csv', [header, line('C-7', 'Cleared')].join('\n'))
  expect(await sums()).toEqual([25_000, 25_000, 25_000])
  await expect(send('unknown.csv', [header, line('C-8', 'Voided')].join('\n'))).rejects.toThrow()
  const later = await upload('later.csv', [header, line('C-7', 'Voided')].join('\n'))
  expect(later).toMatchObject({ state: 'done', to_void: 1, voided: 0 })
  await app.call(payouts.voidPayments, { params: { ...params, reportId: later.id }, body: { undo: false } }, { token })
  expect(await sums()).toEqual([0, 0, 0])
})
