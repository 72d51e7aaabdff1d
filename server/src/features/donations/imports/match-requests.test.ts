import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' } as const
  await app.createCompanies([{ name: 'Quillfeather Works', policy }])
})
afterAll(() => app.stop())

const columns = 'Transaction ID,Date,Amount,Donor Name,Email,Employer,Match Status'
const row = (id: string, status: string, employer = 'Quillfeather Works') =>
  `${id},2026-11-03,100,Donor ${id},${id}@example.org,${employer},${status}`
const file = csv(columns, row('a', 'Paid'), row('b', 'Submitted', ''), row('c', 'Denied'), row('d', 'Eligible'))

const matchesOf = (id: number) =>
  app.query(
    `SELECT transaction_id AS id, status_id AS status, silenced, payment_state, received_cents::int AS received
     FROM donations WHERE organization_id = $1 ORDER BY 1`,
    [id],
  )

test('a match that the file calls requested raises a question, and its donor is not emailed without a yes', async () => {
  const { id, test, upload } = await uploader(app)
  const { questions, review } = await test(file)
  expect(questions).toMatchObject([
    {
      id: 'match_requested',
      message: 'The file says that the matches of 3 gifts were already requested, paid or refused.',
      answer: 'stop_emails',
      count: 3,
      sum: 300,
      by_row: false,
      examples: [{ sheet_row: 2 }, { sheet_row: 3 }, { sheet_row: 4 }],
    },
  ])
  expect(review).toMatchObject({ gifts: 4, mails: { mails: 1 } })
  await upload(file)
  const held = { silenced: true, payment_state: 'none', received: 0 }
  expect(await matchesOf(id)).toEqual([
    { id: 'a', status: 7, ...held },
    { id: 'b', status: 23, ...held },
    { id: 'c', status: 7, ...held },
    { id: 'd', status: 7, ...held, silenced: false },
  ])
})

test('a yes marks requested matches as Submitted, applies to later files, and is undone with the upload', async () => {
  const { id, test, upload, undo, countDonations } = await uploader(app)
  const answers = JSON.stringify({ match_requested: 'mark_submitted' })
  expect((await test(file, { answers })).review?.mails).toMatchObject({ mails: 1 })
  const { id: importId } = await upload(file, { answers })
  expect(await matchesOf(id)).toEqual([
    { id: 'a', status: 4, silenced: false, payment_state: 'expected', received: 0 },
    { id: 'b', status: 4, silenced: false, payment_state: 'expected', received: 0 },
    { id: 'c', status: 7, silenced: true, payment_state: 'none', received: 0 },
    { id: 'd', status: 7, silenced: false, payment_state: 'none', received: 0 },
  ])
  expect((await test(csv(columns, row('e', 'Submitted')))).questions).toMatchObject([{ answer: 'mark_submitted' }])
  expect(await undo(importId)).toMatchObject({ state: 'undone' })
  expect(await countDonations()).toEqual({ gifts: 0, cents: 0 })
})

test('the donors are emailed like all others if the user chooses it', async () => {
  const { id, test, upload } = await uploader(app)
  const answers = JSON.stringify({ match_requested: 'send_emails' })
  expect((await test(file, { answers })).review?.mails).toMatchObject({ mails: 3 })
  await upload(file, { answers })
  expect(await matchesOf(id)).toMatchObject([{ status: 7 }, { status: 23 }, { status: 7 }, { status: 7 }])
})

test('"Submitted" alone is not a status of the portal', async () => {
  const { id, test, upload } = await uploader(app)
  const submitted = csv(columns, row('a', 'Submitted'))
  expect(await test(submitted)).toMatchObject({ map: { match_status: 'custom.match_status' } })
  await upload(submitted)
  expect(await matchesOf(id)).toMatchObject([{ status: 7, silenced: true }])
})

test('an uploaded gift is not asked about again', async () => {
  const { test, upload } = await uploader(app)
  await upload(file)
  expect(await test(file)).toMatchObject({ questions: [], review: { gifts: 0, unchanged: 4 } })
})
