import { donorMerges, search } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { countPages, settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { donorsMatching, matchesOf } from './search.queries.ts'

let app: TestApp
let organization: number
let chapter: number
let token: string

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-10T15:00:00Z'), config: { role: 'web' } })
  await app.createCompanies([
    { name: 'Quillfeather Works', aliases: ['Quillfeather'] },
    { name: 'Harrowgate Mills', aliases: ['Express Yarns', 'HARROWG'] },
  ])
  organization = await app.createOrganization({ name: 'Riverbend' })
  chapter = await app.createOrganization({ name: 'North', parent_id: organization })
  token = await app.signIn(await app.createMember(organization, 'read'))
})
afterAll(() => app.stop())

const find = (q: string, of = organization, by = token) =>
  app.call(search.findAnything, { params: { id: of }, query: { q } }, { token: by })
const donorsNamed = async (q: string) => (await find(q)).donors.map(({ name }) => name)

test('finds donors by the beginning of any word in name or address, best match first', async () => {
  await app.createDonors([
    { organization, name: 'Johanna Ännlin', email: 'j.a@example.net' },
    { organization, name: 'Ann Byron', email: 'byron@example.org' },
    { organization: chapter, name: 'Bea Annable', email: 'bea_10%@example.org' },
    { organization, name: 'Savannah Cole', email: 'cole@example.com' },
  ])
  expect(await donorsNamed('ANN')).toEqual(['Ann Byron', 'Bea Annable', 'Johanna Ännlin', 'Savannah Cole'])
  expect(await donorsNamed('byron  ann')).toEqual(['Ann Byron'])
  expect(await donorsNamed('byron@example.org')).toEqual(['Ann Byron'])
  expect(await donorsNamed('a_10%@')).toEqual(['Bea Annable'])
  expect(await donorsNamed('___')).toEqual([])
  expect(await donorsNamed('an')).toEqual([])
  expect((await find('annable')).donors).toMatchObject([
    { email: 'bea_10%@example.org', organization_id: chapter, organization_name: 'North' },
  ])
})

test("finds a match by ID, a donor's newest matches, and a company by name", async () => {
  const given = { organization, donor: 'Zoe Quill', email: 'zoe@example.net', cents: 1234 }
  const ids = await app.createDonations([1, 2, 3, 4, 5, 6].map((day) => ({ ...given, at: `2026-05-0${day} 10:00` })))
  const { donors, matches, companies } = await find('quill')
  expect(donors.map(({ name }) => name)).toEqual(['Zoe Quill'])
  expect(matches.map(({ id }) => id)).toEqual(ids.slice(1).reverse())
  expect(matches[0]).toMatchObject({
    donor_name: 'Zoe Quill',
    amount: 12.34,
    currency: 'USD',
    donated_at: '2026-05-06',
  })
  expect(companies).toMatchObject([{ name: 'Quillfeather Works', also: '' }])
  expect((await find('<yarns>')).companies).toMatchObject([{ name: 'Harrowgate Mills', also: 'Express Yarns' }])
  expect((await find('harrowg')).companies).toMatchObject([{ name: 'Harrowgate Mills', also: 'HARROWG' }])
  const [first = 0] = ids
  expect((await find(`#${first}`)).matches.map(({ id }) => id)).toEqual([first])
  expect((await find(String(first))).matches.map(({ id }) => id)).toEqual([first])
  expect(await find('qu')).toEqual({ donors: [], matches: [], companies: [] })
})

test('finds nothing of another organization, and nothing of the parent for a chapter', async () => {
  const other = await app.createOrganization()
  const [match = 0] = await app.createDonations([{ organization: other, donor: 'Ottoline Vane' }])
  const [above = 0] = await app.createDonations([{ organization, donor: 'Ottoline Crane' }])
  expect(await donorsNamed('ottoline')).toEqual(['Ottoline Crane'])
  expect((await find(String(match))).matches).toEqual([])
  const ofChapter = await app.signIn(await app.createMember(chapter, 'admin'))
  expect((await find('ottoline', chapter, ofChapter)).donors).toEqual([])
  expect((await find(String(above), chapter, ofChapter)).matches).toEqual([])
})

test('finds a merged donor by the former address, once', async () => {
  const [kept = 0, former = 0] = await app.createDonors([
    { organization, name: 'Petra Lund', email: 'petra@example.org' },
    { organization, name: 'Petra Lund', email: 'lund.p@example.com' },
  ])
  const writer = await app.signIn(await app.createMember(organization, 'write'))
  const body = { other_id: former }
  await app.call(donorMerges.mergeDonors, { params: { id: kept }, body }, { token: writer })
  expect((await find('lund.p@')).donors.map(({ id }) => id)).toEqual([kept])
  expect((await find('petra')).donors.map(({ id }) => id)).toEqual([kept])
})

test('common letters cost the same among many donors as among few', async () => {
  const pagesAmong = async (donors: number): Promise<number> => {
    const id = await app.createOrganization()
    await app.query(
      `INSERT INTO donors (organization_id, donor_key, email, name)
       SELECT $1, gen_random_uuid(), 'ann' || n || '@example.org', 'Ann Annable ' || n FROM generate_series(1, $2::int) n`,
      [id, donors],
    )
    await app.query('ANALYZE donors')
    const tenant = grantTenant(id, [id])
    return inTenant(app.platform.database, tenant, async (db, client) => {
      const explained = countPages(client, db)
      const { rows: found } = await donorsMatching(tenant, 'ann').execute(explained.db)
      expect(found).toHaveLength(search.maxSearchResults)
      await matchesOf(tenant, { id: 1, donors: found }).execute(explained.db)
      return explained.seen.pages
    })
  }
  const few = await pagesAmong(500)
  expect(await pagesAmong(8000)).toBeLessThan(few * 2)
})
