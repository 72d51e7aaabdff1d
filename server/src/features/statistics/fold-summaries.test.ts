import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantTenant } from '../../platform/database/database.ts'
import { type Factories, factoriesOn } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { foldSummaries } from './fold-summaries.ts'
import { sumByStatus } from './summaries.queries.ts'

let database: TestDatabase
let factories: Factories
let organization: number

beforeAll(async () => {
  database = await createTestDatabase()
  factories = factoriesOn(database)
  organization = await factories.createOrganization()
})
afterAll(() => database.drop())

const everything = () => ({ organizationIds: [organization], statusIds: null, from: null, to: null })

/** What a reader sees: gifts and cents of all statuses. */
async function seen() {
  const tenant = grantTenant(organization, [organization])
  const { sums } = await sumByStatus(database.database, tenant, everything())
  const add = (pick: (sum: (typeof sums)[number]) => number) => sums.reduce((total, sum) => total + pick(sum), 0)
  return { gifts: add(({ gifts }) => gifts), cents: add(({ amount_cents }) => amount_cents) }
}

const insert = (count: number) =>
  factories.createDonations(
    Array.from({ length: count }, (_, n) => ({
      organization,
      at: new Date(Date.parse('2026-01-01') + (n % 90) * 86_400_000).toISOString(),
      cents: 100,
    })),
  )

it('never shows a gift twice or not at all while writers write and several workers fold', async () => {
  let writing = true
  const write = async (): Promise<void> => {
    for (let time = 0; time < 40; time++) {
      await insert(5)
      // In one order, as the product locks them: two writers who met the same gifts in two orders would wait in a circle.
      await database.query(
        `UPDATE donations d SET status_id = 4, amount_cents = 100
         FROM (SELECT organization_id, id FROM donations WHERE id % 3 = $1 ORDER BY organization_id, id FOR UPDATE) locked
         WHERE d.organization_id = locked.organization_id AND d.id = locked.id`,
        [time % 3],
      )
    }
  }
  const fold = async (): Promise<number> => {
    let folded = 0
    while (writing) folded += await foldSummaries(database, 1 + (folded % 17))
    return folded
  }
  let last = 0
  const read = async (): Promise<void> => {
    while (writing) {
      const { gifts, cents } = await seen()
      // Writers add five gifts of a dollar at a time and take none away.
      expect(gifts % 5).toBe(0)
      expect(cents).toBe(gifts * 100)
      expect(gifts).toBeGreaterThanOrEqual(last)
      last = gifts
    }
  }
  const others = [fold(), fold(), fold(), read()]
  try {
    await Promise.all([write(), write(), write()])
  } finally {
    writing = false
    await Promise.all(others)
  }
  expect(await seen()).toEqual({ gifts: 600, cents: 60_000 })
})

it('leaves nothing behind, and the days add up to the months', async () => {
  while ((await foldSummaries(database)) > 0);
  const [left] = await database.query<{ count: string }>('SELECT count(*) FROM donation_deltas')
  expect(left?.count).toBe('0')
  const sums = (table: string, month: string, gifts = 'gifts') =>
    database.query(
      `SELECT ${month}::text AS month, status_id, sum(${gifts}) AS gifts, sum(amount_cents) AS cents FROM ${table}
       GROUP BY 1, 2 HAVING sum(${gifts}) <> 0 ORDER BY 1, 2`,
    )
  const months = await sums('donation_months', 'month')
  expect(await sums('donation_days', "date_trunc('month', day)::date")).toEqual(months)
  expect(await sums('donations', "date_trunc('month', donated_at)::date", '1')).toEqual(months)
  expect(await seen()).toEqual({ gifts: 600, cents: 60_000 })
})
