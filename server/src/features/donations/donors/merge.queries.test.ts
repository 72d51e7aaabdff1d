import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { type Factories, factoriesOn } from '../../../testing/factories.ts'
import { countPages, createTestDatabase, type TestDatabase } from '../../../testing/index.ts'
import { listLikelyDuplicates } from './merge.queries.ts'

let database: TestDatabase
let factories: Factories
beforeAll(async () => {
  database = await createTestDatabase()
  factories = factoriesOn(database)
})
afterAll(() => database.drop())

async function pagesAmong(others: number): Promise<number> {
  const organization = await factories.createOrganization()
  const [ada = 0, namesake = 0] = await factories.createDonors([
    { organization, name: 'Ada Byron', email: 'ada.byron@example.org' },
    { organization, name: 'ada byron', email: 'ada.byron@example.net' },
    ...Array.from({ length: others }, (_, n) => ({ organization, name: `Nobody ${n}` })),
  ])
  await database.query('VACUUM ANALYZE donors')
  return inTenant(database.database, grantTenant(organization, [organization]), async (db, client) => {
    const { db: counting, seen } = countPages(client, db)
    expect(await listLikelyDuplicates(counting, { organizationId: organization, id: ada })).toMatchObject([
      { id: namesake },
    ])
    return seen.pages
  })
}

test('finding likely duplicates reads no more pages among thousands of donors', async () => {
  const ofFew = await pagesAmong(10)
  expect(await pagesAmong(6_000)).toBeLessThan(ofFew + 20)
})
