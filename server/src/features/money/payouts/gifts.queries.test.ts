import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { type Factories, factoriesOn } from '../../../testing/factories.ts'
import { countPages, createTestDatabase, type TestDatabase } from '../../../testing/index.ts'
import { listPayableGifts } from './gifts.queries.ts'

let database: TestDatabase
let factories: Factories
beforeAll(async () => {
  database = await createTestDatabase()
  factories = factoriesOn(database)
})
afterAll(() => database.drop())

/** The pages read, in an organization with this many other donors and gifts. */
async function pagesAmong(others: number): Promise<number> {
  const organization = await factories.createOrganization()
  const [gift = 0] = await factories.createDonations([
    { organization, donor: 'Ada Byron', at: '2026-01-05' },
    ...Array.from({ length: others }, (_, n) => ({ organization, donor: `Nobody ${n}`, at: '2026-01-06' })),
  ])
  await database.query('VACUUM ANALYZE donations, donors')
  const nothingElse = {
    transactionIds: [],
    emails: [],
    companyIds: [],
    cents: [],
    owing: { companyIds: [], cents: [], matchCents: [] },
  }
  const wanted = { ...nothingElse, names: ['ada byron'], from: '2026-01-01', to: '2026-01-31' }
  return inTenant(database.database, grantTenant(organization, [organization]), async (db, client) => {
    const { db: counting, seen } = countPages(client, db)
    expect(await listPayableGifts(counting, [organization], wanted)).toMatchObject([{ id: gift }])
    return seen.pages
  })
}

test('finds gifts by donor name at a constant cost among thousands', async () => {
  const ofFew = await pagesAmong(10)
  expect(await pagesAmong(6_000)).toBeLessThan(ofFew + 20)
})
