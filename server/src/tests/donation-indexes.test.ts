import { afterAll, beforeAll, expect, test } from 'vitest'
import { countGiftsOf } from '../features/directory/company-editor/editor/merge.queries.ts'
import { countEmployers } from '../features/directory/company-editor/review/review.queries.ts'
import { sumCampaign, sumReceivedOfCampaign } from '../features/donations/campaigns/results.queries.ts'
import {
  listExpiredRequests,
  listOrganizationsWithExpired,
} from '../features/donations/donations/expired-requests.queries.ts'
import { findPage } from '../features/donations/donations/list/list.queries.ts'
import type { Page } from '../features/donations/donations/list/list-order.ts'
import { createOwnerReader } from '../features/donations/donations/owner.queries.ts'
import type { DonationFilter, FactFilter } from '../features/donations/filters/filter.queries.ts'
import { findKnownDonations } from '../features/donations/identification/donation-keys.queries.ts'
import { countUnestimated } from '../features/donations/statistics/unestimated.queries.ts'
import { listDueMatches } from '../features/matches/matches/due-matches.queries.ts'
import { sumExternalMatches, sumReceivedMoney } from '../features/money/billing/plans.queries.ts'
import { listAwaitedMoney, listPaymentDelays, sumPaid } from '../features/money/payouts/expected.queries.ts'
import { listPayableGifts } from '../features/money/payouts/gifts.queries.ts'
import {
  acrossOrganizations,
  type Database,
  type Db,
  grantTenant,
  inTenant,
  openDatabase,
  type Tenant,
  withoutTenant,
} from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { factoriesOn } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
let pool: Database
let tenant: Tenant
let donor: number
let company: number
const now = new Date('2026-06-15T14:00:00Z')
const gifts = 20_000
const giftKey = '00000000-0000-4000-8000-000000000001'

beforeAll(async () => {
  database = await createTestDatabase()
  const factories = factoriesOn(database)
  const organization = await factories.createOrganization()
  company = await factories.createCompany()
  donor = await factories.createDonor({ organization, name: 'Robin Reed' })
  await factories.createDonations([{ organization: await factories.createOrganization() }])
  // Rare kinds are 1 in 500; all kinds occur throughout the year.
  await database.query(
    `INSERT INTO donations (organization_id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency, company_id,
       employer_text, status_id, status_changed_at, payment_state, estimated_cents, deadline_at, campaign_id, merged_into_id,
       custom, inert, import_id, created_at, look_again_at, key_before, identified_by, submitted_on, received_cents, received_at,
       unconfirmed)
     SELECT $1, gen_random_uuid(), 'T-' || n, CASE WHEN n % 500 = 1 THEN $2::bigint ELSE other.id END,
       timestamp '2025-06-01' + n * interval '25 minutes', 1000 + n, 'USD', CASE WHEN n % 500 = 2 THEN $3::bigint WHEN n % 3 > 0 THEN $4::bigint END,
       CASE WHEN n % 500 = 3 THEN 'Quillfeather ' || n ELSE '' END,
       CASE n % 500 WHEN 3 THEN 2 WHEN 4 THEN 7 WHEN 5 THEN 4 WHEN 7 THEN 1 ELSE CASE n % 10 WHEN 6 THEN 1 WHEN 7 THEN 8 WHEN 8 THEN 8 ELSE 17 END END,
       now(), CASE WHEN n % 500 = 5 THEN 'expected' WHEN n % 10 = 6 THEN 'paid' ELSE 'none' END,
       CASE WHEN n % 500 = 4 THEN 500 + n WHEN n % 500 = 5 OR n % 10 = 6 THEN 700 ELSE 0 END,
       CASE WHEN n % 1000 = 4 THEN timestamptz '2026-06-01' + n * interval '5 minutes' END,
       CASE WHEN n % 500 = 8 THEN 1 END, NULL, CASE WHEN n % 500 = 9 THEN '{"campaign":"Gala"}' WHEN n % 500 = 19 THEN '{}' ELSE '{"campaign":"Spring"}' END::jsonb,
       n % 500 = 10, CASE WHEN n % 500 = 11 THEN 77 END, now(), CASE WHEN n % 500 = 12 THEN timestamptz '2026-06-01' END,
       CASE n WHEN 13 THEN $5::uuid END, NULL, CASE n % 500 WHEN 5 THEN date '2026-05-01' END,
       CASE n % 10 WHEN 6 THEN 500 ELSE 0 END, CASE n % 10 WHEN 6 THEN timestamptz '2026-05-01' END, n % 500 = 14
     FROM generate_series(1, ${gifts}) AS n, (SELECT $6::bigint AS id) AS other`,
    [
      organization,
      donor,
      company,
      await factories.createCompany(),
      giftKey,
      await factories.createDonor({ organization, name: 'Sam Sung' }),
    ],
  )
  await database.query('ANALYZE donations')
  tenant = grantTenant(organization, [organization])
  pool = openDatabase(database.serverAddress, { max: 1 })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const filterOf = (facts: FactFilter, filter: Partial<DonationFilter> = {}): DonationFilter => ({
  organizationIds: tenant.family,
  statusIds: null,
  from: null,
  to: null,
  minCents: null,
  employer: null,
  donorSearch: null,
  facts,
  ...filter,
})
const list =
  (facts: FactFilter, filter: Partial<DonationFilter> = {}, page: Partial<Page> = {}) =>
  async () => {
    const pageOptions = { field: 'donated_at', ascending: false, offset: 0, limit: 50, ...page } as const
    await findPage(pool, tenant, { filter: filterOf(facts, filter), page: pageOptions, countsAll: false })
  }
const runInTenant = (operation: (db: Db) => Promise<unknown>) => () => inTenant(pool, tenant, operation)
const runAcrossOrganizations = (operation: (db: Db) => Promise<unknown>) => () => acrossOrganizations(pool, operation)

const since = '2026-05-01'
const oneGift = async (): Promise<number> =>
  Number((await database.query<{ id: string }>('SELECT max(id) AS id FROM donations'))[0]?.id)

const queries: readonly (readonly [index: string, query: string, run: () => Promise<unknown>])[] = [
  [
    'donations_record_by_gift_key',
    'gifts that an upload has again',
    runInTenant((db) => findKnownDonations(db, [createKnownDonation()])),
  ],
  [
    'donations_find_by_id',
    'the organization of a gift',
    async () => createOwnerReader(pool).organizationOf([await oneGift()], false),
  ],
  ['donations_list_by_date', 'the list', list({})],
  ['donations_list_by_date', 'the list of three months', list({}, { from: '2026-01-01', to: '2026-03-31' })],
  ['donations_list_by_amount', 'the list by amount', list({}, {}, { field: 'amount' })],
  ['donations_list_by_status', 'the list by status', list({}, { statusIds: [7] })],
  ['donations_list_by_status', 'matches awaiting money', runInTenant((db) => listAwaitedMoney(db, tenant))],
  [
    'donations_list_by_company',
    'the list by company',
    () => list({}, { employer: { companyIds: [company], words: 'quill' } })(),
  ],
  ['donations_list_by_company', 'the list without a company', list({ employerKnown: false })],
  [
    'donations_list_by_company',
    'the list without a company, the oldest first',
    list({ employerKnown: false }, {}, { ascending: true }),
  ],
  [
    'donations_list_by_company',
    'gifts of a company in all organizations',
    runAcrossOrganizations((db) => countGiftsOf(db, company)),
  ],
  ['donations_list_by_donor', 'the list by donor', list({}, { donorSearch: 'robin' })],
  ['donations_list_by_campaign', 'the list by campaign', list({ campaign: 'Gala' })],
  ['donations_list_by_campaign', 'the list without a campaign', list({ campaignKnown: false })],
  ['donations_sum_of_campaign', 'results of a campaign', runInTenant((db) => sumCampaign(db, tenant, 1, 'month'))],
  ['donations_sum_of_campaign', 'money of a campaign', runInTenant((db) => sumReceivedOfCampaign(db, tenant, 1))],
  ['donations_list_by_payment', 'the list by payment', list({ paymentStates: ['paid'] })],
  ['donations_list_by_payment', 'the list by request', list({ requested: { step: 'submitted', since } })],
  ['donations_list_by_payment', 'the list of unconfirmed requests', list({ unconfirmed: true })],
  [
    'donations_list_by_payment',
    'organizations with expired requests',
    runAcrossOrganizations((db) => listOrganizationsWithExpired(db, now)),
  ],
  [
    'donations_list_by_payment',
    'expired requests',
    runInTenant((db) => listExpiredRequests(db, tenant.organizationId, { before: now, atMost: 500 })),
  ],
  ['donations_list_by_payment', 'money received by company', runInTenant((db) => sumPaid(db, tenant, since))],
  ['donations_list_by_payment', 'days until the money', runInTenant((db) => listPaymentDelays(db, tenant))],
  [
    'donations_list_by_payment',
    'external matches',
    () => sumExternalMatches(pool, tenant, { from: '2025-06-01', to: '2026-06-01', statusIds: [17] }),
  ],
  [
    'donations_list_by_payment',
    'money that is billed',
    () => sumReceivedMoney(pool, tenant, { from: '2026-04-01', to: '2026-06-01' }),
  ],
  ['donations_list_by_estimate', 'the list by the smallest estimate', list({ minEstimatedCents: 20_000 })],
  ['donations_list_by_estimate', 'approved matches without an estimate', () => countUnestimated(pool, tenant)],
  [
    'donations_due_by_deadline',
    'the list by deadline',
    list({ deadline: { from: new Date('2026-06-01'), to: new Date('2026-06-08') } }),
  ],
  [
    'donations_due_by_deadline',
    'matches whose time has passed',
    runAcrossOrganizations((db) => listDueMatches(db, now, 50)),
  ],
  [
    'donations_due_to_look_at',
    'matches that the rules look at again',
    runAcrossOrganizations((db) => listDueMatches(db, now, 50)),
  ],
  [
    'donations_find_parts',
    'gifts that a payout names, with those of their matches',
    runInTenant((db) => listPayableGifts(db, tenant.family, { ...nothing, transactionIds: ['T-4321'] })),
  ],
  ['donations_find_by_reference', 'the list of an upload', list({ importId: 77 })],
  [
    'donations_find_by_reference',
    'gifts with a former key',
    runInTenant((db) => findKnownDonations(db, [createKnownDonation()])),
  ],
  [
    'donations_find_by_reference',
    'gifts by transaction ID',
    runInTenant((db) => listPayableGifts(db, tenant.family, { ...nothing, transactionIds: ['T-4321'] })),
  ],
  [
    'donations_list_by_employer_words',
    'the list by an employer that is in no directory',
    () => list({}, { employer: { companyIds: [company], words: 'quillfeather' } })(),
  ],
  ['donations_review_by_employer', 'employers under review', runAcrossOrganizations((db) => countEmployers(db, 100))],
]

const createKnownDonation = () => ({ organization_id: tenant.organizationId, gift_key: giftKey })
const nothing = {
  transactionIds: [],
  emails: [],
  names: [],
  companyIds: [],
  cents: [],
  owing: { companyIds: [], cents: [], matchCents: [] },
  from: '2025-06-01',
  to: '2026-06-01',
}

type Scans = { readonly name: string; readonly scans: number }
const scans = () =>
  database.query<Scans>(
    `SELECT indexrelname AS name, idx_scan::int AS scans FROM pg_stat_user_indexes WHERE relname = 'donations' ORDER BY name`,
  )

test('donations has at most 18 indexes, each with a query that uses it', async () => {
  const names = (await scans()).map(({ name }) => name)
  expect(names.length).toBeLessThanOrEqual(18)
  // Foreign keys refer to the primary key; for reads, the planner prefers the smaller index on ids.
  expect(names).toEqual([...new Set(['donations_pkey', ...queries.map(([index]) => index)])].sort())
})

test('each of these queries scans its index', async () => {
  const unused: string[] = []
  for (const [index, query, run] of queries) {
    const before = new Map((await scans()).map(({ name, scans }) => [name, scans]))
    await run()
    // A connection reports its scans at the end of a transaction.
    await withoutTenant(pool, (db) => sql`SELECT pg_stat_force_next_flush()`.execute(db))
    const usedIndexes = (await scans())
      .filter(({ name, scans }) => scans > (before.get(name) ?? 0))
      .map(({ name }) => name)
    if (!usedIndexes.includes(index)) unused.push(`${query}: ${index} is not used, but ${usedIndexes}`)
  }
  expect(unused).toEqual([])
})
