import { apiKeys, donations } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantTenant, openDatabase } from '../../../platform/database/database.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { updateSummaries } from '../../matches/sums/index.ts'
import type { DonationFilter } from '../filters/filter.queries.ts'
import { listDonations } from './list/list-donations.ts'

let app: TestApp
let ours: number
let chapter: number
let theirs: number
let token: string
const companies = new Map<string, number>()

const add: TestApp['createDonation'] = (given) => app.createDonation(given)
const list = (query: Record<string, unknown> = {}, id = ours) =>
  app.call(donations.listDonations, { params: { id }, query }, { token })
const found = async (query: Record<string, unknown> = {}, id = ours) => {
  const { donations: rows, total } = await list(query, id)
  return { ids: rows.map((row) => row.id), total }
}

beforeAll(async () => {
  app = await startTestApp()
  ours = await app.createOrganization({ name: 'Riverbend' })
  chapter = await app.createOrganization({ name: 'Riverbend North', parent_id: ours, type: 'chapter' })
  theirs = await app.createOrganization()
  token = await app.signIn(await app.createMember(ours, 'read'))
  const loaded = await app.createCompanies([
    { name: 'Zéphyr Works', aliases: ['ZWX Holdings'] },
    { name: 'Quillon Industries', policy: { method: 'csr', submission_url: 'https://give.example.org' } },
  ])
  for (const [name, id] of loaded) companies.set(name, id)
})
afterAll(() => app.stop())

describe('the list', () => {
  const ids: number[] = []
  beforeAll(async () => {
    const zephyr = companies.get('Zéphyr Works') ?? 0
    const days = ['2026-01-05', '2026-02-10', '2026-02-10', '2026-03-31', '2026-04-01']
    ids.push(
      await add({
        organization: ours,
        at: `${days[0]} 08:00`,
        cents: 5_000,
        status: 7,
        company: zephyr,
        donor: 'José Ürün',
      }),
      await add({
        organization: ours,
        at: `${days[1]} 09:00`,
        cents: 2_500,
        status: 3,
        employer: 'Unlisted Brewing 100%',
      }),
      await add({ organization: chapter, at: `${days[2]} 09:00`, cents: 10_000, status: 25, donor: 'Ann Smith' }),
      await add({ organization: ours, at: `${days[3]} 23:59:59`, cents: 1, status: 20, currency: 'CAD' }),
      await add({ organization: ours, at: `${days[4]} 00:00`, cents: 2_501, status: 1, donor: 'Ann Smith' }),
    )
    await add({
      organization: theirs,
      at: '2026-02-10 09:00',
      cents: 7_700,
      status: 7,
      company: zephyr,
      donor: 'Ann Smith',
    })
    await add({ organization: ours, at: '2026-02-11 09:00', cents: 800, status: 10, mergedInto: ids[1] })
    await add({ organization: ours, at: '2026-02-12 09:00', cents: 900, status: 7, deleted: true })
  })
  const newestFirst = () => [ids[4], ids[3], ids[2], ids[1], ids[0]]

  it('is compressed for clients that accept it', async () => {
    const url = `${app.address}/api/organization/${ours}/donation`
    const ask = async (encoding: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
      const answer = await fetch(url, { headers })
      return { as: answer.headers.get('content-encoding'), body: await answer.json() }
    }
    const plain = await ask('identity')
    expect(plain.as).toBeNull()
    expect(await ask('gzip')).toEqual({ as: 'gzip', body: plain.body })
    expect(await ask('gzip, deflate, br')).toEqual({ as: 'br', body: plain.body })
  })

  it('lists gifts of the organization and its chapters newest first, without merged parts and deleted gifts', async () => {
    expect(await found()).toEqual({ ids: newestFirst(), total: 5 })
  })

  it('returns a gift with its donor, company, organization and status label', async () => {
    const { donations: rows } = await list({ filters: { status: 'donor_contacted', organizationId: ours } })
    expect(rows).toMatchObject([
      {
        donated_at: '2026-01-05 08:00:00',
        amount: 50,
        currency: 'USD',
        donor_name: 'José Ürün',
        company: { name: 'Zéphyr Works' },
        company_name: 'Zéphyr Works',
        organization: { id: ours, name: 'Riverbend' },
        status: { name: 'Donor to Submit in Company Portal', billing_status: 'eligible' },
      },
    ])
  })

  it.each([
    ['donated_at', 'true', [0, 1, 2, 3, 4]],
    ['amount', 'false', [2, 0, 4, 1, 3]],
    ['amount', 'true', [3, 1, 4, 0, 2]],
    ['id', 'false', [4, 3, 2, 1, 0]],
  ])('sorts by %s, ascending %s', async (sort_field, ascending, places) => {
    expect((await found({ sort_field, ascending })).ids).toEqual(places.map((place) => ids[place]))
  })

  it.each([
    ['a quick filter', { status: 'donor_contacted' }, [2, 0]],
    ['status ids', { status: '3,20' }, [3, 1]],
    ['days, both included', { dateFrom: '2026-02-10', dateTo: '2026-03-31' }, [3, 2, 1]],
    ['the other names of the days', { fromDate: '2026-03-31', toDate: '2026-04-01 00:00:00' }, [4, 3]],
    ['one chapter', { organizationId: 'chapter' }, [2]],
    ['a least amount', { minAmount: '25.01' }, [4, 2, 0]],
    ['part of a company name without its accents', { companyName: 'zephyr w' }, [0]],
    ["a company's other name", { companyName: 'zwx' }, [0]],
    ['an employer that is in no directory, signs and all', { companyName: 'brewing 100%' }, [1]],
    ['part of a donor name without its accents', { donorNameEmail: 'urun' }, [0]],
    ["a donor's address", { donorNameEmail: 'ann.smith@' }, [4, 2]],
    ['several at once', { donorNameEmail: 'ann', minAmount: '50', status: '25', dateFrom: '2026-02-01' }, [2]],
    ['a company and a status that do not meet', { companyName: 'zephyr', status: '3' }, []],
    ['days that end before they begin', { dateFrom: '2026-03-01', dateTo: '2026-02-01' }, []],
  ])('filters by %s', async (_, filters, places) => {
    const given = 'organizationId' in filters ? { organizationId: chapter } : filters
    const expected = places.map((place) => ids[place])
    expect(await found({ filters: given })).toEqual({ ids: expected, total: expected.length })
    const ascending = await found({ filters: given, ascending: 'true', sort_field: 'id' })
    expect(ascending.ids).toEqual([...expected].sort((a, b) => Number(a) - Number(b)))
  })

  it('returns the total on every page', async () => {
    expect(await found({ page: 2, per_page: 2 })).toEqual({ ids: [ids[2], ids[1]], total: 5 })
    expect(await found({ page: 4, per_page: 2 })).toEqual({ ids: [], total: 5 })
    expect(await found({ page: 900, per_page: 200 })).toEqual({ ids: [], total: 5 })
  })

  it('returns nothing for an organization outside of the family', async () => {
    expect(await found({ filters: { organizationId: theirs } })).toEqual({ ids: [], total: 0 })
  })

  it.each([
    [{ sort_field: 'amount; DROP TABLE donations' }, 'sort_field'],
    [{ page: '0' }, 'page'],
    [{ per_page: '201' }, 'per_page'],
    [{ filters: { status: 'everything' } }, 'filters.status'],
    [{ filters: { status: '7,999' } }, 'filters.status'],
    [{ filters: { dateFrom: '2026-02-30' } }, 'filters.dateFrom'],
    [{ filters: { dateTo: '0000-01-01' } }, 'filters.dateTo'],
    [{ filters: { minAmount: 'much' } }, 'filters.minAmount'],
    [{ filters: { companyName: 'a\u0000b' } }, undefined],
  ])('refuses %j with a message', async (query, field) => {
    const refusal = await app.refusal(
      donations.listDonations,
      { params: { id: ours }, query: query as never },
      { token },
    )
    expect(refusal.status).toBe(422)
    if (field) expect(Object.keys(refusal.fields)).toEqual([field])
  })
})

describe('the facts of a gift', () => {
  it('filter the list, its count and its download, alone and combined', async () => {
    app.clock.set('2026-05-02T10:00:00Z')
    const organization = await app.createOrganization()
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const company = companies.get('Zéphyr Works')
    const upload = await app.createImport({ organization, state: 'done' })
    const gala = { organization, company, estimatedCents: 4_000, import: upload, donor: 'Gala Guest' }
    const ids = await app.createDonations([
      { ...gala, status: 4, at: '2026-04-01 10:00' },
      { ...gala, status: 7, at: '2026-04-02 10:00', deadline: '2026-05-20T10:00:00Z' },
      { organization, status: 28, company, at: '2026-04-03 10:00', deadline: '2026-06-20T10:00:00Z' },
      { organization, status: 20, company, at: '2026-04-04 10:00', deadline: '2026-05-03T10:00:00Z' },
      { organization, status: 23, at: '2026-04-05 10:00', estimatedCents: 100 },
    ])
    await app.query("UPDATE donations SET payment_state = 'part_paid' WHERE id = $1", [ids[0]])
    await app.query(`UPDATE donations SET custom = '{"campaign": "Spring Gala"}' WHERE id = ANY ($1)`, [
      ids.slice(0, 2),
    ])
    const [row] = await app.query<{ donor_id: string }>('SELECT donor_id FROM donations WHERE id = $1', [ids[0]])
    const cases: [Record<string, unknown>, number[]][] = [
      [{ paymentState: 'part_paid,paid' }, [0]],
      [{ paymentState: 'refused' }, []],
      [{ campaign: 'spring gala' }, [1, 0]],
      [{ campaign: 'spring' }, []],
      [{ campaignKnown: 'yes' }, [1, 0]],
      [{ campaignKnown: 'no' }, [4, 3, 2]],
      [{ campaignId: 1 }, []],
      [{ deadlineWithin: '30' }, [1]],
      [{ deadlineWithin: '60' }, [2, 1]],
      [{ employerKnown: 'yes' }, [3, 2, 1, 0]],
      [{ employerKnown: 'no' }, [4]],
      [{ minEstimated: '40' }, [1, 0]],
      [{ minEstimated: '40.01' }, []],
      [{ importId: upload }, [1, 0]],
      [{ donorId: row?.donor_id }, [1, 0]],
      [{ companyId: company }, [3, 2, 1, 0]],
      [{ minEstimated: '1', employerKnown: 'no' }, [4]],
      [{ campaign: 'SPRING GALA', status: '7', companyName: 'zephyr', donorNameEmail: 'gala', minAmount: 1 }, [1]],
    ]
    for (const [filters, places] of cases) {
      const { donations: rows, total } = await app.call(
        donations.listDonations,
        { params: { id: organization }, query: { filters } },
        { token: reader },
      )
      const expected = places.map((place) => ids[place])
      expect({ ids: rows.map(({ id }) => id), total }, JSON.stringify(filters)).toEqual({
        ids: expected,
        total: expected.length,
      })
      const { url } = await app.call(
        donations.getDonationsCsvTicket,
        { params: { id: organization }, query: { filters } },
        { token: reader },
      )
      const lines = (await (await app.send('GET', url)).text()).trim().split('\n').slice(1)
      expect(
        lines.map((line) => Number.parseInt(line, 10)),
        JSON.stringify(filters),
      ).toEqual(expected)
    }
  })

  it.each([{ paymentState: 'none' }, { deadlineWithin: '0' }, { employerKnown: 'maybe' }, { importId: '-1' }])(
    'refuses %j with a message',
    async (filters) => {
      const query = { filters: filters as never }
      const refusal = await app.refusal(donations.listDonations, { params: { id: ours }, query }, { token })
      expect(Object.keys(refusal.fields)).toEqual([`filters.${Object.keys(filters)[0]}`])
    },
  )
})

describe('a deep page', () => {
  it('contains the same gifts as a sequential read in both directions, before and after deltas are applied', async () => {
    const organization = await app.createOrganization()
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const start = Date.parse('2025-01-01T00:00:00Z')
    await app.createDonations(
      Array.from({ length: 2_000 }, (_, n) => ({
        organization,
        at: new Date(start + n * 5 * 3_600_000).toISOString(),
        cents: 100 + n,
        status: [7, 8, 20, 23][n % 4] ?? 7,
      })),
    )
    const page = async (query: Record<string, unknown>) => {
      const input = { params: { id: organization }, query: { per_page: 50, ...query } }
      const { donations: rows, total } = await app.call(donations.listDonations, input, { token: reader })
      return { ids: rows.map((row) => row.id), total }
    }
    const order = await app.query<{ id: string; status_id: number; day: string }>(
      `SELECT id, status_id, donated_at::date::text AS day FROM donations WHERE organization_id = $1
       ORDER BY donated_at DESC, id DESC`,
      [organization],
    )
    for (const filters of [{}, { status: '7,8' }, { dateFrom: '2025-02-11', dateTo: '2026-01-15' }]) {
      const wanted = order.filter(
        (row) =>
          (!('status' in filters) || row.status_id <= 8) &&
          (!('dateFrom' in filters) || (row.day >= '2025-02-11' && row.day <= '2026-01-15')),
      )
      const ids = wanted.map((row) => Number(row.id))
      for (const number of [1, 20, 21, 22, 30, 35, 36, 40, 41]) {
        const part = (all: number[]) => all.slice((number - 1) * 50, number * 50)
        expect(await page({ page: number, filters })).toEqual({ ids: part(ids), total: ids.length })
        expect((await page({ page: number, filters, ascending: 'true' })).ids).toEqual(part([...ids].reverse()))
      }
    }
  })
})

describe('a family of many chapters', () => {
  it('returns one paged list of all chapters', async () => {
    const parent = await app.createOrganization()
    const reader = await app.signIn(await app.createMember(parent, 'read'))
    for (let n = 0; n < 25; n++) {
      const chapterId = await app.createOrganization({ parent_id: parent, type: 'chapter' })
      const day = (add: number) => `2026-0${1 + ((n + add) % 6)}-1${(n + add) % 10} 10:00`
      await add({ organization: chapterId, at: day(0), status: 7 })
      await add({ organization: chapterId, at: day(3), status: n % 2 ? 8 : 20 })
    }
    const page = async (number: number, query: Record<string, unknown> = {}) => {
      const input = { params: { id: parent }, query: { page: number, per_page: 20, ...query } }
      const { donations: rows, total } = await app.call(donations.listDonations, input, { token: reader })
      return { rows: rows.map(({ id, donated_at }) => ({ id, donated_at })), total }
    }
    for (const ascending of ['true', 'false']) {
      const pages = await Promise.all([1, 2, 3, 4].map((number) => page(number, { ascending })))
      expect(pages.map(({ total }) => total)).toEqual([50, 50, 50, 50])
      const all = pages.flatMap(({ rows }) => rows)
      const sorted = [...all].sort((a, b) => a.donated_at.localeCompare(b.donated_at) || a.id - b.id)
      expect(all).toEqual(ascending === 'true' ? sorted : sorted.reverse())
      expect(new Set(all.map(({ id }) => id)).size).toBe(50)
    }
    expect((await page(1, { filters: { status: '7,8', dateFrom: '2026-02-01' } })).total).toBeGreaterThan(0)
  })
})

describe('the number of gifts of an employer', () => {
  const days = [
    '2024-12-31',
    '2025-01-01',
    '2025-06-30',
    '2025-07-01',
    '2025-12-31',
    '2026-01-01',
    '2026-01-31',
    '2026-02-15',
  ]
  const ranges = [
    {},
    { dateFrom: '2025-01-01' },
    { dateTo: '2025-12-31' },
    { dateFrom: '2025-01-01', dateTo: '2025-12-31' },
    { dateFrom: '2025-06-30', dateTo: '2026-02-14' },
    { dateFrom: '2025-07-01', dateTo: '2026-01-30' },
    { dateFrom: '2025-12-31', dateTo: '2026-01-01' },
    { dateFrom: '2026-01-02', dateTo: '2026-01-30' },
    { dateFrom: '2025-07-02', dateTo: '2025-09-30' },
  ]

  it('equals the number of listed gifts, with company sums, partial days, and before and after deltas are applied', async () => {
    const parent = await app.createOrganization()
    const organization = await app.createOrganization({ parent_id: parent, type: 'chapter' })
    const reader = await app.signIn(await app.createMember(parent, 'read'))
    const company = companies.get('Zéphyr Works') ?? 0
    const quillon = companies.get('Quillon Industries') ?? 0
    for (const day of days) await add({ organization, at: `${day} 23:59:59`, company, status: 7 })
    await add({ organization, at: '2025-06-30 12:00', company, status: 12, deleted: true })
    await add({ organization, at: '2025-06-30 12:00', company: quillon, status: 7 })
    await add({ organization: parent, at: '2025-07-01 00:00', employer: 'Zephyr brewing', status: 2 })
    const numbers = () =>
      Promise.all(
        ranges.map(async (range) => {
          const query = { filters: { companyName: 'zephyr', ...range }, per_page: 200 }
          const {
            total,
            total_is_exact,
            donations: rows,
          } = await app.call(donations.listDonations, { params: { id: parent }, query }, { token: reader })
          return { total, total_is_exact, listed: rows.length }
        }),
      )
    const exact = [9, 8, 6, 5, 6, 4, 2, 0, 0].map((total) => ({ total, total_is_exact: true, listed: total }))
    expect(await numbers()).toEqual(exact)
    while ((await updateSummaries(app.platform)) > 0);
    expect(await numbers()).toEqual(exact)
  })

  it('is updated after every change, including changes that keep the sums, and after deltas are applied', async () => {
    const organization = await app.createOrganization()
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const company = companies.get('Zéphyr Works') ?? 0
    const some = { organization, company, status: 7 }
    const given: number[] = []
    for (const cents of [4_000, 6_000]) given.push(await add({ ...some, at: '2025-06-03 12:00', cents }))
    const number = async () => {
      const filters = { companyName: 'zephyr', status: '7', minAmount: '50', dateFrom: '2025-06-03' }
      const input = { params: { id: organization }, query: { filters } }
      const { total, donations: rows } = await app.call(donations.listDonations, input, { token: reader })
      expect(rows.length).toBe(total)
      return total
    }
    const applyAll = async () => {
      while ((await updateSummaries(app.platform)) > 0);
    }
    expect([await number(), await number()]).toEqual([1, 1])
    await app.database.query('UPDATE donations SET amount_cents = 5000 WHERE id = ANY ($1)', [given])
    expect([await number(), await number()]).toEqual([2, 2])
    await applyAll()
    expect(await number()).toBe(2)
    await app.database.query("UPDATE donations SET donated_at = '2025-06-02' WHERE id = $1", [given[0]])
    await applyAll()
    expect(await number()).toBe(1)
    await add({ ...some, at: '2025-07-01 12:00', cents: 5_001 })
    expect(await number()).toBe(2)
    await app.database.query('UPDATE donations SET company_id = NULL WHERE id = $1', [given[1]])
    expect(await number()).toBe(1)
    // PostgreSQL's hash of this number is the smallest integer, whose absolute value overflows.
    for (const cents of [963_809_240, 5_000]) {
      await app.database.query('UPDATE donations SET amount_cents = $2 WHERE id = $1', [given[1], cents])
    }
    expect(await number()).toBe(1)
  })
})

describe('a call with an API key', () => {
  const gifts = donations.maxCounted + 2
  const rare = 3_000 // past the first 5,000, which are always searched, and within the next 5,000
  let organization: number
  let person: string
  let program: string
  beforeAll(async () => {
    organization = await app.createOrganization()
    person = await app.signIn(await app.createMember(organization, 'admin'))
    const asked = { params: { id: organization }, body: {} }
    program = (await app.call(apiKeys.createApiKey, asked, { token: person })).api_key.key
    const start = Date.parse('2025-01-01T00:00:00Z')
    for (let first = 0; first < gifts; first += 2_000) {
      await app.createDonations(
        Array.from({ length: Math.min(2_000, gifts - first) }, (_, n) => ({
          organization,
          at: new Date(start + (first + n) * 1_800_000).toISOString(),
          cents: first + n === rare ? 90_000 : 5_000,
          status: 7,
          donor: 'Some Giver',
        })),
      )
    }
  })

  const ask = async (filters: Record<string, unknown>, asker: string, query: Record<string, unknown> = {}) => {
    const input = { params: { id: organization }, query: { filters, ...query } }
    const { donations: rows, ...found } = await app.call(donations.listDonations, input, { token: asker })
    return { rows: rows.length, ...found }
  }

  it('counts exactly with an API key and up to a limit in the portal', async () => {
    const whole = { total: gifts, total_is_exact: true }
    for (const filters of [{ minAmount: '50' }, { donorNameEmail: 'giver' }, { employerKnown: 'no' }]) {
      expect(await ask(filters, program), JSON.stringify(filters)).toEqual({ rows: 50, ...whole })
    }
    const last = { sort_field: 'amount', ascending: 'true', per_page: 200, page: 51 }
    expect(await ask({ minAmount: '50' }, program, last)).toEqual({ rows: 2, ...whole })
    const many = { rows: 50, total: donations.maxCounted, total_is_exact: false }
    expect(await ask({ minAmount: '50' }, person)).toEqual(many)
  })

  it('returns an error when the search times out, never a partial list', async () => {
    const hurried = openDatabase(app.database.serverAddress, { statementTimeoutMs: 50 })
    const holder = new pg.Client({ connectionString: app.database.connectionString })
    await holder.connect()
    const tenant = grantTenant(organization, [organization])
    const page = { offset: 0, limit: 50, field: 'donated_at', ascending: false } as const
    const asked = { filter: atLeastFifty(organization), page, countsAll: false }
    try {
      await holder.query('BEGIN; LOCK TABLE donations')
      await expect(listDonations(hurried, tenant, asked)).rejects.toMatchObject({
        code: 'unavailable',
        message: donations.tooSlowMessage,
      })
    } finally {
      await holder.end()
      await hurried.close()
    }
  })

  const atLeastFifty = (id: number): DonationFilter => ({
    organizationIds: [id],
    statusIds: null,
    from: null,
    to: null,
    minCents: 5_000,
    employer: null,
    donorSearch: null,
    facts: {},
  })
})
