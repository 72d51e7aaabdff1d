import { donationChanges } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../testing/index.ts'
import { csv, header, uploader } from './uploads.testing.ts'

/** Gifts that were merged with others, named one by one by a file. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-09-15T14:00:00Z') })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([{ name: 'Quillfeather Works', policy: { ...portal, min_amount_cents: 2_500 } }])
})
afterAll(() => app.stop())

const gifts = csv(
  header,
  'a,2026-03-01,10,Ann,ann@example.org,Quillfeather Works',
  'b,2026-03-02,10,Ann,ann@example.org,Quillfeather Works',
  'c,2026-03-03,10,Ann,ann@example.org,Quillfeather Works',
)
const merged = async () => {
  const tried = await uploader(app)
  await tried.upload(gifts)
  const rows = () =>
    app.query<{ id: string; t: string; status: number; cents: number; whole: string | null; day: string }>(
      `SELECT d.id, d.transaction_id AS t, d.status_id AS status, d.amount_cents::int AS cents,
         w.transaction_id AS whole, d.donated_at::date::text AS day
       FROM donations d LEFT JOIN donations w ON w.id = d.merged_into_id WHERE d.organization_id = $1 ORDER BY d.id`,
      [tried.id],
    )
  const idOf = async (t: string) => (await rows()).find((row) => row.t === t)?.id
  const events = async (t: string) =>
    (
      await app.query<{ action: string }>('SELECT action FROM donation_events WHERE donation_id = $1 ORDER BY id', [
        await idOf(t),
      ])
    ).map(({ action }) => action)
  const standing = async () => (await rows()).map(({ t, status, cents, whole }) => [t, status, cents, whole])
  /** What the last evaluation was told of a gift. */
  const worth = async (t: string) =>
    (
      await app.query<{ cents: number }>(
        'SELECT amount_cents::int AS cents FROM evaluations WHERE donation_id = $1 ORDER BY id DESC LIMIT 1',
        [await idOf(t)],
      )
    )[0]?.cents
  return { ...tried, rows, idOf, events, worth, standing }
}

test('a file changes parts that it names by their ids, and the rules decide anew what is asked for together', async () => {
  const { idOf, upload, standing, events, worth, test: look } = await merged()
  expect(await standing()).toEqual([
    ['a', 10, 1000, 'c'],
    ['b', 10, 1000, 'c'],
    ['c', 7, 3000, null],
  ])
  const file = csv('amply_id,amount', `${await idOf('a')},4`, `${await idOf('b')},10`)
  expect((await look(file)).review).toMatchObject({ updates: 1, unchanged: 1, rejected: 0 })
  expect(await upload(file)).toMatchObject({ accepted: 1, updated: 1, unchanged: 1, rejected: 0 })
  expect(await standing()).toEqual([
    ['a', 10, 400, null],
    ['b', 10, 1000, null],
    ['c', 10, 1000, null],
  ])
  expect(await events('b')).toEqual(['merge', 'split'])
  expect(await worth('b')).toBe(1000)
  // and a later gift fills them up
  await upload(csv(header, 'd,2026-03-04,10,Ann,ann@example.org,Quillfeather Works'))
  expect(await standing()).toEqual([
    ['a', 10, 400, 'd'],
    ['b', 10, 1000, 'd'],
    ['c', 10, 1000, 'd'],
    ['d', 7, 3400, null],
  ])
})

test('a part that is changed by hand leaves the others below the minimum each for itself; taken back, they are one match', async () => {
  const { id, idOf, standing, token } = await merged()
  const whole = await standing()
  const params = { id: Number(await idOf('b')) }
  const { undo } = await app.call(donationChanges.updateDonation, { params, body: { amount: 4 } }, { token })
  expect(await standing()).toEqual([
    ['a', 10, 1000, null],
    ['b', 10, 400, null],
    ['c', 10, 1000, null],
  ])
  await app.call(donationChanges.undoChange, { params: { id }, body: { undo_id: undo?.id ?? '' } }, { token })
  expect(await standing()).toEqual(whole)
})

test('parts of which a file says nothing new stay as they are', async () => {
  const { idOf, upload, standing, events } = await merged()
  const before = [await standing(), await events('a'), await events('c')]
  const run = await upload(csv('amply_id,amount,company_name', `${await idOf('a')},10,Quillfeather Works`))
  expect(run).toMatchObject({ accepted: 0, unchanged: 1, rejected: 0 })
  expect([await standing(), await events('a'), await events('c')]).toEqual(before)
})

test('of a part that the employer has the facts change: its match stays as it was asked for, and its sum follows', async () => {
  const { idOf, upload, standing, rows, token } = await merged()
  const body = { donation_ids: [Number(await idOf('c'))], status: 'submitted' as const }
  await app.call(donationChanges.confirmDonations, { body }, { token })
  const run = await upload(csv('amply_id,amount,donated_at', `${await idOf('a')},4,2026-02-27`))
  expect(run).toMatchObject({ updated: 1, rejected: 0 })
  expect(await standing()).toEqual([
    ['a', 10, 400, 'c'],
    ['b', 10, 1000, 'c'],
    ['c', 4, 2400, null],
  ])
  expect((await rows())[0]?.day).toBe('2026-02-27')
})
