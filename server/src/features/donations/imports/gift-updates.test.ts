import { imports } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
  // Created first, because the directory is cached.
  const policy = { method: 'csr', submission_url: 'https://small.example', ratio: '1:1', max_per_year_cents: 0 }
  await app.createCompanies([{ name: 'Smallgift Works', policy: { ...policy, min_amount_cents: 2_500 } }])
})
afterAll(() => app.stop())

const header = 'transaction_id,donated_at,amount,donor_name,donor_email,company_name,street,payment_status'
const first = csv(
  header,
  'r,2026-11-01,100,Ann Lee,ann@example.org,Microsoft,,paid',
  'f,2026-11-02,100,Bo Lee,bo@example.org,Microsoft,,paid',
  'e,2026-11-03,100,Cy Lee,cy@example.org,,,paid',
  's,2026-11-04,100,Di Lee,di@example.org,Microsoft,,paid',
  'a,2026-11-05,100,Ed Lee,ed@example.org,Microsoft,,paid',
  'd,2026-11-06,100,Fay Lee,fay@example.org,Microsoft,,paid',
  'o,2026-11-07,100,Gil Lee,gil@example.org,Microsoft,,paid',
  'n,2026-11-08,100,Hal Lee,hal@example.org,Microsoft,,paid',
)
const again = csv(
  header,
  'r,2026-11-01,100,Ann Lee,ann@example.org,Microsoft,,refunded',
  'f,2026-11-02,100,Bo Lee,bo@example.org,Microsoft,,failed',
  'e,2026-11-03,100,Cy Lee,cy@example.org,Microsoft,,paid',
  's,2026-11-04,100,Di Lee,di@example.org,Microsoft,1 Elm St,paid',
  'a,2026-11-05,150,Ed Lee,ed@example.org,Microsoft,,paid',
  'd,2026-11-16,100,Fay Lee,fay@example.org,Microsoft,,paid',
  'o,2026-11-07,100,Ivy Lee,ivy@example.org,Microsoft,,paid',
  'n,2026-11-08,100,Hal Lee,hal@example.org,Microsoft,,paid',
  'new,2026-11-09,100,Jo Lee,jo@example.org,Microsoft,,paid',
)

async function withFirst() {
  const uploads = await uploader(app)
  const run = await uploads.upload(first)
  expect(run).toMatchObject({ accepted: 8 })
  const gifts = () =>
    app.query<Record<string, unknown>>(
      `SELECT d.transaction_id, d.status_id, d.amount_cents::int, d.donated_at::date::text AS day, d.employer_text, p.email, p.street
       FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
       WHERE d.organization_id = $1 ORDER BY d.id`,
      [uploads.id],
    )
  return { ...uploads, gifts }
}

const one = async (gifts: () => Promise<Record<string, unknown>[]>, id: string) =>
  (await gifts()).find(({ transaction_id }) => transaction_id === id)

test('a repeated file shows changes by kind with examples; blanks and refunds are applied', async () => {
  const { id, test: preCheck, upload, gifts } = await withFirst()
  const { review } = await preCheck(again)
  expect(review).toMatchObject({ gifts: 1, updates: 4, unchanged: 1, not_taken: 3, left_out: 0, rejected: 0 })
  expect(review?.news.map(({ kind, count, applied }) => [kind, count, applied])).toEqual([
    ['refunded', 1, true],
    ['failed', 1, true],
    ['employer', 1, true],
    ['address', 1, true],
    ['amount', 1, false],
    ['date', 1, false],
    ['donor', 1, false],
  ])
  expect(review?.news.find(({ kind }) => kind === 'amount')?.examples).toMatchObject([
    { row: 5, donor: 'Ed Lee', from: '100', to: '150' },
  ])
  expect(await upload(again)).toMatchObject({
    rows: 9,
    accepted: 5,
    updated: 4,
    news: 4,
    unchanged: 1,
    not_taken: 3,
    left_out: 0,
    can_undo: true,
  })
  const reasons = await app.query<{ transaction_id: string; status_id: number; reason_code: string }>(
    "SELECT transaction_id, status_id, reason_code FROM donations WHERE organization_id = $1 AND transaction_id IN ('r', 'f') ORDER BY 1 DESC",
    [id],
  )
  expect(reasons).toEqual([
    { transaction_id: 'r', status_id: 16, reason_code: 'gift_refunded' },
    { transaction_id: 'f', status_id: 12, reason_code: 'payment_failed' },
  ])
  expect(await one(gifts, 'e')).toMatchObject({ employer_text: 'Microsoft' })
  expect(await one(gifts, 's')).toMatchObject({ street: '1 Elm St' })
  expect(await one(gifts, 'a')).toMatchObject({ amount_cents: 10_000 })
  expect(await one(gifts, 'o')).toMatchObject({ email: 'gil@example.org' })
})

test.each([
  ['another donor on another day', '2026-11-12,100,Ned Oak,ned@example.org', 0],
  ['another donor without an address on another day', '2026-11-12,100,Ned Oak,', 0],
  ['the same donor on another day', '2026-11-12,100,Ann Lee,ann@example.org', 1],
  ['another spelling on the same day', '2026-11-01,100,Annie Lee-Oak,', 1],
])('a refund with a known number: %s', async (_, row, count) => {
  const { test: preCheck, upload, gifts } = await withFirst()
  const refund = csv(header, `r,${row},Microsoft,,refunded`)
  expect((await preCheck(refund)).review?.news.filter(({ applied }) => applied)).toHaveLength(count)
  await upload(refund)
  expect((await one(gifts, 'r'))?.['status_id']).toBe(count === 1 ? 16 : 7)
})

test('a gift that arrives while the file waits for its turn is compared, too', async () => {
  const { id, test: preCheck, send, ended, gifts } = await withFirst()
  const { map } = await preCheck(first)
  const typing = new pg.Client({ connectionString: app.database.connectionString })
  await typing.connect()
  try {
    await typing.query('BEGIN')
    await typing.query('SELECT lock_families(ARRAY[$1::bigint])', [id])
    await typing.query("UPDATE donations SET amount_cents = 9000 WHERE organization_id = $1 AND transaction_id = 'a'", [
      id,
    ])
    const sent = await send(first, { map: JSON.stringify(map), news: 'amount' })
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_families%'"
    await expect.poll(() => app.query(waiting)).not.toEqual([])
    await typing.query('COMMIT')
    expect(await ended(sent.id)).toMatchObject({ news: 1 })
  } finally {
    await typing.end()
  }
  expect(await one(gifts, 'a')).toMatchObject({ amount_cents: 10_000 })
})

test('a third upload of the same file has no changes', async () => {
  const { test: preCheck, upload } = await withFirst()
  await upload(again, { news: imports.giftUpdateKinds.join() })
  const { review } = await preCheck(again, { news: imports.giftUpdateKinds.join() })
  expect(review).toMatchObject({ gifts: 0, updates: 0, news: [] })
  expect(await upload(again, { news: imports.giftUpdateKinds.join() })).toMatchObject({ accepted: 0, news: 0 })
})

test('all kinds can be applied, every change is an event, and an undo restores the previous state', async () => {
  const { id, upload, undo, gifts } = await withFirst()
  const before = await gifts()
  const run = await upload(again, { news: imports.giftUpdateKinds.join() })
  expect(run).toMatchObject({ accepted: 8, updated: 7, unchanged: 1 })
  expect(await one(gifts, 'a')).toMatchObject({ amount_cents: 15_000 })
  expect(await one(gifts, 'd')).toMatchObject({ day: '2026-11-16' })
  expect(await one(gifts, 'o')).toMatchObject({ email: 'ivy@example.org' })
  const events = await app.query<{ changes: { field: string; from: unknown; to: unknown }[] }>(
    `SELECT e.changes FROM donation_events e JOIN donations d ON d.organization_id = e.organization_id AND d.id = e.donation_id
     WHERE d.organization_id = $1 AND e.user_id IS NOT NULL ORDER BY e.id`,
    [id],
  )
  const edits = events.flatMap(({ changes }) => changes.map(({ field, from, to }) => [field, from, to]))
  expect(edits).toEqual(
    expect.arrayContaining([
      ['amount_cents', 10_000, 15_000],
      ['donated_at', '2026-11-06 00:00:00', '2026-11-16 00:00:00'],
      ['donor', 'gil@example.org', 'ivy@example.org'],
      ['donor.street', '', '1 Elm St'],
    ]),
  )
  expect(await undo(run.id)).toMatchObject({ state: 'undone' })
  expect(await gifts()).toEqual(before)
  expect(
    await app.query('SELECT 1 FROM donors WHERE organization_id = $1 AND email = $2', [id, 'ivy@example.org']),
  ).toEqual([])
})

test('changes of a submitted match update the gift, are listed for staff, and send no email', async () => {
  const { id, token, test: preCheck, upload } = await withFirst()
  await app.query("UPDATE donations SET status_id = 4 WHERE organization_id = $1 AND transaction_id = 'a'", [id])
  const mails = async () => (await app.query('SELECT 1 FROM notifications WHERE organization_id = $1', [id])).length
  const count = await mails()
  const file = csv(header, 'a,2026-11-05,150,Ed Lee,ed@example.org,Microsoft,,paid')
  expect((await preCheck(file)).review?.news).toMatchObject([{ kind: 'amount', with_employer: 1, applied: false }])
  const run = await upload(file, { news: 'amount' })
  const answer = await app.call(imports.getImport, { params: { id, importId: run.id } }, { token })
  expect(answer.with_employer).toMatchObject([{ donor: 'Ed Lee', kinds: ['amount'] }])
  const [row] = await app.query(
    "SELECT status_id, amount_cents::int FROM donations WHERE organization_id = $1 AND transaction_id = 'a'",
    [id],
  )
  expect(row).toEqual({ status_id: 4, amount_cents: 15_000 })
  expect(await mails()).toBe(count)
})

test('nothing is applied if nothing is chosen', async () => {
  const { upload, gifts } = await withFirst()
  const before = await gifts()
  expect(await upload(again, { news: 'none' })).toMatchObject({ accepted: 1, news: 0, left_out: 2 })
  expect((await gifts()).slice(0, 8)).toEqual(before)
})

test('a different employer is an optional change; another spelling is not a change', async () => {
  const { test: preCheck, upload, gifts } = await withFirst()
  const other = csv(
    header,
    'r,2026-11-01,100,Ann Lee,ann@example.org,Apple,,paid',
    'f,2026-11-02,100,Bo Lee,bo@example.org,Microsoft Corporation,,paid',
  )
  const { review } = await preCheck(other)
  expect(review).toMatchObject({
    unchanged: 1,
    not_taken: 1,
    news: [{ kind: 'other_employer', count: 1, applied: false, examples: [{ from: 'Microsoft', to: 'Apple' }] }],
  })
  const run = await upload(other, { news: 'other_employer' })
  expect(run).toMatchObject({ updated: 1, unchanged: 1 })
  expect((await one(gifts, 'r'))?.employer_text).toBe('Apple')
  expect((await one(gifts, 'f'))?.employer_text).toBe('Microsoft')
})

describe('gifts that are merged', () => {
  const small = (cents: readonly number[], more: readonly string[] = ['', '', ''], word = 'paid') =>
    csv(
      header,
      ...cents.map(
        (dollars, index) =>
          `p${index + 1},2026-11-0${index + 1},${dollars},Ann Lee,ann@example.org,Smallgift Works,,${more[index] || word}`,
      ),
    )
  async function merged() {
    const uploads = await uploader(app)
    await uploads.upload(small([10, 10, 10]))
    const standing = async () => {
      const rows = await app.query<Record<string, unknown>>(
        `SELECT d.transaction_id AS id, d.status_id AS status, d.amount_cents::int / 100 AS dollars, w.transaction_id AS part_of
         FROM donations d LEFT JOIN donations w ON w.id = d.merged_into_id
         WHERE d.organization_id = $1 ORDER BY d.transaction_id`,
        [uploads.id],
      )
      return rows.map(({ id, status, dollars, part_of }) => [id, status, dollars, part_of])
    }
    const mails = async () =>
      (await app.query('SELECT 1 FROM notifications WHERE organization_id = $1', [uploads.id])).length
    return { ...uploads, standing, mails }
  }
  const whole = [
    ['p1', 10, 10, 'p3'],
    ['p2', 10, 10, 'p3'],
    ['p3', 7, 30, null],
  ]

  test.each([
    [
      'a part that is refunded leaves the rest below the minimum, each for itself',
      small([10, 10, 10], ['refunded', '', '']),
      [
        ['p1', 12, 10, null],
        ['p2', 10, 10, null],
        ['p3', 10, 10, null],
      ],
    ],
    [
      'where the newest is refunded, the others wait each for itself',
      small([10, 10, 10], ['', '', 'refunded']),
      [
        ['p1', 10, 10, null],
        ['p2', 10, 10, null],
        ['p3', 16, 10, null],
      ],
    ],
    [
      'another amount of a part is another sum',
      small([20, 10, 10]),
      [
        ['p1', 10, 20, 'p3'],
        ['p2', 10, 10, 'p3'],
        ['p3', 7, 40, null],
      ],
    ],
    [
      'another amount of the newest is another sum',
      small([10, 10, 25]),
      [
        ['p1', 10, 10, 'p3'],
        ['p2', 10, 10, 'p3'],
        ['p3', 7, 45, null],
      ],
    ],
  ])('%s, and an undo restores the previous state', async (_case, file, after) => {
    const { upload, undo, standing, mails, test: preCheck } = await merged()
    expect(await standing()).toEqual(whole)
    const count = await mails()
    expect((await preCheck(file)).review?.news.map((news) => news.count)).toEqual([1])
    const run = await upload(file, { news: 'refunded,amount' })
    expect(await standing()).toEqual(after)
    const isNowBelowMinimum = after.some(([id, status]) => status === 10 && id === 'p3')
    expect((await mails()) - count).toBe(isNowBelowMinimum ? 1 : 0)
    await undo(run.id)
    expect(await standing()).toEqual(whole)
  })

  test.each([
    ['another amount of a part', small([20, 10, 10]), 'amount', { p1: 20, p3: 40 }, 'p3'],
    ['another amount of the newest', small([10, 10, 25]), 'amount', { p1: 10, p3: 45 }, 'p3'],
    ['a part that is refunded', small([10, 10, 10], ['refunded', '', '']), 'refunded', { p1: 10, p3: 20 }, null],
    ['the newest that is refunded', small([10, 10, 10], ['', '', 'refunded']), 'refunded', { p1: 10, p3: 20 }, 'p3'],
  ])(
    '%s, where the employer has the match, is put before the staff: the match stays, its sum follows',
    async (...given) => {
      const [, file, kind, { p1, p3 }, partOf] = given
      const { id, token, standing, mails, test: preCheck, upload, undo } = await merged()
      await app.query(
        "UPDATE donations SET status_id = 4, payment_state = 'expected' WHERE organization_id = $1 AND transaction_id = 'p3'",
        [id],
      )
      const [before, count] = [await standing(), await mails()]
      expect((await preCheck(file)).review?.news).toMatchObject([{ kind, count: 1, with_employer: 1 }])
      const run = await upload(file, { news: kind })
      const after = [
        ['p1', partOf === null ? 12 : 10, p1, partOf],
        ['p2', 10, 10, 'p3'],
        ['p3', 4, p3, null],
      ]
      expect(await standing()).toEqual(after)
      expect(await mails()).toBe(count)
      const answer = await app.call(imports.getImport, { params: { id, importId: run.id } }, { token })
      expect(answer.with_employer).toMatchObject([{ donor: 'Ann Lee', kinds: [kind] }])
      expect((await preCheck(file)).review?.news).toEqual([])
      await undo(run.id)
      expect(await standing()).toEqual(before)
    },
  )
})
