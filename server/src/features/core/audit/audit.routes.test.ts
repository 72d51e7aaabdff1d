import { audit, donations, members, organizations, type QueryOf } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const trailOf = (id: number, token: string, query: QueryOf<typeof audit.listAudit> = {}) =>
  app.call(audit.listAudit, { params: { id }, query }, { token })

test('admins page through the trail, newest first, and filter it by subject and person', async () => {
  const org = await app.createOrganization()
  const [ada, ben] = [await app.createMember(org, 'admin'), await app.createMember(org, 'admin')]
  const [adas, bens] = [await app.signIn(ada), await app.signIn(ben)]
  for (const [index, token] of [adas, bens, adas, bens, adas].entries()) {
    const body = { org_id: org, email: `guest${index}@example.org` }
    await app.call(members.setPermission, { body }, { token })
  }
  await app.query(
    `INSERT INTO audit_events (organization_id, at, action, subject) VALUES ($1, now(), 'completed', 'organization')`,
    [org],
  )
  const first = await trailOf(org, adas, { limit: 4 })
  expect(first.events.map(({ after, action }) => after.email ?? action)).toEqual([
    'completed',
    'guest4@example.org',
    'guest3@example.org',
    'guest2@example.org',
  ])
  expect(first.events[0]).toMatchObject({ user: null, as_super: false, subject: 'organization' })
  expect(first.events[1]).toMatchObject({ user: { id: ada.id, name: ada.name }, address: '127.0.0.1' })
  const second = await trailOf(org, adas, { limit: 4, before: first.next ?? 0 })
  expect(second.events.map(({ after }) => after.email)).toEqual(['guest1@example.org', 'guest0@example.org'])
  expect(second.next).toBeNull()
  expect(first.subjects).toEqual(['member', 'organization'])
  expect(first.people).toEqual([
    { id: ada.id, name: ada.name },
    { id: ben.id, name: ben.name },
  ])
  const eventsOfBen = await trailOf(org, adas, { user_id: ben.id, subject: 'member' })
  expect(eventsOfBen.events.map(({ after }) => after.email)).toEqual(['guest3@example.org', 'guest1@example.org'])
})

test('only admins can read the trail, and only that of their organization', async () => {
  const [org, other] = [await app.createOrganization(), await app.createOrganization()]
  const token = await app.signIn(await app.createMember(org, 'admin'))
  const others = await app.signIn(await app.createMember(other, 'admin'))
  await app.call(members.setPermission, { body: { org_id: other, email: 'x@example.org' } }, { token: others })
  expect((await trailOf(org, token)).events).toEqual([])
  const writers = await app.signIn(await app.createMember(org, 'write'))
  const refused = await app.refusal(audit.listAudit, { params: { id: org } }, { token: writers })
  expect(refused.status).toBe(403)
})

test('a super user’s visit adds one line per session and organization across all nodes', async () => {
  const [org, other] = [await app.createOrganization(), await app.createOrganization()]
  const helper = await app.createUser({ isSuper: true, name: 'Sam Support' })
  const token = await app.signIn(helper)
  const second = await startTestApp({ database: app.database, clock: app.clock })
  const visit = (id: number, by: string, node = app) =>
    node.call(organizations.getOrganization, { params: { id } }, { token: by })
  await Promise.all([visit(org, token), visit(org, token), visit(org, token, second)])
  await visit(other, token)
  await visit(org, await app.signIn(helper))
  await second.stop()
  const seen = await trailOf(org, await app.signIn(await app.createMember(org, 'admin')))
  expect(seen.events).toHaveLength(2)
  expect(seen.events[0]).toMatchObject({
    action: 'entered',
    subject: 'organization',
    as_super: true,
    user: { id: helper.id, name: 'Sam Support' },
  })
})

test('a member’s visit adds no line, and a super user’s change is marked', async () => {
  const org = await app.createOrganization()
  const token = await app.signIn(await app.createMember(org, 'admin'))
  await app.call(donations.listDonations, { params: { id: org }, query: {} }, { token })
  expect((await trailOf(org, token)).events).toEqual([])
  const helper = await app.signInSupport(await app.createUser({ isSuper: true }), org)
  await app.call(members.setPermission, { body: { org_id: org, email: 'y@example.org' } }, { token: helper })
  const { events } = await trailOf(org, token)
  expect(events.map(({ action, as_super }) => [action, as_super])).toEqual([
    ['invited', true],
    ['allowed', true],
    ['entered', true],
  ])
})

test('no page of the product can change or remove a line', async () => {
  const refusedBy = (statement: string) =>
    app.platform.database.pool.query(statement).then(
      () => 'done',
      (error: Error) => error.message,
    )
  for (const statement of [
    'UPDATE audit_events SET action = $$x$$',
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
  ])
    expect(await refusedBy(statement)).toMatch(/permission denied/)
})
