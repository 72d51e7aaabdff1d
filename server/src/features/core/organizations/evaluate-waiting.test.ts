import { categories, organizations } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let choosy = 0
let generous = 0
const religious = [...categories].find(([, name]) => /^Religious/.test(name))?.[0] ?? 0
const animalCategoryId = [...categories].find(([, name]) => /^Animal/.test(name))?.[0] ?? 0

beforeAll(async () => {
  app = await startTestApp()
  const portal = { method: 'csr', submission_url: 'https://give.example.com', ratio: '1:1' }
  const ids = await app.createCompanies([
    { name: 'Choosy Works', policy: { ...portal, excluded_nonprofits: ['religious'] } },
    { name: 'Generous Works', policy: { ...portal, min_amount_cents: 10_000 } },
  ])
  choosy = ids.get('Choosy Works') ?? 0
  generous = ids.get('Generous Works') ?? 0
})
afterAll(() => app.stop())

async function newOrganization(columns: Readonly<Record<string, unknown>> = {}) {
  const id = await app.createOrganization({ category_ids: [animalCategoryId], ...columns })
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const params = { id }
  const get = () => app.call(organizations.getOrganization, { params }, { token })
  return {
    id,
    get,
    change: (body: object) => app.call(organizations.changeOrganization, { params, body }, { token }),
    isDone: () => expect.poll(async () => (await get()).reevaluating).toBe(false),
  }
}

const gift = async (id: number) => {
  const [row] = await app.query<{ status_id: number; reason_code: string; merged_into_id: string | null }>(
    'SELECT status_id, reason_code, merged_into_id FROM donations WHERE id = $1',
    [id],
  )
  return [Number(row?.status_id), row?.reason_code, row?.merged_into_id === null ? null : Number(row?.merged_into_id)]
}

test('a change of categories evaluates open and excluded gifts again', async () => {
  const organization = await newOrganization()
  const open = await app.createDonation({ organization: organization.id, company: choosy, status: 7, donor: 'One' })
  const toEmployer = await app.createDonation({
    organization: organization.id,
    company: choosy,
    status: 4,
    donor: 'Two',
  })
  const silent = await app.createDonation({
    organization: organization.id,
    company: choosy,
    status: 20,
    donor: 'Three',
  })
  const { organization: changed } = await organization.change({ category_id_array: [animalCategoryId, religious] })
  expect(changed.reevaluating).toBe(true)
  await organization.isDone()
  expect(await gift(open)).toEqual([11, 'nonprofit_excluded', null])
  expect([(await gift(toEmployer))[0], (await gift(silent))[0]]).toEqual([4, 20])

  app.clock.advance({ minutes: 1 })
  await organization.change({ category_id_array: [animalCategoryId] })
  await organization.isDone()
  expect((await gift(open)).slice(0, 2)).toEqual([7, 'method_csr'])
  const [row] = await app.query('SELECT actor FROM donation_events WHERE donation_id = $1 AND to_status_id = 11', [
    open,
  ])
  expect(row).toEqual({ actor: 'system' })
})

test('an EIN combines small gifts that it identifies as gifts to one nonprofit', async () => {
  const organization = await newOrganization({ ein: '' })
  const parts = [
    await app.createDonation({
      organization: organization.id,
      company: generous,
      status: 10,
      donor: 'One',
      cents: 6_000,
    }),
    await app.createDonation({
      organization: organization.id,
      company: generous,
      status: 10,
      donor: 'One',
      cents: 5_000,
    }),
  ]
  await organization.change({ ein: '37-1550142' })
  await organization.isDone()
  expect((await Promise.all(parts.map(gift))).map(([, , whole]) => whole).toSorted()).toEqual(
    [null, parts[1]].toSorted(),
  )
})

test('waits for gifts of an upload that is still running when the setup ends', async () => {
  const organization = await newOrganization({ complete: false })
  const arriving = await app.createDonation({ organization: organization.id, company: choosy, status: 7, donor: 'One' })
  const upload = new pg.Client({ connectionString: app.database.connectionString })
  await upload.connect()
  try {
    await upload.query('BEGIN')
    await upload.query('SELECT lock_families(ARRAY[$1::bigint])', [organization.id])
    await upload.query('UPDATE donations SET status_id = 17 WHERE id = $1', [arriving])
    await organization.change({ complete: true })
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_families%'"
    await expect.poll(() => app.query(waiting)).not.toEqual([])
    await upload.query('COMMIT')
  } finally {
    await upload.end()
  }
  await organization.isDone()
  expect((await gift(arriving))[0]).toBe(7)
})

test('a change that is irrelevant to the rules starts nothing', async () => {
  const organization = await newOrganization()
  expect((await organization.change({ mission: 'Otherwise.', email_min: 5 })).organization.reevaluating).toBe(false)
})
