import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
})
afterAll(() => app.stop())

const columns = 'Transaction ID,Date,Amount,Donor Name,Email,Payment Status'
const file = csv(
  columns,
  'a,2026-11-03,10,Ann Able,ann@example.org,Paid',
  'b,2026-11-04,20,Bo Baker,bo@example.org,Refunded',
  'c,2026-11-05,30,Cy Carr,cy@example.org,Refunded',
)

test('the pre-check asks about refunded payments in one sentence with the rows, and leaves them out', async () => {
  const { test } = await uploader(app)
  const { questions, review } = await test(file)
  expect(questions).toEqual([
    {
      id: 'payment_refunded',
      message: '2 payments were refunded.',
      options: [
        { value: 'leave_out', label: 'Leave out' },
        { value: 'take', label: 'Upload' },
      ],
      answer: 'leave_out',
      count: 2,
      sum: 50,
      by_row: true,
      examples: [
        { row: 2, sheet_row: 3, text: 'Bo Baker, 20.00, 2026-11-04', known: null, taken: false },
        { row: 3, sheet_row: 4, text: 'Cy Carr, 30.00, 2026-11-05', known: null, taken: false },
      ],
    },
  ])
  expect(review).toMatchObject({ gifts: 1, left_out: 2 })
})

test('problems and questions name the rows of the spreadsheet', async () => {
  const { test } = await uploader(app)
  const { questions, review } = await test(
    csv(
      ...['Gifts of November', '', columns],
      'a,soon,10,Ann Able,ann@example.org,Paid',
      ...['', 'b,2026-11-04,20,Bo Baker,bo@example.org,Refunded'],
      'c,2026-11-05,30,Cy Carr,cy@example.org,Paid',
    ),
  )
  expect(review?.problems).toMatchObject([{ row: 1, sheet_row: 4 }])
  expect(questions).toMatchObject([{ examples: [{ row: 2, sheet_row: 6 }] }])
})

test('an upload applies the answer, and a later file of the same layout starts with it', async () => {
  const { test, upload } = await uploader(app)
  const answers = JSON.stringify({ payment_refunded: 'take' })
  expect((await test(file, { answers })).review).toMatchObject({ gifts: 3, left_out: 0 })
  expect(await upload(file, { answers })).toMatchObject({ accepted: 3, left_out: 0 })
  const later = csv(columns, 'd,2026-11-06,40,Dee Dunn,dee@example.org,Refunded')
  const { questions, review } = await test(later)
  expect(questions).toMatchObject([{ id: 'payment_refunded', answer: 'take' }])
  expect(review).toMatchObject({ gifts: 1 })
  expect(await upload(later)).toMatchObject({ accepted: 1 })
})

test('a single row is recorded although its kind is left out', async () => {
  const { test, upload } = await uploader(app)
  expect((await test(file, { take_rows: '3' })).review).toMatchObject({ gifts: 2, amount_sum: 40, left_out: 1 })
  expect(await upload(file, { take_rows: '3' })).toMatchObject({ accepted: 2, left_out: 1 })
})

test('answers that are not JSON are refused', async () => {
  const { test } = await uploader(app)
  await expect(test(file, { answers: 'yes' })).rejects.toMatchObject({ status: 422 })
  await expect(test(file, { take_rows: '1,x' })).rejects.toMatchObject({ status: 422 })
})

const givers = 'Transaction ID,Date,Amount,Donor Name,Email,Employer'

test('a donor with the name of a company raises a question, and the gift is left out', async () => {
  const { test, upload, countDonations } = await uploader(app)
  const names = ['Microsoft', 'Bank of America', "Trader Joe's", 'The Home Depot', 'COSTCO']
  const file = csv(givers, ...names.map((name, at) => `c${at},2026-11-03,100,${name},,`), 'p,2026-11-03,10,Ann Able,,')
  const { questions, review } = await test(file)
  expect(questions).toMatchObject([
    {
      id: 'company_gift',
      message: '5 rows look like companies’ gifts, not people’s.',
      answer: 'leave_out',
      count: 5,
      sum: 500,
      by_row: true,
    },
  ])
  expect(review).toMatchObject({ gifts: 1, left_out: 5, rejected: 0 })
  expect(await upload(file, { take_rows: '2' })).toMatchObject({ accepted: 2, left_out: 4 })
  expect(await countDonations()).toEqual({ gifts: 2, cents: 11_000 })
})

test.each([
  ['a first name before the name of a company', 'Ann Ford,,'],
  ['a company as the first name', 'Chase Miller,,'],
  ['another employer', 'Morgan Stanley,,Google'],
])('%s belongs to a person', async (_, donor) => {
  const { test } = await uploader(app)
  const { questions, review } = await test(csv(givers, `c,2026-11-03,100,${donor}`))
  expect(questions).toEqual([])
  expect(review).toMatchObject({ gifts: 1 })
})

test.each([
  ['an address with the name', 'Date,Donor,Email,Amount', '2026-11-03,Ralph Lauren,ralph.lauren@example.org,100', 0],
  ['an initial in the address', 'Date,Donor,Email,Amount', '2026-11-03,Charles Schwab,cschwab2@example.org,100', 0],
  ['first and last name', 'Date,First,Last,Email,Amount', '2026-11-03,Ralph,Lauren,,100', 0],
  ['an address of the company', 'Date,First,Last,Email,Amount', '2026-11-03,Best,Buy,giving@bestbuy.com,100', 1],
  ['a last name only', 'Date,First,Last,Email,Amount', '2026-11-03,,Microsoft,,100', 1],
  ['nothing else', 'Date,Donor,Email,Amount', '2026-11-03,Charles Schwab,,100', 1],
])('a donor called like a company, with %s', async (_, header, gift, asked) => {
  const { test } = await uploader(app)
  expect(await test(csv(header, gift))).toMatchObject({
    questions: asked ? [{ id: 'company_gift', count: 1 }] : [],
    review: { gifts: 1 - asked },
  })
})
