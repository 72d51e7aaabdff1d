import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
})
afterAll(() => app.stop())

const crm = (...rows: string[]) => csv('Gift ID,Gift Date,Gift Amount,Name,Email', ...rows)
const form = (...rows: string[]) => csv('Transaction ID,Date,Amount,Donor Name,Email Address', ...rows)

test('a gift with a covered fee from another tool raises a question with both rows', async () => {
  const { test, upload, countDonations } = await uploader(app)
  await upload(crm('G-1,2026-11-04,100,Lars Emms,lars@example.org'))
  const file = form('tx-9,2026-11-03,103.20,Lars Emms,lars@example.org')
  const { questions, review } = await test(file)
  expect(questions).toMatchObject([
    {
      id: 'probably_same',
      message: '1 row is probably a gift you already have.',
      answer: 'leave_out',
      examples: [
        {
          row: 1,
          text: 'Lars Emms, 103.20, 2026-11-03, tx-9',
          known: 'Lars Emms, 100.00, 2026-11-04, G-1',
          taken: false,
        },
      ],
    },
  ])
  expect(review).toMatchObject({ gifts: 0, left_out: 1, mails: { mails: 0 } })
  expect(await upload(file)).toMatchObject({ rows: 1, accepted: 0, left_out: 1 })
  expect(await countDonations()).toEqual({ gifts: 1, cents: 10_000 })
})

test('confirming that both are real records the gift; the answer is not remembered', async () => {
  const { test, upload, countDonations } = await uploader(app)
  await upload(crm('G-1,2026-11-04,100,Lars Emms,lars@example.org'))
  const answers = JSON.stringify({ probably_same: 'take' })
  const file = form('tx-9,2026-11-03,103.20,Lars Emms,lars@example.org')
  expect(await upload(file, { answers })).toMatchObject({ accepted: 1 })
  expect(await countDonations()).toEqual({ gifts: 2, cents: 20_320 })
  const next = form('tx-10,2026-11-05,99,Lars Emms,lars@example.org')
  expect((await test(next)).questions).toMatchObject([{ id: 'probably_same', answer: 'leave_out' }])
})

test.each([
  ['an ID without its leading zeros', 'G-0,2026-11-04,1,Zed,zed@example.org', '00123', '123'],
  ['an ID where there was none', 'G-0,2026-11-04,1,Zed,zed@example.org', '', 'G-7'],
])('%s raises a question in a file of the same layout', async (_, other, before, after) => {
  const { test, upload } = await uploader(app)
  await upload(crm(other, `${before},2026-11-04,80,Pim Rask,pim@example.org`))
  const { questions } = await test(crm(`${after},2026-11-04,80,Pim Rask,pim@example.org`))
  expect(questions.map(({ id, count }) => [id, count])).toEqual([['probably_same', 1]])
})

test('a donor without an address is found by name', async () => {
  const { test, upload } = await uploader(app)
  await upload(csv('Date,Amount,Donor Name', '2026-11-04,90,Rod Stam'))
  const { questions } = await test(form('tx-1,2026-11-05,90,Rod Stam,rod@example.org,'))
  expect(questions).toMatchObject([{ id: 'probably_same', count: 1 }])
})

test('an ID of the same form from the same tool, another day or another amount is another gift', async () => {
  const { test, upload } = await uploader(app)
  await upload(crm('G-1,2026-11-04,100,Lars Emms,lars@example.org'))
  expect((await test(crm('G-2,2026-11-04,100,Lars Emms,lars@example.org'))).questions).toEqual([])
  expect((await test(form('tx-2,2026-11-08,100,Lars Emms,lars@example.org,'))).questions).toEqual([])
  expect((await test(form('tx-3,2026-11-04,130,Lars Emms,lars@example.org,'))).questions).toEqual([])
})

test('a row with unapplied changes is not counted as already uploaded', async () => {
  const { test, upload } = await uploader(app)
  await upload(crm('G-1,2026-11-04,100,Lars Emms,lars@example.org', 'G-2,2026-11-05,50,Lars Emms,lars@example.org'))
  const again = crm('G-1,2026-11-04,120,Lars Emms,lars@example.org', 'G-2,2026-11-05,50,Lars Emms,lars@example.org')
  expect((await test(again)).review).toMatchObject({ unchanged: 1, not_taken: 1 })
  expect(await upload(again)).toMatchObject({ unchanged: 1, not_taken: 1, updated: 0 })
  expect((await test(again, { news: 'amount' })).review).toMatchObject({ unchanged: 1, not_taken: 0, updates: 1 })
})

test('the number of another donor’s gift raises a question; if both are real, a repeated upload adds nothing', async () => {
  const { test, upload, countDonations } = await uploader(app)
  await upload(crm('1003,2026-11-04,100,Lars Emms,lars@example.org'))
  const file = form('1003,2026-11-09,40,Nora Lund,nora@example.org', '1004,2026-11-10,60,Otto Moen,otto@example.org')
  const { questions, review } = await test(file)
  expect(questions).toMatchObject([
    {
      id: 'reused_number',
      message: '1 row has the number of another donor’s gift.',
      answer: 'leave_out',
      examples: [
        { row: 1, text: 'Nora Lund, 40.00, 2026-11-09, 1003', known: 'Lars Emms, 100.00, 2026-11-04', taken: false },
      ],
    },
  ])
  expect(review).toMatchObject({ gifts: 1, updates: 0, not_taken: 0, left_out: 1, news: [] })
  const answers = JSON.stringify({ reused_number: 'take' })
  expect(await upload(file, { answers })).toMatchObject({ accepted: 2, left_out: 0 })
  expect(await countDonations()).toEqual({ gifts: 3, cents: 20_000 })
  expect(await test(file)).toMatchObject({ questions: [], review: { gifts: 0, unchanged: 2 } })
  expect(await upload(file)).toMatchObject({ accepted: 0, unchanged: 2 })
  expect(await countDonations()).toEqual({ gifts: 3, cents: 20_000 })
})
