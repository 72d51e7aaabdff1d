import { donationChanges } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { countPages, settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { expireJournal } from './expire-journal.ts'
import { deleteExpired } from './journal.queries.ts'

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

async function submitAction(organizationId: number): Promise<void> {
  const token = await app.signIn(await app.createMember(organizationId, 'write'))
  const gift = { donor_name: 'Ada Byron', donor_email: 'ada@example.net', amount: 50, donated_at: '2026-06-01' }
  const body = { ...gift, company_name: 'Quillfeather Works' }
  const { donation } = await app.call(
    donationChanges.createDonation,
    { params: { id: organizationId }, body },
    { token },
  )
  const changeBody = { donation_ids: [donation.id], status: 'no-charge' as const }
  await app.call(donationChanges.confirmDonations, { body: changeBody }, { token })
}

const storedIds = async (): Promise<number[]> =>
  (await app.query<{ id: string }>('SELECT DISTINCT organization_id AS id FROM match_journal ORDER BY 1')).map(
    ({ id }) => Number(id),
  )

test('deletes journal rows an hour after a change by staff, in all organizations', async () => {
  const first = await app.createOrganization()
  const second = await app.createOrganization()
  await submitAction(first)
  await submitAction(second)
  clock.advance({ minutes: 30 })
  const third = await app.createOrganization()
  await submitAction(third)
  expect(await expireJournal(app.platform)).toBe(0)
  expect(await storedIds()).toEqual([first, second, third])
  clock.advance({ minutes: 31 })
  expect(await expireJournal(app.platform)).toBe(2)
  expect(await storedIds()).toEqual([third])
})

test('finds expired journal rows without reading the others', async () => {
  await submitAction(await app.createOrganization())
  await app.query(
    `INSERT INTO match_journal (organization_id, operation_id, donation_id, kind, at, version, before, expires_at)
     SELECT organization_id, gen_random_uuid(), donation_id, kind, at, version, before, expires_at
     FROM (SELECT * FROM match_journal ORDER BY at DESC LIMIT 1) AS newest, generate_series(1, 2000)`,
  )
  await app.query('VACUUM ANALYZE match_journal')
  await acrossOrganizations(app.platform.database, async (db, client) => {
    const { db: counting, seen } = countPages(client, db)
    expect(await deleteExpired(counting, clock())).toBe(0)
    expect(seen.pages).toBeLessThan(10)
  })
})
