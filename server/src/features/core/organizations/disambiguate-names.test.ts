import { auth, chapters, organizations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { disambiguateNames } from './disambiguate-names.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const place = (id: number, name: string, city = '', state = '', ein = '') => ({ id, name, city, state, ein })
const labelsOf = (...given: ReturnType<typeof place>[]) => [...disambiguateNames(given).values()]

test('keeps unique names unchanged', () => {
  expect(labelsOf(place(1, 'Lincoln PTA', 'Peoria', 'IL'), place(2, 'Grant PTA', 'Peoria', 'IL'))).toEqual([
    'Lincoln PTA',
    'Grant PTA',
  ])
})

test('disambiguates a shared name by the place, else the EIN, else the ID', () => {
  expect(
    labelsOf(
      place(1, 'Lincoln PTA', 'Peoria', 'IL', '12-1'),
      place(2, 'LINCOLN  PTA', 'Peoria', 'il', '12-2'),
      place(3, 'Lincoln PTA', 'Austin', 'TX', '12-2'),
      place(4, 'Lincoln PTA', '', '', '12-2'),
      place(5, 'Lincoln PTA'),
      place(6, 'Grant PTA'),
    ),
  ).toEqual([
    'Lincoln PTA (EIN 12-1)',
    'LINCOLN  PTA (organization 2)',
    'Lincoln PTA (Austin, TX)',
    'Lincoln PTA (organization 4)',
    'Lincoln PTA (organization 5)',
    'Grant PTA',
  ])
})

test('disambiguates chapters with the same name in lists and keeps their names', async () => {
  const parent = await app.createOrganization({ name: 'Lincoln PTA', city: 'Springfield', state: 'IL' })
  const user = await app.createMember(parent, 'admin')
  const token = await app.signIn(user)
  const north = await app.createOrganization({ name: 'Lincoln PTA', parent_id: parent, city: 'Peoria', state: 'IL' })
  const south = await app.createOrganization({ name: 'South PTA', parent_id: parent, city: 'Cairo', state: 'IL' })
  const childrenOf = async () =>
    (await app.call(organizations.getOrganization, { params: { id: parent } }, { token })).children
  expect(await childrenOf()).toEqual([
    { id: north, name: 'Lincoln PTA (Peoria, IL)' },
    { id: south, name: 'South PTA' },
  ])
  await app.query(`UPDATE organizations SET name = 'Lincoln PTA', city = 'Peoria' WHERE id = $1`, [south])
  expect((await childrenOf()).map(({ name }) => name).toSorted()).toEqual([
    expect.stringMatching(/^Lincoln PTA \(EIN /),
    expect.stringMatching(/^Lincoln PTA \(EIN /),
  ])
  const { orgs } = await app.call(auth.getCurrentUser, {}, { token })
  expect(new Set(orgs.map(({ name }) => name)).size).toBe(3)
  const { chapters: listed } = await app.call(chapters.listChapters, { params: { id: parent } }, { token })
  expect(listed.map(({ name }) => name)).toEqual(['Lincoln PTA', 'Lincoln PTA'])
})
