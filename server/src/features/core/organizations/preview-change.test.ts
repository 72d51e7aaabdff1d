import { chapterRequests, mails, organizations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordDonation, testCompanies } from '../../email/notifications/record-donation.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T15:00:00Z'), config: { mailDelaySeconds: 1800 } })
  await app.createCompanies(testCompanies)
})
afterAll(() => app.stop())

async function side(columns: Readonly<Record<string, unknown>> = {}) {
  const id = await app.createOrganization(columns)
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const params = { id }
  return {
    id,
    params,
    token,
    gift: (email: string) => recordDonation(app, id, { email, employer: 'Portal Works' }),
    review: (body: organizations.ChangedFields) =>
      app.call(mails.reviewOrganizationChange, { params, body }, { token }),
    queued: async () => {
      const rows = await app.query('SELECT FROM notifications WHERE organization_id = $1', [id])
      return rows.length
    },
  }
}

test('previews the emails of a completed setup with their number, time and an example, and changes nothing', async () => {
  const { id, params, token, gift, review, queued } = await side({ complete: false })
  await gift('ann@example.org')
  await gift('bo@example.org')
  expect(await review({ complete: true })).toMatchObject({
    mails: 2,
    first_at: '2026-06-15T15:30:00.000Z',
    sample: { to: expect.stringContaining('example.org') },
    is_whole: true,
    could_be_matched: { gifts: 2, sums: [{ currency: 'USD', sum: 100 }], is_whole: true },
  })
  const seen = await app.call(organizations.getOrganization, { params }, { token })
  expect([seen.complete, await queued()]).toEqual([false, 0])
  expect(await app.query('SELECT FROM audit_events WHERE organization_id = $1', [id])).toEqual([])
  await app.call(organizations.changeOrganization, { params, query: {}, body: { complete: true } }, { token })
  await vi.waitFor(async () => expect(await queued()).toBe(2), { timeout: 240_000, interval: 50 })
})

test('a change that affects no gift starts no emails, and a forbidden change is refused', async () => {
  const { id, params, review } = await side()
  const nothing = await review({ mission: 'Food for all' })
  expect(nothing).toMatchObject({ mails: 0, sample: null })
  expect(nothing.could_be_matched).toBeUndefined()
  const writer = await app.signIn(await app.createMember(id, 'write'))
  const refused = await app.refusal(
    mails.reviewOrganizationChange,
    { params, body: { complete: true } },
    { token: writer },
  )
  expect(refused.status).toBe(403)
  expect(refused.message).toMatch(/^This needs admin access\. Person \d+ can give it to you\.$/)
  const reader = await app.signIn(await app.createMember(id, 'read'))
  const below = await app.refusal(mails.reviewOrganizationChange, { params, body: {} }, { token: reader })
  expect(below.message).toMatch(/^This needs write access\. Person \d+ can give it to you\.$/)
})

test('a first postal address shows the number of emails that waited for it', async () => {
  const { gift, review } = await side({ street: '', city: '', state: '', zip: '' })
  await gift('cleo@example.org')
  expect(await review({ phone: '+1 217 555 0100' })).toMatchObject({ mails: 0 })
  expect(await review({ address: { street: '1 Mill Lane', city: 'Springfield' } })).toMatchObject({
    mails: 1,
    waits_because: null,
  })
})

test('shows an invited chapter the number of donors who would receive mail before it agrees', async () => {
  const parent = await side({ name: 'Riverbend' })
  const open = await side({ name: 'Lakeside', complete: false })
  await open.gift('dana@example.org')
  const body = { organization: String(open.id) }
  await app.call(chapterRequests.askToJoin, { params: parent.params, body }, { token: parent.token })
  const { received } = await app.call(chapterRequests.listChapterRequests, { params: open.params }, open)
  const params = { ...open.params, requestId: received[0]?.id ?? 0 }
  expect(await app.call(mails.reviewChapterRequest, { params, body: {} }, open)).toMatchObject({ mails: 1 })
  const seen = await app.call(organizations.getOrganization, { params: open.params }, open)
  expect([seen.parent_id, await open.queued()]).toEqual([null, 0])
})
