import { donations } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'

// Words that more donors hold than are named in a statement: what is found is the same as of a few.

let app: TestApp
let ours: number
let token: string
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
  const chapter = await app.createOrganization({ parent_id: ours, type: 'chapter' })
  const theirs = await app.createOrganization()
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
afterAll(() => app.stop())

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

it('signs of a pattern stand for themselves', async () => {
  expect(await found({ donorNameEmail: 'everybody 50% 1' })).toEqual({ ids: [3], total: 1 })
  expect(await found({ donorNameEmail: 'y 50% ' })).toEqual({ ids: [3], total: 1 })
  expect(await found({ donorNameEmail: 'every%50%' })).toEqual({ ids: [], total: 0 })
})
