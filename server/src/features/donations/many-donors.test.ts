import { apiKeys, donations } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Database, grantTenant, inTenant, openDatabase, timeoutsOf } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import type { DonationFilter } from './filter.queries.ts'
import { listDonations, patienceOfPrograms } from './list-donations.ts'
import type { Page } from './look.queries.ts'

// Words that more donors hold than are named in a statement: what is found is the same as of a few.

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

it('gifts of many donors are found in any case and accents, in chapters, and by the former name of a merged donor', async () => {
  expect(await found({ donorNameEmail: 'EVERYBODY' })).toEqual({ ids: [3, 2, 0], total: 3 })
})

it('they are filtered, ordered and paged as others are', async () => {
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

it('programs find the same, and the same number', async () => {
  const admin = await app.signIn(await app.createMember(ours, 'admin'))
  const { key } = (await app.call(apiKeys.createApiKey, { params: { id: ours }, body: {} }, { token: admin })).api_key
  for (const more of [{}, { status: '7' }, { companyName: 'nowhere' }, { minAmount: 60 }]) {
    const input = { params: { id: ours }, query: { filters: { donorNameEmail: 'everybody', ...more } } }
    expect(await app.call(donations.listDonations, input, { token: key }), JSON.stringify(more)).toEqual(
      await app.call(donations.listDonations, input, { token: admin }),
    )
  }
})

it('signs of a pattern stand for themselves', async () => {
  expect(await found({ donorNameEmail: 'everybody 50% 1' })).toEqual({ ids: [3], total: 1 })
  expect(await found({ donorNameEmail: 'y 50% ' })).toEqual({ ids: [3], total: 1 })
  expect(await found({ donorNameEmail: 'every%50%' })).toEqual({ ids: [], total: 0 })
})

/** A page that nobody has time for, asked on and on: the gifts that the answers add, and what they say of how far they looked. */
async function lookedFor(order: Partial<Page>, atOnce: number, more: Partial<DonationFilter> = {}) {
  const page = { offset: 0, limit: 50, field: 'donated_at', ascending: false, ...order } as const
  const filter = { ...everybodys, organizationIds: [ours, chapter], ...more }
  const ids: number[] = []
  const lookedAt: (number | null)[] = []
  let after: string | undefined
  for (;;) {
    const patience = { page: null, lookMs: 0, gifts: atOnce } as const
    const tenant = grantTenant(ours, [ours, chapter])
    const answer = await listDonations(app.platform.database, tenant, { filter, page, after }, patience)
    ids.push(...answer.rows.map(({ id }) => gifts.indexOf(id)))
    lookedAt.push(answer.lookedAt)
    if (answer.goOn === null) return { ids, lookedAt, total: answer.total, isExact: answer.isExact }
    after = answer.goOn
  }
}

const everybodys: Omit<DonationFilter, 'organizationIds'> = {
  statusIds: null,
  from: null,
  to: null,
  minCents: null,
  employer: null,
  donorWords: 'everybody',
  facts: {},
}

it('where a page takes too long the gifts are looked through piece by piece, and each answer says how far', async () => {
  const whole = { ids: [3, 2, 0], total: 3, isExact: true }
  expect(await lookedFor({}, 2)).toEqual({ ...whole, lookedAt: [1, 2, 3, 4, null] })
  expect(await lookedFor({}, 100)).toEqual({ ...whole, lookedAt: [null] })
  expect(await lookedFor({ field: 'amount', ascending: true }, 2)).toMatchObject({ ids: [2, 3, 0], total: 3 })
  expect(await lookedFor({ field: 'id' }, 2)).toMatchObject({ ids: [3, 2, 0], total: 3 })
  expect(await lookedFor({}, 2, { statusIds: [7] })).toMatchObject({ ids: [3, 0], total: 2, isExact: true })
})

it('a page that is full is answered without looking on, and says that there may be more', async () => {
  expect(await lookedFor({ limit: 1 }, 2)).toEqual({ ids: [3], total: 1, isExact: false, lookedAt: [1] })
  expect(await lookedFor({ limit: 1, offset: 1 }, 2)).toEqual({ ids: [2], total: 2, isExact: false, lookedAt: [1, 2] })
  expect(await lookedFor({ limit: 1, offset: 2 }, 100)).toMatchObject({ ids: [0], total: 3, isExact: true })
})

it('what the summaries know is counted exactly, however few gifts were looked through', async () => {
  const everybody = { donorWords: null }
  const { ids } = await lookedFor({}, 100, everybody)
  expect(await lookedFor({ limit: 1 }, 2, everybody)).toMatchObject({ total: ids.length, isExact: true, lookedAt: [1] })
})

it('only the place that an answer named is gone on from', async () => {
  const moments = [
    '2026-02-31 08:00:00',
    '0000-01-01 00:00:00',
    '2026-01-05 08:00:00.1234567',
    `2026-01-05 08:00:00.${'1'.repeat(150)}`,
    '2026-01-05T08:00:00',
    '2026-01-05 08:00',
  ]
  const places = moments.map((moment) => Buffer.from(JSON.stringify([moment, 1, 1, 1])).toString('base64url'))
  for (const after of ['x', ...places]) {
    const input = { params: { id: ours }, query: { filters: { donorNameEmail: 'everybody' }, after } }
    expect((await app.refusal(donations.listDonations, input, { token })).message).toBe(donations.goOnMessage)
  }
})

it('a program is told how far was looked where counting takes too long, and goes on from there', async () => {
  const filter = { ...everybodys, organizationIds: [ours, chapter] }
  const page = { offset: 0, limit: 50, field: 'donated_at', ascending: false } as const
  const tenant = grantTenant(ours, [ours, chapter])
  // No statement is done in a time that is over: of 20,001 donors not even those who hold the words are found.
  const hurried = {
    ...patienceOfPrograms,
    page: { timeoutMs: null, togetherMs: 0, countsAll: true },
    lookMs: 0,
    gifts: 2,
  }
  const begun = await listDonations(app.platform.database, tenant, { filter, page, after: undefined }, hurried)
  expect(begun).toMatchObject({ isExact: false, lookedAt: 1, goOn: expect.any(String) })
  expect(begun.rows.map(({ id }) => gifts.indexOf(id))).toEqual([3])
  const admin = await app.signIn(await app.createMember(ours, 'admin'))
  const { key } = (await app.call(apiKeys.createApiKey, { params: { id: ours }, body: {} }, { token: admin })).api_key
  const ask = async (after: string | null) => {
    const query = { filters: { donorNameEmail: 'everybody' }, after }
    const answer = await app.call(donations.listDonations, { params: { id: ours }, query }, { token: key })
    return answer.donations.map(({ id }) => gifts.indexOf(id))
  }
  expect(await ask(begun.goOn)).toEqual([2, 0])
  expect(await ask(donations.fromStart)).toEqual([3, 2, 0])
})

const readRow = z.object({ donors: z.int() })

/** How many rows of donors are read to lock the people of a gift, as for a change of its match. */
function donorsReadFor(database: Database, organization: number, gift: number | undefined): Promise<number> {
  const work = grantTenant(organization, [organization])
  return inTenant(
    database,
    work,
    async (db) => {
      // What earlier transactions of the connection have read stands in it, too, until it is handed on.
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

it('who changes a match has its own donor read, of however many there are', async () => {
  const read = await donorsReadFor(app.platform.database, ours, gifts[0])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(10)
})

it('so does who did the same when there was hardly anybody', async () => {
  const read = await donorsReadFor(early, ours, gifts[0])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(10)
})

it('what came in lately is sorted into the index of words soon: each search reads what is not', async () => {
  await app.query(
    `INSERT INTO donors (organization_id, donor_key, email, name)
     SELECT $1, 'late' || n || '@mail.example', 'late' || n || '@mail.example', 'Latecomer ' || n FROM generate_series(1, 2000) n`,
    [ours],
  )
  const [row] = await app.query(`SELECT gin_clean_pending_list('donors_by_words')::int AS pages`)
  expect(row?.pages).toBeLessThan(20)
})
