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

const billed = { plan: 'elig_5', is_premium: 'elig_5' }

const columns = 'Transaction ID,Date,Amount,Donor Name,Email,Employer,Match Status'
const row = (id: string, status: string, employer = 'Quillfeather Works') =>
  `${id},2026-11-03,100,Donor ${id},${id}@example.org,${employer},${status}`
const file = csv(columns, row('a', 'Paid'), row('b', 'Submitted', ''), row('c', 'Denied'), row('d', 'Eligible'))

const matchesOf = (id: number) =>
  app.query(
    `SELECT transaction_id AS id, status_id AS status, silenced, inert, payment_state, received_cents::int AS received
     FROM donations WHERE organization_id = $1 ORDER BY 1`,
    [id],
  )

const chargesOf = (id: number) =>
  app.query(
    `SELECT d.transaction_id AS id, sum(c.cents)::int AS cents FROM match_charges c JOIN donations d ON d.organization_id = c.organization_id AND d.id = c.donation_id
     WHERE d.organization_id = $1 GROUP BY 1 HAVING sum(c.cents) <> 0 ORDER BY 1`,
    [id],
  )

test('matches that the file calls requested, paid or refused are external without a yes: no emails and no bill', async () => {
  const { id, test, upload } = await uploader(app, billed)
  const { questions, review } = await test(file)
  expect(questions).toMatchObject([
    {
      id: 'match_requested',
      message: 'The file says that the matches of 3 gifts were already requested, paid or refused.',
      answer: 'external',
      count: 3,
      sum: 300,
      by_row: false,
      examples: [{ sheet_row: 2 }, { sheet_row: 3 }, { sheet_row: 4 }],
    },
  ])
  expect(review).toMatchObject({ gifts: 4, mails: { mails: 1 }, outcome: { matchable: 1, sums: [{ sum: 100 }] } })
  await upload(file)
  const external = { inert: true, silenced: false, payment_state: 'none', received: 0 }
  expect(await matchesOf(id)).toEqual([
    { id: 'a', status: 1, ...external },
    { id: 'b', status: 4, ...external },
    { id: 'c', status: 11, ...external },
    { id: 'd', status: 7, ...external, inert: false },
  ])
  expect(await chargesOf(id)).toEqual([{ id: 'd', cents: 500 }])
})

test('a yes marks requested matches as Submitted, applies to later files, and is undone with the upload', async () => {
  const { id, test, upload, undo, countDonations } = await uploader(app)
  const answers = JSON.stringify({ match_requested: 'mark_submitted' })
  expect((await test(file, { answers })).review?.mails).toMatchObject({ mails: 1 })
  const { id: importId } = await upload(file, { answers })
  expect(await matchesOf(id)).toEqual([
    { id: 'a', status: 4, inert: false, silenced: false, payment_state: 'expected', received: 0 },
    { id: 'b', status: 4, inert: false, silenced: false, payment_state: 'expected', received: 0 },
    { id: 'c', status: 11, inert: true, silenced: false, payment_state: 'none', received: 0 },
    { id: 'd', status: 7, inert: false, silenced: false, payment_state: 'none', received: 0 },
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
  expect(await matchesOf(id)).toMatchObject([{ status: 4, inert: true }])
})

test('an uploaded gift is not asked about again', async () => {
  const { test, upload } = await uploader(app)
  await upload(file)
  expect(await test(file)).toMatchObject({ questions: [], review: { gifts: 0, unchanged: 4 } })
})

const plain = csv(columns, row('a', ''), row('b', ''), row('c', ''), row('d', ''))

test('progress of known matches is news: requested and refused matches move unless declined, and an undo restores them', async () => {
  const { id, test, upload, undo } = await uploader(app, billed)
  await upload(plain)
  const charges = await chargesOf(id)
  const { questions, review } = await test(file)
  expect(questions).toEqual([])
  expect(review).toMatchObject({ gifts: 0, updates: 3, unchanged: 1, mails: { mails: 0 } })
  expect(review?.news).toMatchObject([
    { kind: 'match_requested', count: 2, applied: true, examples: [{ row: 1, to: 'Submitted' }, { row: 2 }] },
    { kind: 'match_refused', count: 1, applied: true, examples: [{ row: 3, to: 'Against Company Policy' }] },
  ])
  const { id: importId } = await upload(file)
  expect(await matchesOf(id)).toMatchObject([{ status: 4 }, { status: 4 }, { status: 11 }, { status: 7 }])
  expect(await chargesOf(id)).toEqual(charges.filter(({ id }) => id !== 'c'))
  expect(await undo(importId)).toMatchObject({ state: 'undone', error: null })
  expect(await matchesOf(id)).toMatchObject([{ status: 7 }, { status: 7 }, { status: 7 }, { status: 7 }])
  expect(await chargesOf(id)).toEqual(charges)
  expect(charges).toHaveLength(4)
})

test('a payment that a file reports for a submitted match completes it only if chosen', async () => {
  const { id, test, upload } = await uploader(app)
  await upload(csv(columns, row('a', '')))
  await upload(csv(columns, row('a', 'Submitted')))
  const paid = csv(columns, row('a', 'Paid'))
  expect((await test(paid)).review?.news).toMatchObject([{ kind: 'match_paid', count: 1, applied: false }])
  expect(await upload(paid)).toMatchObject({ not_taken: 1 })
  expect(await matchesOf(id)).toMatchObject([{ status: 4 }])
  await upload(paid, { news: 'match_paid' })
  expect(await matchesOf(id)).toMatchObject([{ status: 1, received: 0 }])
})

test('with the answer to email these donors, the file moves no known match', async () => {
  const { test, upload } = await uploader(app)
  await upload(file, { answers: JSON.stringify({ match_requested: 'send_emails' }) })
  expect(await test(file)).toMatchObject({ questions: [], review: { gifts: 0, unchanged: 4, news: [] } })
})
