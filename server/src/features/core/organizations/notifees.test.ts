import { notifees } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function newOrganization(level: 'read' | 'write' | 'admin' = 'admin') {
  const id = await app.createOrganization()
  return { params: { id }, token: await app.signIn(await app.createMember(id, level)) }
}

test('adds an address once, lists it and removes it', async () => {
  const { params, token } = await newOrganization()
  await app.call(notifees.addNotifee, { params, body: { email: ' dana@example.org ' } }, { token })
  const again = await app.call(notifees.addNotifee, { params, body: { email: 'Dana@Example.org' } }, { token })
  expect(again.notifees.map(({ email }) => email)).toEqual(['dana@example.org'])
  const notifeeId = again.notifees[0]?.id ?? 0
  expect(await app.call(notifees.listNotifees, { params }, { token })).toEqual(again)
  const removed = await app.call(notifees.removeNotifee, { params: { ...params, notifeeId } }, { token })
  expect(removed.notifees).toEqual([])
  const audit = await app.query(
    'SELECT action, before, after FROM audit_events WHERE organization_id = $1 ORDER BY id',
    [params.id],
  )
  expect(audit).toEqual([
    { action: 'added', before: {}, after: { email: 'dana@example.org' } },
    { action: 'removed', before: { email: 'dana@example.org' }, after: {} },
  ])
})

test('refuses an invalid address and the twenty-first address', async () => {
  const { params, token } = await newOrganization()
  for (const email of ['', 'nobody']) {
    const refused = await app.refusal(notifees.addNotifee, { params, body: { email } }, { token })
    expect(refused.fields).toEqual({ email: 'Please enter a valid email address' })
  }
  for (let at = 0; at < 20; at += 1)
    await app.call(notifees.addNotifee, { params, body: { email: `p${at}@example.org` } }, { token })
  const refused = await app.refusal(notifees.addNotifee, { params, body: { email: 'p20@example.org' } }, { token })
  expect(refused.message).toBe('The weekly email can go to at most 20 addresses. Remove one first.')
})

test('returns 404 for another organization’s address, and lets only admins change the list', async () => {
  const ours = await newOrganization()
  const theirs = await newOrganization()
  const { notifees: added } = await app.call(
    notifees.addNotifee,
    { params: ours.params, body: { email: 'dana@example.org' } },
    { token: ours.token },
  )
  const params = { ...theirs.params, notifeeId: added[0]?.id ?? 0 }
  expect((await app.refusal(notifees.removeNotifee, { params }, { token: theirs.token })).status).toBe(404)
  const writer = await newOrganization('write')
  const body = { email: 'dana@example.org' }
  const refused = await app.refusal(notifees.addNotifee, { params: writer.params, body }, { token: writer.token })
  expect(refused.status).toBe(403)
})
