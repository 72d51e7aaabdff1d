import { organizations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await app.createUser({ isSuper: true }))
})
afterAll(() => app.stop())

const find = async (term: string) =>
  (await app.call(organizations.searchOrganizations, { query: { term } }, { token })).organizations.map(
    ({ name }) => name,
  )

test('a super user finds organizations by part of the name, with prefixes first, or by EIN', async () => {
  await app.createOrganization({ name: 'The Pantry of Elm Street', ein: '98-7654321' })
  await app.createOrganization({ name: 'Pantry North', ein: '12-3456789' })
  expect(await find('pantry')).toEqual(['Pantry North', 'The Pantry of Elm Street'])
  expect(await find('98-7654321')).toEqual(['The Pantry of Elm Street'])
  expect(await find('987654321')).toEqual(['The Pantry of Elm Street'])
})

test('disambiguates two results with the same name', async () => {
  await app.createOrganization({ name: 'Lincoln Reading Club', city: 'Peoria', state: 'IL' })
  await app.createOrganization({ name: 'Lincoln Reading Club', city: 'Austin', state: 'TX' })
  expect((await find('lincoln reading')).toSorted()).toEqual([
    'Lincoln Reading Club (Austin, TX)',
    'Lincoln Reading Club (Peoria, IL)',
  ])
})

test('treats a percent sign and an underscore as literal characters', async () => {
  await app.createOrganization({ name: '100%_Giving' })
  expect(await find('0%_g')).toEqual(['100%_Giving'])
  expect(await find('%%')).toEqual([])
})
