import { donationChanges } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossOrganizations } from '../../platform/database/database.ts'
import { explaining, settableClock, startTestApp, type TestApp } from '../../testing/index.ts'
import { forgetSome } from './forget-kept.ts'
import { forgetKept } from './take-back.queries.ts'

let app: TestApp
const clock = settableClock('2026-06-10T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
  await app.createCompanies([
    {
      name: 'Quillfeather Works',
      policy: { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' },
    },
  ])
})
afterAll(() => app.stop())

async function press(organizationId: number): Promise<void> {
  const token = await app.signIn(await app.createMember(organizationId, 'write'))
  const gift = { donor_name: 'Ada Byron', donor_email: 'ada@example.net', amount: 50, donated_at: '2026-06-01' }
  const body = { ...gift, company_name: 'Quillfeather Works' }
  const { donation } = await app.call(
    donationChanges.createDonation,
    { params: { id: organizationId }, body },
    { token },
  )
  const pressed = { donation_ids: [donation.id], status: 'no-charge' as const }
  await app.call(donationChanges.confirmDonations, { body: pressed }, { token })
}

const kept = async (): Promise<number[]> =>
  (await app.query<{ id: string }>('SELECT DISTINCT organization_id AS id FROM match_undos ORDER BY 1')).map(({ id }) =>
    Number(id),
  )

test('what matches were is forgotten an hour after they changed, whatever organization they are of', async () => {
  const first = await app.createOrganization()
  const second = await app.createOrganization()
  await press(first)
  await press(second)
  clock.advance({ minutes: 30 })
  const third = await app.createOrganization()
  await press(third)
  expect(await forgetSome(app.platform)).toBe(0)
  expect(await kept()).toEqual([first, second, third])
  clock.advance({ minutes: 31 })
  expect(await forgetSome(app.platform)).toBe(2)
  expect(await kept()).toEqual([third])
})

test('what is kept still is not read to find what is forgotten', async () => {
  await press(await app.createOrganization())
  await app.query(
    `INSERT INTO match_undos (organization_id, undo_id, donation_id, user_id, at, version, before)
     SELECT organization_id, gen_random_uuid(), donation_id, user_id, at, version, before
     FROM (SELECT * FROM match_undos ORDER BY at DESC LIMIT 1) AS newest, generate_series(1, 2000)`,
  )
  await app.query('VACUUM ANALYZE match_undos')
  await acrossOrganizations(app.platform.database, async (db, client) => {
    const { db: counting, seen } = explaining(client, db)
    expect(await forgetKept(counting, clock())).toBe(0)
    expect(seen.pages).toBeLessThan(10)
  })
})
