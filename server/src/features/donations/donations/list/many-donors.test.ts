import { apiKeys, donations } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Database,
  grantTenant,
  inTenant,
  openDatabase,
  timeoutsOf,
} from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'

// The search text matches more donors than fit into a statement; results must equal those for a few.

let app: TestApp
let ours: number
let chapter: number
let token: string
let early: Database
const gifts: number[] = []

const found = async (filters: Record<string, unknown>, query: Record<string, unknown> = {}) => {
  const answer = await app.call(
    donations.listDonations,
    { params: { id: ours }, query: { filters, ...query } },
    { token },
  )
  return { ids: answer.donations.map(({ id }) => gifts.indexOf(id)), total: answer.total }
}

beforeAll(async () => {
  app = await startTestApp()
  ours = await app.createOrganization()
  chapter = await app.createOrganization({ parent_id: ours, type: 'chapter' })
  const theirs = await app.createOrganization()
  early = openDatabase(app.database.serverAddress, { max: 1, ...timeoutsOf(120) })
  const only = await app.createDonation({ organization: theirs, at: '2026-01-04 08:00', cents: 100, donor: 'First' })
  await app.query('VACUUM ANALYZE donors')
  expect(await donorsReadFor(early, theirs, only)).toBeLessThan(10)
  token = await app.signIn(await app.createMember(ours, 'read'))
  for (const organization of [ours, theirs]) {
    await app.query(
      `INSERT INTO donors (organization_id, donor_key, email, name)
       SELECT $1, 'many' || n || '@mail.example', 'many' || n || '@mail.example', 'Everybody 50% ' || n
       FROM generate_series(1, 20001) n`,
      [organization],
    )
  }
  const add = async (organization: number, day: string, cents: number, donor: string, status = 7) =>
    gifts.push(await app.createDonation({ organization, at: `${day} 08:00`, cents, donor, status }))
  await add(ours, '2026-01-05', 9_000, 'Éverybody Else')
  await add(ours, '2026-01-06', 7_000, 'Somebody')
  await add(chapter, '2026-01-07', 5_000, 'Everybody of a chapter', 3)
  await add(ours, '2026-01-08', 6_000, 'Called otherwise')
  await add(theirs, '2026-01-09', 8_000, 'Everybody there')
  await app.query(
    `UPDATE donors SET merged_into_id = (SELECT id FROM donors WHERE organization_id = $1 AND name = 'Called otherwise')
     WHERE organization_id = $1 AND name = 'Everybody 50% 17'`,
    [ours],
  )
})
afterAll(async () => {
  await early?.close()
  await app.stop()
})

it('gifts of many donors are found regardless of case and accents, in chapters, and by the former name of a merged donor', async () => {
  expect(await found({ donorNameEmail: 'EVERYBODY' })).toEqual({ ids: [3, 2, 0], total: 3 })
})

it('they are filtered, ordered and paged like others', async () => {
  expect(await found({ donorNameEmail: 'everybody', status: '7' })).toEqual({ ids: [3, 0], total: 2 })
  expect(await found({ donorNameEmail: 'everybody', dateTo: '2026-01-07', minAmount: 60 })).toEqual({
    ids: [0],
    total: 1,
  })
  expect(await found({ donorNameEmail: 'everybody' }, { sort_field: 'amount', ascending: true })).toEqual({
    ids: [2, 3, 0],
    total: 3,
  })
  expect(await found({ donorNameEmail: 'everybody' }, { per_page: 10, page: 2_500 })).toEqual({ ids: [], total: 3 })
})

it('API clients find the same gifts and the same total', async () => {
  const admin = await app.signIn(await app.createMember(ours, 'admin'))
  const { key } = (await app.call(apiKeys.createApiKey, { params: { id: ours }, body: {} }, { token: admin })).api_key
  for (const more of [{}, { status: '7' }, { companyName: 'nowhere' }, { minAmount: 60 }]) {
    const input = { params: { id: ours }, query: { filters: { donorNameEmail: 'everybody', ...more } } }
    expect(await app.call(donations.listDonations, input, { token: key }), JSON.stringify(more)).toEqual(
      await app.call(donations.listDonations, input, { token: admin }),
    )
  }
})

it('pattern characters match literally', async () => {
  expect(await found({ donorNameEmail: 'everybody 50% 1' })).toEqual({ ids: [3], total: 1 })
  expect(await found({ donorNameEmail: 'y 50% ' })).toEqual({ ids: [3], total: 1 })
  expect(await found({ donorNameEmail: 'every%50%' })).toEqual({ ids: [], total: 0 })
})

const readRow = z.object({ donors: z.int() })

function donorsReadFor(database: Database, organization: number, gift: number | undefined): Promise<number> {
  const work = grantTenant(organization, [organization])
  return inTenant(
    database,
    work,
    async (db) => {
      // The statistics include earlier transactions of the connection until they are flushed.
      const readSoFar = async () =>
        (
          await sql(readRow)`SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int AS donors
            FROM pg_stat_xact_user_tables WHERE relname = 'donors'`.execute(db)
        ).rows[0]?.donors ?? 0
      const before = await readSoFar()
      await sql`SELECT FROM hold_people(${[organization]}::bigint[], ${[gift]}::bigint[], '{}')`.execute(db)
      return (await readSoFar()) - before
    },
    { keepsPlans: true },
  )
}

it('changing a match reads its own donor only, however many there are', async () => {
  const read = await donorsReadFor(app.platform.database, ours, gifts[0])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(10)
})

it('same with a plan from when there were hardly any donors', async () => {
  const read = await donorsReadFor(early, ours, gifts[0])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(10)
})

it('recent rows are soon merged into the word index, because each search scans pending rows', async () => {
  await app.query(
    `INSERT INTO donors (organization_id, donor_key, email, name)
     SELECT $1, 'late' || n || '@mail.example', 'late' || n || '@mail.example', 'Latecomer ' || n FROM generate_series(1, 2000) n`,
    [ours],
  )
  const [row] = await app.query(`SELECT gin_clean_pending_list('donors_by_words')::int AS pages`)
  expect(row?.pages).toBeLessThan(20)
})
