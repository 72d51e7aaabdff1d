import { mappingProblems } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-20T15:00:00Z') })
})
afterAll(() => app.stop())

const file = csv(
  'Family,Email,Gift,Company',
  'Rosa Quill,rosa@example.org,$50,Acme',
  'Noor Nguyen,noor@example.org,25,',
  'Total,,75,',
)

const daysOf = async (id: number) =>
  (
    await app.query<{ day: string }>('SELECT donated_at::date::text AS day FROM donations WHERE organization_id = $1', [
      id,
    ])
  ).map(({ day }) => day)

test('gifts of a file without a date column get the date that the user gives', async () => {
  const { test, upload, send, id } = await uploader(app)
  const { map, review } = await test(file)
  expect(review).toBeNull()
  await expect(send(file, { map: JSON.stringify(map) })).rejects.toThrow(mappingProblems.dateMissing.message)
  expect((await test(file, { gift_date: '2026-11-03' })).review).toMatchObject({ gifts: 2, rejected: 0 })
  expect(await upload(file, { gift_date: '2026-11-03' })).toMatchObject({ state: 'done', accepted: 2, rejected: 0 })
  expect(await daysOf(id)).toEqual(['2026-11-03', '2026-11-03'])
})

test('a date in the future is refused, and a date column is preferred', async () => {
  const { id, test, upload } = await uploader(app)
  const { review } = await test(file, { gift_date: '2026-11-25' })
  expect(review).toMatchObject({ gifts: 0, rejected: 2 })
  const dated = csv('Donor,Email,Gift,Date', 'Rosa Quill,rosa@example.org,50,2026-10-01')
  await upload(dated, { gift_date: '2026-11-03' })
  expect(await daysOf(id)).toEqual(['2026-10-01'])
})
