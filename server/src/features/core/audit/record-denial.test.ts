import { apiKeys, audit, members, organizations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordedDenials } from './record-denial.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const denialsOf = (org: number) =>
  app.query<{ user_id: string; subject: string; after: Record<string, unknown>; request_id: string }>(
    `SELECT user_id, subject, after, address, request_id FROM audit_events
     WHERE organization_id = $1 AND action = 'denied' ORDER BY id`,
    [org],
  )

test('refuses a member’s attempt to raise their own level and records it with the request', async () => {
  const org = await app.createOrganization()
  const writer = await app.createMember(org, 'write')
  const token = await app.signIn(writer)
  const raise = { body: { org_id: org, user_id: writer.id, level: 'admin' as const } }
  const refused = await app.refusal(members.setPermission, raise, { token })
  const globally = await app.send('PUT', `/api/user/${writer.id}`, {
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ org_id: org, name: writer.name, globalPermission: 'super' }),
  })
  expect([refused.status, globally.status]).toEqual([403, 403])
  const [first, second] = await denialsOf(org)
  expect(first).toMatchObject({
    user_id: String(writer.id),
    subject: 'access',
    address: '127.0.0.1',
    after: { call: 'POST /api/user/permission', what: members.setPermission.summary, level: 'write' },
  })
  expect(first?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.after).toMatchObject({ call: 'PUT /api/user/{userId}' })
  const [row] = await app.query(
    'SELECT m.level, u.global_permission FROM members m JOIN users u ON u.id = m.user_id WHERE u.id = $1',
    [writer.id],
  )
  expect(row).toEqual({ level: 'write', global_permission: null })
})

test('also records denied changes of profile fields', async () => {
  const org = await app.createOrganization()
  const token = await app.signIn(await app.createMember(org, 'write'))
  const input = { params: { id: org }, body: { name: 'Ours now' } }
  expect((await app.refusal(organizations.changeOrganization, input, { token })).status).toBe(403)
  expect(await denialsOf(org)).toMatchObject([{ after: { call: 'PUT /api/organization/{id}/partial' } }])
})

test('reads, foreign IDs and invalid input add no line', async () => {
  const [org, other] = [await app.createOrganization(), await app.createOrganization()]
  const token = await app.signIn(await app.createMember(org, 'write'))
  await app.refusal(audit.listAudit, { params: { id: org } }, { token })
  await app.refusal(members.setPermission, { body: { org_id: other, email: 'x@example.org' } }, { token })
  const admin = await app.signIn(await app.createMember(org, 'admin'))
  await app.refusal(members.setPermission, { body: { org_id: org, email: 'nobody' } }, { token: admin })
  expect([await denialsOf(org), await denialsOf(other)]).toEqual([[], []])
})

test('limits the lines that one person can add per hour', async () => {
  const org = await app.createOrganization()
  const token = await app.signIn(await app.createMember(org, 'read'))
  const attempts = Array.from({ length: recordedDenials.max + 15 }, () =>
    app.refusal(members.setPermission, { body: { org_id: org, email: 'x@example.org' } }, { token }),
  )
  expect(new Set((await Promise.all(attempts)).map(({ status }) => status))).toEqual(new Set([403]))
  expect(await denialsOf(org)).toHaveLength(recordedDenials.max)
})

test('records an API key’s denied request in its own organization', async () => {
  const [org, other] = [await app.createOrganization(), await app.createOrganization()]
  const token = await app.signIn(await app.createMember(org, 'admin'))
  const { api_key } = await app.call(apiKeys.createApiKey, { params: { id: org } }, { token })
  const body = { org_id: other, email: 'x@example.org' }
  expect((await app.refusal(members.setPermission, { body }, { token: api_key.key })).status).toBe(403)
  expect(await denialsOf(org)).toMatchObject([{ after: { api_key: api_key.id, call: 'POST /api/user/permission' } }])
  expect(await denialsOf(other)).toEqual([])
})
