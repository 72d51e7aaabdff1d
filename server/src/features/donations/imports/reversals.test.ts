import { donationChanges, imports } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, type GivenFile, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
  const policy = { method: 'csr', submission_url: 'https://matcher.example', ratio: '1:1', max_per_year_cents: 0 }
  await app.createCompanies([{ name: 'Matcher Works', policy }])
})
afterAll(() => app.stop())

const header = 'Transaction ID,Date,Type,Amount,Donor Name,Email,Employer,Original Transaction ID'
const row = (id: string, type: string, amount: string, original = '', day = '2026-11-01', who = 'Ann Lee') =>
  `${id},${day},${type},${amount},${who},${who.toLowerCase().replace(' ', '.')}@example.org,Matcher Works,${original}`
const file = (...rows: readonly string[]) => csv(header, ...rows)

async function people() {
  const uploads = await uploader(app)
  const gifts = async () =>
    (
      await app.query<{ transaction_id: string; cents: string; estimated_cents: string; status_id: number }>(
        `SELECT transaction_id, coalesce(own_cents, amount_cents) AS cents, estimated_cents, status_id FROM donations
         WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY id`,
        [uploads.id],
      )
    ).map(({ transaction_id: id, cents, estimated_cents, status_id }) =>
      [id, Number(cents), Number(estimated_cents), status_id].join(' '),
    )
  return { ...uploads, gifts }
}

const gift = row('T-1', 'Donation', '100.00')
const other = row('T-2', 'Donation', '50.00', '', '2026-11-02', 'Bo Lee')
const inFull: readonly [string, string][] = [
  ['a negative amount and the same ID', row('T-1', '', '-100.00', '', '2026-11-05')],
  ['a negative amount and a reference', row('R-1', '', '-100.00', 'T-1', '2026-11-05')],
  ['the type Refund and a reference', row('R-1', 'Refund', '100.00', 'T-1', '2026-11-05')],
  ['the type Chargeback and the same ID', row('T-1', 'Chargeback', '100.00', '', '2026-11-05')],
  ['the type Canceled and the same ID', row('T-1', 'Canceled', '100.00', '', '2026-11-05')],
  ['the type Void and a reference', row('V-1', 'Void', '(100.00)', 'T-1', '2026-11-05')],
]

test.each(inFull)('a row with %s cancels its gift before it and after it in the file', async (_, refund) => {
  for (const rows of [
    [gift, refund, other],
    [refund, other, gift],
  ]) {
    const { test: preCheck, upload, gifts, rejects } = await people()
    const { review } = await preCheck(file(...rows))
    expect(review).toMatchObject({ gifts: 1, rejected: 0, left_out: 2, amount_sum: 50 })
    const run = await upload(file(...rows))
    expect(run).toMatchObject({ accepted: 1, rejected: 0, left_out: 2 })
    expect(await gifts()).toEqual(['T-2 5000 5000 7'])
    expect((await rejects(run.id)).trim().split('\n')).toHaveLength(1)
  }
})

test.each(inFull)(
  'a row with %s cancels the gift of an earlier file once, and an undo restores it',
  async (_, refund) => {
    const { test: preCheck, upload, gifts, undo } = await people()
    await upload(file(gift, other))
    const before = await gifts()
    const { review } = await preCheck(file(refund))
    expect(review).toMatchObject({
      gifts: 0,
      updates: 1,
      rejected: 0,
      news: [{ kind: refund.includes(',Canceled,') ? 'failed' : 'refunded', count: 1, applied: true }],
    })
    const run = await upload(file(refund))
    expect(run).toMatchObject({ updated: 1, rejected: 0 })
    expect((await gifts())[0]).toMatch(refund.includes(',Canceled,') ? /^T-1 10000 \d+ 12$/ : /^T-1 10000 \d+ 16$/)
    expect(await upload(file(refund))).toMatchObject({ updated: 0 })
    await undo(run.id)
    expect(await gifts()).toEqual(before)
  },
)

test.each(inFull.filter(([, refund]) => !refund.includes(',Canceled,')))(
  'a row with %s cancels a gift in a later file',
  async (_, refund) => {
    const { upload, gifts, undo } = await people()
    const first = await upload(file(refund))
    expect(first).toMatchObject({ accepted: 0 })
    const later = await upload(file(gift, other))
    expect(await gifts()).toEqual(['T-2 5000 5000 7'])
    await undo(later.id)
    await undo(first.id)
    await upload(file(gift, other))
    expect(await gifts()).toEqual(['T-1 10000 10000 7', 'T-2 5000 5000 7'])
  },
)

test('a partial refund reduces its gift and the estimate, in one file and across files, once each', async () => {
  const refund = row('R-1', 'Refund', '-30.00', 'T-1', '2026-11-05')
  const again = row('R-2', 'Refund', '-20.00', 'T-1', '2026-11-06')
  const { test: preCheck, upload, gifts, undo } = await people()
  await upload(file(gift, refund))
  expect(await gifts()).toEqual(['T-1 7000 7000 7'])
  expect(await upload(file(gift, refund))).toMatchObject({ accepted: 0, updated: 0 })
  const { review } = await preCheck(file(refund, again))
  expect(review?.news).toMatchObject([
    { kind: 'part_refunded', applied: true, examples: [{ donor: 'Ann Lee', from: '70', to: '50' }] },
  ])
  const run = await upload(file(refund, again))
  expect(await gifts()).toEqual(['T-1 5000 5000 7'])
  expect(await upload(file(gift, refund, again))).toMatchObject({ accepted: 0, updated: 0 })
  await undo(run.id)
  expect(await gifts()).toEqual(['T-1 7000 7000 7'])
})

const refund = row('R-1', 'Refund', '-30.00', 'T-1', '2026-11-05')

test('an undo keeps and reports an amount that was typed since, and restores the other gifts', async () => {
  const { id, token, upload, gifts, undo } = await people()
  await upload(file(gift, other))
  const run = await upload(file(refund, row('R-2', 'Refund', '-10.00', 'T-2', '2026-11-06', 'Bo Lee')))
  expect(await gifts()).toEqual(['T-1 7000 7000 7', 'T-2 4000 4000 7'])
  const [typed] = await app.query<{ id: string; version: number }>(
    "SELECT id, version FROM donations WHERE organization_id = $1 AND transaction_id = 'T-1'",
    [id],
  )
  await app.call(
    donationChanges.updateDonation,
    { params: { id: Number(typed?.id) }, body: { amount: 65, version: typed?.version ?? 0 } },
    { token },
  )
  const sentence = `1 gift was changed since and stays as it is: match ${typed?.id}.`
  expect(await undo(run.id)).toMatchObject({ state: 'undone', error: sentence })
  expect(await gifts()).toEqual(['T-1 6500 6500 7', 'T-2 5000 5000 7'])
  expect(await upload(file(refund))).toMatchObject({ accepted: 0, updated: 0 })
  expect(await gifts()).toEqual(['T-1 6500 6500 7', 'T-2 5000 5000 7'])
})

test('an undo of the first of two refunds keeps the amount after both', async () => {
  const { upload, gifts, undo } = await people()
  await upload(file(gift))
  const first = await upload(file(refund))
  const second = await upload(file(row('R-2', 'Refund', '-20.00', 'T-1', '2026-11-06')))
  expect((await undo(first.id)).error).toContain('1 gift was changed since')
  expect(await gifts()).toEqual(['T-1 5000 5000 7'])
  expect(await undo(second.id)).toMatchObject({ state: 'undone', error: null })
  expect(await gifts()).toEqual(['T-1 7000 7000 7'])
})

test('an undo of a refund restores the gift that came after it', async () => {
  for (const typed of [false, true]) {
    const { id, token, upload, gifts, undo } = await people()
    const run = await upload(file(refund))
    const body = { amount: 100, donated_at: '2026-11-01', donor_name: 'Ann Lee', transaction_id: 'T-1' }
    if (typed) {
      const employer = { ...body, company_name: 'Matcher Works' }
      await app.call(donationChanges.createDonation, { params: { id }, body: employer }, { token })
    } else await upload(file(gift))
    expect(await gifts()).toEqual(['T-1 7000 7000 7'])
    expect(await undo(run.id)).toMatchObject({ state: 'undone', error: null })
    expect(await gifts()).toEqual(['T-1 10000 10000 7'])
  }
})

test('a refund of a submitted match is left to staff', async () => {
  const { id, token, upload, gifts } = await people()
  await upload(file(gift))
  await app.query(
    `DO $$ BEGIN SET LOCAL session_replication_role = replica;
     UPDATE donations SET status_id = 4 WHERE organization_id = ${id}; END $$`,
  )
  const run = await upload(file(row('R-1', 'Refund', '-30.00', 'T-1', '2026-11-05')))
  expect(await gifts()).toMatchObject([expect.stringMatching(/^T-1 7000 .* 4$/)])
  const answer = await app.call(imports.getImport, { params: { id, importId: run.id } }, { token })
  expect(answer.with_employer).toMatchObject([{ donor: 'Ann Lee', kinds: ['amount'] }])
})

test('a refund without a reference raises a question with the likely gift, and is recorded only if confirmed', async () => {
  const unnamed = (amount: string): GivenFile =>
    csv('Date,Type,Amount,Donor Name,Email', `2026-11-05,Refund,${amount},Ann Lee,ann.lee@example.org`)
  const { test: preCheck, upload, gifts, send, ended } = await people()
  await upload(file(gift, other))
  const { questions, review, map } = await preCheck(unnamed('-100.00'))
  expect(questions).toMatchObject([
    {
      id: 'refund_of',
      answer: imports.leaveOutAnswer,
      examples: [{ row: 1, known: 'Ann Lee, 100.00, 2026-11-01' }],
    },
  ])
  expect(review).toMatchObject({ gifts: 0, updates: 0, rejected: 0, left_out: 1 })
  await upload(unnamed('-100.00'))
  expect((await gifts())[0]).toBe('T-1 10000 10000 7')
  const fields = { map: JSON.stringify(map), answers: JSON.stringify({ refund_of: imports.takeAnswer }) }
  expect(await ended((await send(unnamed('-100.00'), fields)).id)).toMatchObject({ updated: 1, left_out: 0 })
  expect((await gifts())[0]).toMatch(/^T-1 10000 \d+ 16$/)
  const { questions: next } = await preCheck(unnamed('-30.00'))
  expect(next).toMatchObject([{ id: 'refund_of', answer: imports.leaveOutAnswer }])
})

test("a refund without an ID raises the question for a mailbox's second person, with and without a name", async () => {
  const ours = (name: string, id: string, amount: string) =>
    `${id},2026-11-01,Donation,${amount},${name},ours@example.org,Matcher Works,`
  for (const name of ['Bo Marsh', '']) {
    const { test: preCheck, upload, gifts } = await people()
    await upload(file(ours('Ann Lee', 'T-1', '40.00'), ours('Bo Marsh', 'T-2', '90.00')))
    const refund = csv('Date,Type,Amount,Donor Name,Email', `2026-11-05,Refund,-90.00,${name},ours@example.org`)
    const { questions, map } = await preCheck(refund)
    expect(questions).toMatchObject([{ id: 'refund_of', examples: [{ known: 'Bo Marsh, 90.00, 2026-11-01' }] }])
    await upload(refund, { map: JSON.stringify(map), answers: JSON.stringify({ refund_of: imports.takeAnswer }) })
    expect(await gifts()).toMatchObject(['T-1 4000 4000 7', expect.stringMatching(/^T-2 9000 \d+ 16$/)])
    const inOneFile = csv(
      'Date,Type,Amount,Donor Name,Email',
      '2026-11-01,Donation,41.00,Ann Lee,both@example.org',
      '2026-11-01,Donation,91.00,Bo Marsh,both@example.org',
      `2026-11-05,Refund,-91.00,${name},both@example.org`,
    )
    expect((await preCheck(inOneFile)).questions).toMatchObject([
      { id: 'refund_of', examples: [{ row: 3, known: 'Bo Marsh, 91.00, 2026-11-01' }] },
    ])
  }
})

test('a refund in a file reduces a gift entered by hand later, and a full refund prevents it', async () => {
  const { id, token, upload, gifts } = await people()
  await upload(
    file(
      row('R-1', 'Refund', '-30.00', 'T-1', '2026-11-05'),
      row('R-2', 'Refund', '-50.00', 'T-2', '2026-11-06', 'Bo Lee'),
    ),
  )
  const typeIn = (transaction_id: string, amount: number, donor_name: string) =>
    app.sendRoute(
      donationChanges.createDonation,
      {
        params: { id },
        body: { amount, donated_at: '2026-11-01', donor_name, transaction_id, company_name: 'Matcher Works' },
      },
      { token },
    )
  expect((await typeIn('T-1', 100, 'Ann Lee')).status).toBe(200)
  const refused = await typeIn('T-2', 50, 'Bo Lee')
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('was refunded')])
  expect(await gifts()).toEqual(['T-1 7000 7000 7'])
})

test('outgoing money that is not a refund of a gift is rejected with its reason', async () => {
  const { upload, rejects } = await people()
  const run = await upload(
    csv('Transaction ID,Date,Amount,Donor Name', 'W-1,2026-11-05,-500.00,Our Bank', 'T-9,2026-11-05,20.00,Bo Lee'),
  )
  expect(run).toMatchObject({ accepted: 1, rejected: 1, left_out: 0 })
  expect(await rejects(run.id)).toContain('money going out')
})

test('a refund with only its own IDs raises a question, and is taken off the equal gift of its file', async () => {
  const { test: preCheck, upload, gifts } = await people()
  const balance = csv(
    'id,Type,Source,Amount,Created,donor_email,donor_name,employer',
    'txn_1,charge,ch_1,100.00,2026-11-03,ann@example.org,Ann Lee,Matcher Works',
    'txn_2,charge,ch_2,80.00,2026-11-04,bo@example.org,Bo Lee,Matcher Works',
    'txn_3,refund,re_1,-80.00,2026-11-05,bo@example.org,Bo Lee,Matcher Works',
  )
  expect((await preCheck(balance)).questions).toMatchObject([
    { id: 'refund_of', answer: imports.takeAnswer, examples: [{ row: 3, known: 'Bo Lee, 80.00, 2026-11-04' }] },
  ])
  await upload(balance)
  expect(await gifts()).toEqual(['txn_1 10000 10000 7'])
})
