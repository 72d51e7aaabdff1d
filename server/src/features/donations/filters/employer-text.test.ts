import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Factories, factoriesOn } from '../../../testing/factories.ts'
import { countPages, createTestDatabase, type TestDatabase } from '../../../testing/index.ts'

let database: TestDatabase
let factories: Factories
beforeAll(async () => {
  database = await createTestDatabase()
  factories = factoriesOn(database)
})
afterAll(() => database.drop())

const counted = z.object({ gifts: z.int() })
const each = 12_000

test('searches for an unknown employer use the text index, even if many gifts match a company of that name', async () => {
  const organization = await factories.createOrganization()
  const company = await factories.createCompany({ name: 'Marblewick' })
  const gift = { organization, donor: 'Ada Byron', at: '2026-01-05' }
  await factories.createDonations([
    ...Array.from({ length: each }, () => ({ ...gift, company, employer: 'Marblewick' })),
    ...Array.from({ length: each }, (_, n) => ({ ...gift, employer: `Nobody ${n}` })),
    { ...gift, employer: 'The Marblewick Shop' },
  ])
  await database.query('VACUUM ANALYZE donations')
  const tenant = grantTenant(organization, [organization])
  const pages = (pattern: string) =>
    inTenant(database.database, tenant, async (db, client) => {
      const { db: counting, seen } = countPages(client, db)
      const { rows } = await sql(counted)`
        SELECT count(*)::int AS gifts FROM gifts_naming_employer(${organization}, ${pattern})`.execute(counting)
      return [rows[0]?.gifts, seen.pages]
    })
  await pages('%marblewick%')
  const [found, read] = await pages('%marblewick%')
  expect(found).toBe(1)
  // Most of these are catalog pages for planning.
  expect(read).toBeLessThan(100)
  expect((await pages('%ma%'))[0]).toBe(1)
})
