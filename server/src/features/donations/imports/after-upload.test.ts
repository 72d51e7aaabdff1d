import { donationChanges, imports } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, header, uploader } from './uploads.testing.ts'

let app: TestApp
const failures: string[] = []
beforeAll(async () => {
  app = await startTestApp({ logged: (line) => failures.push(...(line.includes('problem') ? [line] : [])) })
  const policy = { program: 'yes', method: 'csr', submission_url: 'https://q.example', ratio: '1:1' }
  await app.createCompanies([{ name: 'Quillon', policy: { ...policy, max_per_year_cents: 10_000 } }])
})
afterAll(() => app.stop())

const words = ['submitted', 'no-charge', 'refunded', 'restored'] as const
const word = (n: number) => words[n % words.length] ?? 'submitted'

const rows = (from: number, count: number) =>
  csv(
    header,
    ...Array.from(
      { length: count },
      (_, n) => `t-${from + n},2026-06-10,50.00,Dana ${n % 20},dana${n % 20}@example.org,Quillon`,
    ),
  )

it('actions directly after an upload, next to another one and an undo, are done or refused, never failed', async () => {
  const { id, token, upload, test, send, ended } = await uploader(app, { plan: 'elig_5' })
  const statuses = new Set<number>()
  const press = async (donation_ids: number[], status: donationChanges.ConfirmStatus) => {
    const given = { body: { donation_ids, status } }
    statuses.add((await app.sendRoute(donationChanges.confirmDonations, given, { token })).status)
  }
  for (let round = 0; round < 2; round++) {
    const done = await upload(rows(round * 100, 40))
    const gifts = 'SELECT id::int FROM donations WHERE organization_id = $1 AND import_id = $2 ORDER BY id'
    const ids = (await app.query<{ id: number }>(gifts, [id, done.id])).map((gift) => gift.id)
    const more = rows(round * 100 + 50, 40)
    const { map } = await test(more)
    const pressed = [
      ...ids.map((one, n) => press([one], word(n))),
      ...ids.map((one, n) => press([one], word(n + 1))),
      ...Array.from({ length: 8 }, (_, n) => press(ids.slice(n * 5, n * 5 + 7).reverse(), word(n))),
    ]
    const second = await send(more, { map: JSON.stringify(map) })
    const undone = app.sendRoute(imports.undoImport, { params: { id, importId: done.id } }, { token })
    await Promise.all([...pressed, undone, ...ids.map((one, n) => press([one], word(n + 2)))])
    await ended(second.id)
    await ended(done.id)
    await Promise.all(ids.map((one, n) => press([one], word(n))))
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  expect(statuses).toContain(200)
  expect(failures).toEqual([])
})
