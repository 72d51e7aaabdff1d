import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('a known company ID determines the employer regardless of its name; an unknown ID is ignored', async () => {
  const [apple] = await app.query<{ id: number }>("SELECT id::int FROM companies WHERE name = 'Apple'")
  const { upload, id } = await uploader(app)
  const bytes = [
    'Transaction ID,Date,Amount,Donor Name,Donor Email,Company (employer),Company ID',
    `C-1,2026-06-01,50,Greta Testwell,greta@example.net,The fruit people,${apple?.id}`,
    'C-2,2026-06-01,50,Ola Testwell,ola@example.net,The fruit people,999999999',
  ].join('\n')
  await upload({ name: 'with-ids.csv', bytes })
  const rows = await app.query(
    'SELECT transaction_id, company_id::int FROM donations WHERE organization_id = $1 ORDER BY transaction_id',
    [id],
  )
  expect(rows).toEqual([
    { transaction_id: 'C-1', company_id: apple?.id },
    { transaction_id: 'C-2', company_id: null },
  ])
})
