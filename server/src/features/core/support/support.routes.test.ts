import { audit, donations, members, organizations, review, support } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let helper: Awaited<ReturnType<TestApp['createUser']>>
let token: string
let org: number
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  org = await app.createOrganization()
  helper = await app.createUser({ isSuper: true, name: 'Sam Support' })
  token = await app.signIn(helper)
})

const path = () => ({ params: { id: org } })
const invite = (asWhom = token) => {
  const body = { org_id: org, email: 'x@example.org' }
  return app.sendRoute(members.setPermission, { body }, { token: asWhom }).then(({ status }) => status)
}

test('support can read everything but change nothing until it allows changes', async () => {
  expect((await app.call(organizations.getOrganization, path(), { token })).level).toBe('super')
  expect(await app.call(support.getSupport, path(), { token })).toEqual({ changes_until: null })
  const refused = await app.refusal(members.setPermission, { body: { org_id: org, email: 'x@example.org' } }, { token })
  expect([refused.status, refused.message]).toEqual([403, support.supportMessages.viewOnly])
  const made = await app.send('GET', `/api/organization/${org}/api-key`, { token })
  expect(made.status).toBe(403)
  expect(await app.query('SELECT FROM api_keys WHERE organization_id = $1', [org])).toEqual([])

  const { changes_until } = await app.call(support.allowChanges, path(), { token })
  expect(changes_until).toBe(new Date(app.clock().getTime() + 30 * 60_000).toISOString())
  expect(await invite()).toBe(200)
})

test('changes are allowed for one organization and one session, not for its chapters or parent', async () => {
  const chapter = await app.createOrganization({ type: 'chapter', parent_id: org })
  await app.call(support.allowChanges, path(), { token })
  const inChapter = await app.refusal(
    members.setPermission,
    { body: { org_id: chapter, email: 'x@example.org' } },
    { token },
  )
  expect(inChapter.status).toBe(403)
  expect(await invite(await app.signIn(helper))).toBe(403)
  expect(await invite()).toBe(200)
})

test('refuses to allow changes in an erased organization', async () => {
  await app.query(
    'UPDATE organizations SET cancelled_at = now(), erasure_began_at = now(), erased_at = now() WHERE id = $1',
    [org],
  )
  const refused = await app.refusal(support.allowChanges, path(), { token })
  expect([refused.status, refused.message]).toEqual([409, organizations.erasedMessage])
  expect(await app.call(support.getSupport, path(), { token })).toEqual({ changes_until: null })
})

test('ends after half an hour, or immediately on request', async () => {
  await app.call(support.allowChanges, path(), { token })
  app.clock.advance({ minutes: 29, seconds: 59 })
  expect(await invite()).toBe(200)
  app.clock.advance({ seconds: 1 })
  expect(await app.call(support.getSupport, path(), { token })).toEqual({ changes_until: null })
  expect(await invite()).toBe(403)
  await app.call(support.allowChanges, path(), { token })
  await app.call(support.disallowChanges, path(), { token })
  expect(await invite()).toBe(403)
})

test('the organization’s trail contains the start and the end, marked as support', async () => {
  await app.call(support.allowChanges, path(), { token })
  await app.call(support.disallowChanges, path(), { token })
  await app.call(support.allowChanges, path(), { token })
  const admin = await app.signIn(await app.createMember(org, 'admin'))
  const { events } = await app.call(audit.listAudit, { ...path(), query: {} }, { token: admin })
  expect(events.map(({ action, as_super, user }) => [action, as_super, user?.name])).toEqual([
    ['allowed', true, 'Sam Support'],
    ['ended', true, 'Sam Support'],
    ['allowed', true, 'Sam Support'],
    ['entered', true, 'Sam Support'],
  ])
})

test('support’s own routes need no permission', async () => {
  expect((await app.sendRoute(review.listReview, {}, { token })).status).toBe(200)
  const refused = await app.refusal(review.resolveEmployer, { body: { key: 'nobody', company_id: 1 } }, { token })
  expect(refused.message).toBe(review.reviewMessages.noWaitingGifts)
  expect((await app.sendRoute(donations.listDonations, { ...path(), query: {} }, { token })).status).toBe(200)
})

test('members of an organization cannot allow themselves changes', async () => {
  const admin = await app.signIn(await app.createMember(org, 'admin'))
  for (const route of [support.getSupport, support.allowChanges, support.disallowChanges]) {
    expect((await app.refusal(route, path(), { token: admin })).status).toBe(403)
  }
})
