import { donationChanges, publicMatch } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedLinks, signLink } from '../../../platform/links/signed-links.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { donorPagePath } from '../../email/donor-links/index.ts'
import { expireRequests } from './expire-requests.ts'

let app: TestApp
const clock = settableClock('2026-06-15T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
  const csr = { method: 'csr', submission_url: 'https://give.quillon.example', ratio: '1:1' }
  await app.createCompanies([{ name: 'Quillon', policy: csr }])
})
afterAll(() => app.stop())
// All requests of these tests come from one client address.
beforeEach(() => app.query('DELETE FROM rate_limits'))

async function organization() {
  const id = await app.createOrganization()
  const ids = async (where = 'true') =>
    (
      await app.query<{ id: number }>(
        `SELECT id::int FROM donations WHERE organization_id = $1 AND ${where} ORDER BY id`,
        [id],
      )
    ).map((gift) => gift.id)
  return {
    id,
    kept: () => ids(),
    /** Returns the ID of the newest request. */
    ask: async (email: string, date = '2026-06-10'): Promise<number> => {
      const body = { name: 'Dana Donor', email, amount: 50, date, employer: 'Quillon' }
      await app.call(publicMatch.requestMatch, { params: { organization: String(id) }, body })
      return (await ids('unconfirmed')).at(-1) ?? 0
    },
    confirm: async (donationId: number) => {
      const token = await app.signIn(await app.createMember(id, 'write'))
      const body = { donation_ids: [donationId], status: 'confirmed' as const }
      await app.call(donationChanges.confirmDonations, { body }, { token })
    },
    donors: () => app.query('SELECT email FROM donors WHERE organization_id = $1 ORDER BY email', [id]),
    /** Returns a press on the page behind the request's email. */
    press: async (donationId: number, action: string) => {
      const [mail] = await app.query<{ id: number }>('SELECT id::int FROM notifications WHERE donation_id = $1', [
        donationId,
      ])
      const token = signLink(app.platform, signedLinks.donorPage, { organizationId: id, notificationId: mail?.id ?? 0 })
      const body = new URLSearchParams({ press: action })
      return () => fetch(`${app.address}${donorPagePath(token)}`, { method: 'POST', body, redirect: 'manual' })
    },
  }
}

test('a request expires after 60 days, with its donor, and its link then returns 410', async () => {
  const { id, ask, kept, donors, press } = await organization()
  const request = await ask('stranger@example.org')
  const consent = await press(request, 'consent')
  clock.advance({ days: publicMatch.unconfirmedDays })
  expect([await expireRequests(app.platform), await kept()]).toEqual([false, [request]])
  clock.advance({ seconds: 1 })
  await expireRequests(app.platform)
  expect([await kept(), await donors()]).toEqual([[], []])
  expect((await consent()).status).toBe(410)
  const trail = "SELECT action, after FROM audit_events WHERE organization_id = $1 AND subject = 'donation'"
  expect(await app.query(trail, [id])).toEqual([{ action: 'expired', after: { matches: 1 } }])
})

test('confirmed requests, and donors with other gifts, remain', async () => {
  const { ask, kept, donors, confirm } = await organization()
  await ask('both@example.org', '2026-06-09')
  await ask('other@example.org')
  const confirmed = await ask('confirmed@example.org')
  await confirm(confirmed)
  clock.advance({ days: publicMatch.unconfirmedDays + 1 })
  const newer = await ask('both@example.org', '2026-08-01')
  await expireRequests(app.platform)
  expect(await kept()).toEqual([confirmed, newer])
  expect(await donors()).toEqual([{ email: 'both@example.org' }, { email: 'confirmed@example.org' }])
})

test('a declined request remains for 60 days after the answer, while it can be undone', async () => {
  const { ask, kept, press } = await organization()
  const request = await ask('declines@example.org')
  clock.advance({ days: publicMatch.unconfirmedDays - 1 })
  await (await press(request, 'decline'))()
  clock.advance({ days: 2 })
  await expireRequests(app.platform)
  expect(await kept()).toEqual([request])
})

test('an organization that fails does not delay the others', async () => {
  const [failing, other] = [await organization(), await organization()]
  const request = await failing.ask('first@example.org')
  await other.ask('second@example.org')
  clock.advance({ days: publicMatch.unconfirmedDays + 1 })
  await app.query(
    'CREATE TABLE blocks_deletion AS SELECT organization_id, id AS donation_id FROM donations WHERE id = $1',
    [request],
  )
  await app.query(
    'ALTER TABLE blocks_deletion ADD FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id)',
  )
  try {
    await expireRequests(app.platform)
  } finally {
    await app.query('DROP TABLE blocks_deletion')
  }
  expect([await failing.kept(), await other.kept()]).toEqual([[request], []])
})
