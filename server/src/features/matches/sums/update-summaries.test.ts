import { campaigns } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantTenant } from '../../../platform/database/database.ts'
import { type Factories, factoriesOn } from '../../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { sumByStatus } from './summaries.queries.ts'
import { updateSummaries } from './update-summaries.ts'

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

it('counts every gift exactly once while writers and several workers run', async () => {
  let writing = true
  const write = async (): Promise<void> => {
    for (let time = 0; time < 40; time++) {
      await insert(5)
      // In a fixed order like the product; two orders could deadlock.
      await database.query(
        `UPDATE donations d SET status_id = 4, amount_cents = 100
         FROM (SELECT organization_id, id FROM donations WHERE id % 3 = $1 ORDER BY organization_id, id FOR UPDATE) locked
         WHERE d.organization_id = locked.organization_id AND d.id = locked.id`,
        [time % 3],
      )
    }
  }
  const applyAll = async (): Promise<number> => {
    let applied = 0
    while (writing) applied += await updateSummaries(database, 1 + (applied % 17))
    return applied
  }
  let last = 0
  const read = async (): Promise<void> => {
    while (writing) {
      const { gifts, cents } = await seen()
      // Writers only add gifts, five of one dollar at a time.
      expect(gifts % 5).toBe(0)
      expect(cents).toBe(gifts * 100)
      expect(gifts).toBeGreaterThanOrEqual(last)
      last = gifts
    }
  }
  const others = [applyAll(), applyAll(), applyAll(), read()]
  try {
    await Promise.all([write(), write(), write()])
  } finally {
    writing = false
    await Promise.all(others)
  }
  expect(await seen()).toEqual({ gifts: 600, cents: 60_000 })
})

it('leaves no deltas, and days add up to months', async () => {
  while ((await updateSummaries(database)) > 0);
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

it('keeps sums of companies, campaigns, deadlines, waits and requests equal to the gifts before and after deltas are applied', async () => {
  const company = await factories.createCompany({ name: 'Acme of sums' })
  const changes = [
    `UPDATE donations SET company_id = ${company} WHERE organization_id = $1 AND id % 4 = $2`,
    `UPDATE donations SET company_id = NULL WHERE organization_id = $1 AND id % 9 = $2`,
    `UPDATE donations SET custom = '{"campaign":"Gala"}' WHERE organization_id = $1 AND id % 5 = $2`,
    `UPDATE donations SET deadline_at = '2026-08-01T04:00:00Z'::timestamptz + id % 40 * interval '1 day'
     WHERE organization_id = $1 AND id % 3 = $2`,
    `UPDATE donations SET inert = true WHERE organization_id = $1 AND id % 11 = $2`,
    `UPDATE donations SET status_id = 4, submitted_on = '2026-05-01', estimated_cents = id % 90
     WHERE organization_id = $1 AND id % 3 = $2`,
    `UPDATE donations SET status_id = 1, received_cents = 50, received_at = '2026-06-09T12:00:00Z'::timestamptz
       + id % 50 * interval '1 day' WHERE organization_id = $1 AND id % 6 = $2`,
    `UPDATE donations SET status_id = 7, submitted_on = NULL, received_cents = 0, received_at = NULL WHERE organization_id = $1 AND id % 12 = $2`,
    `UPDATE donations SET deleted_at = now() WHERE organization_id = $1 AND id % 13 = $2`,
    'DELETE FROM donations WHERE organization_id = $1 AND id % 17 = $2',
  ]
  await insert(120)
  for (let round = 0; round < 3; round++) {
    for (const change of changes) await database.query(change, [organization, round])
    if (round < 2) await updateSummaries(database, 30)
    for (const { kept, counted } of sumsOfKinds)
      expect(await database.query(kept)).toEqual(await database.query(counted))
  }
  while ((await updateSummaries(database)) > 0);
  for (const { kept, counted } of sumsOfKinds) {
    const rows = await database.query(counted)
    expect(rows.length).toBeGreaterThan(1)
    expect(await database.query(kept)).toEqual(rows)
  }
})

const four =
  'sum(gifts)::int AS gifts, sum(amount_cents)::int AS given, sum(estimated_cents)::int AS estimated, sum(received_cents)::int AS received'
const monthOf = (day: string): string => `date_trunc('month', ${day})::date`
const yearOf = (day: string): string => `date_trunc('year', ${day})::date`
const waits = (from: string, day: string, received: string, gifts: string): string => `
  SELECT 'request' AS step, ${monthOf('submitted_on')} AS month, greatest(0, submitted_on - ${day}) AS days, ${gifts} AS gifts
  FROM ${from} AND submitted_on IS NOT NULL
  UNION ALL SELECT 'payment', ${monthOf(received)}, greatest(0, ${received} - submitted_on), ${gifts}
  FROM ${from} AND submitted_on IS NOT NULL AND ${received} IS NOT NULL`
const requests = (from: string, received: string, gifts: string): string => `
  SELECT ${monthOf('submitted_on')} AS submitted_month, coalesce(${monthOf(received)}, 'infinity') AS received_month,
    ${gifts} AS gifts, 0 AS amount_cents, estimated_cents, received_cents FROM ${from} AND submitted_on IS NOT NULL`
const { received, with_company } = campaigns.campaignStageStatuses
const submitted = `CASE WHEN status_id IN (${[...received, ...with_company].join()}) THEN estimated_cents ELSE 0 END`
const gifts = 'donations WHERE counted'
const deltas = 'donation_deltas WHERE true'
const receivedOn = "(received_at AT TIME ZONE 'UTC')::date"

const sumsOfKinds = [
  {
    by: 'month::text, company_id::int, status_id',
    kept: `SELECT month, company_id, status_id, gifts, amount_cents, estimated_cents, received_cents FROM donation_companies
      UNION ALL SELECT ${monthOf('day')}, company_id, status_id, gifts, amount_cents, estimated_cents, received_cents FROM ${deltas}`,
    counted: `SELECT ${monthOf('donated_at')} AS month, coalesce(company_id, 0) AS company_id, status_id, 1 AS gifts,
      amount_cents, estimated_cents, received_cents FROM ${gifts}`,
    what: four,
  },
  {
    by: 'month::text, company_id::int',
    kept: `SELECT month, company_id, gifts, amount_cents, estimated_cents, received_cents, submitted_cents FROM donation_company_months
      UNION ALL SELECT ${monthOf('day')}, company_id, gifts, amount_cents, estimated_cents, received_cents, ${submitted} FROM ${deltas}`,
    counted: `SELECT ${monthOf('donated_at')} AS month, coalesce(company_id, 0) AS company_id, 1 AS gifts, amount_cents,
      estimated_cents, received_cents, ${submitted} AS submitted_cents FROM ${gifts}`,
    what: `${four}, sum(submitted_cents)::int AS submitted`,
  },
  {
    by: 'year::text, company_id::int',
    kept: `SELECT year, company_id, gifts, amount_cents, estimated_cents, received_cents, submitted_cents FROM donation_company_years
      UNION ALL SELECT ${yearOf('day')}, company_id, gifts, amount_cents, estimated_cents, received_cents, ${submitted} FROM ${deltas}`,
    counted: `SELECT ${yearOf('donated_at')} AS year, coalesce(company_id, 0) AS company_id, 1 AS gifts, amount_cents,
      estimated_cents, received_cents, ${submitted} AS submitted_cents FROM ${gifts}`,
    what: `${four}, sum(submitted_cents)::int AS submitted`,
  },
  {
    by: 'month::text, campaign_key, status_id',
    kept: `SELECT month, campaign_key, status_id, gifts, amount_cents, estimated_cents, received_cents FROM donation_campaigns
      UNION ALL SELECT ${monthOf('day')}, campaign_key, status_id, gifts, amount_cents, estimated_cents, received_cents FROM ${deltas}`,
    counted: `SELECT ${monthOf('donated_at')} AS month, coalesce(campaign_key, '') AS campaign_key, status_id, 1 AS gifts,
      amount_cents, estimated_cents, received_cents FROM ${gifts}`,
    what: four,
  },
  {
    by: 'deadline_week::text, status_id',
    kept: `SELECT deadline_week, status_id, gifts, amount_cents, estimated_cents, 0 AS received_cents FROM donation_deadlines
      UNION ALL SELECT deadline_week, status_id, gifts, amount_cents, estimated_cents, 0 FROM ${deltas} AND deadline_week IS NOT NULL`,
    counted: `SELECT week_of_deadline(deadline_at) AS deadline_week, status_id, 1 AS gifts, amount_cents, estimated_cents,
      0 AS received_cents FROM ${gifts} AND NOT inert AND deadline_at IS NOT NULL`,
    what: four,
  },
  {
    by: 'step, month::text, days',
    kept: `SELECT step, month, days, gifts FROM donation_waits UNION ALL ${waits(deltas, 'day', 'received_on', 'gifts')}`,
    counted: waits(gifts, 'donated_at::date', receivedOn, '1'),
    what: 'sum(gifts)::int AS gifts',
  },
  {
    by: 'submitted_month::text, received_month::text',
    kept: `SELECT submitted_month, received_month, gifts, 0 AS amount_cents, estimated_cents, received_cents FROM donation_requests
      UNION ALL ${requests(deltas, 'received_on', 'gifts')}`,
    counted: requests(gifts, receivedOn, '1'),
    what: four,
  },
].map(({ by, kept, counted, what }) => {
  const summed = (rows: string): string =>
    `SELECT ${by}, ${what} FROM (${rows}) AS held GROUP BY 1, 2${by.split(',').length > 2 ? ', 3' : ''} HAVING sum(gifts) <> 0 ORDER BY 1, 2${by.split(',').length > 2 ? ', 3' : ''}`
  return { kept: summed(kept), counted: summed(counted) }
})
