import { apiKeys, matchNotes, members, organizations, webhooks } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createAccessReader } from '../../core/organizations/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let org: number
let admin: TestUser
let token: string
beforeEach(async () => {
  org = await app.createOrganization({ name: 'Riverbend Food Bank' })
  admin = await app.createMember(org, 'admin')
  token = await app.signIn(admin)
})

const add = (body: Record<string, unknown>) =>
  app.call(members.setPermission, { body: { org_id: org, ...body } }, { token })
const mailsTo = (email: string) =>
  app.query<{ kind: string; parameters: Record<string, unknown> }>(
    'SELECT kind, parameters FROM account_mails WHERE recipient = $1 ORDER BY id',
    [email],
  )
const auditTrail = () =>
  app.query(
    'SELECT action, subject, subject_id, before, after, user_id FROM audit_events WHERE organization_id = $1 ORDER BY id',
    [org],
  )

test('adds a new person with level read and no name, and emails a link to set a password', async () => {
  const { users } = await add({ email: 'New.Person@example.org', name: '  ' })
  const added = users.find(({ email }) => email === 'New.Person@example.org')
  expect(added).toMatchObject({ name: 'No Name', level: 'read', last_seen_at: null, through: null })
  expect(await mailsTo('New.Person@example.org')).toEqual([
    {
      kind: 'first-password',
      parameters: expect.objectContaining({
        organizationId: org,
        organization: 'Riverbend Food Bank',
        invitedBy: admin.name,
      }),
    },
  ])
  expect(await auditTrail()).toMatchObject([
    { action: 'invited', subject: 'member', after: { email: 'New.Person@example.org', level: 'read' } },
  ])
})

test('keeps the name and password of an existing person and emails a notice', async () => {
  const known = await app.createUser({ name: 'Noor Known' })
  const { users } = await add({ email: known.email.toUpperCase(), level: 'write', name: 'Somebody Else' })
  expect(users.find(({ id }) => id === known.id)).toMatchObject({ name: 'Noor Known', level: 'write' })
  expect((await mailsTo(known.email)).map(({ kind }) => kind)).toEqual(['member-added'])
})

test('does not add an existing member twice', async () => {
  const refused = await app.refusal(
    members.setPermission,
    { body: { org_id: org, email: admin.email, level: 'read' } },
    { token },
  )
  expect([refused.status, refused.fields.email]).toEqual([409, members.memberMessages.alreadyMember])
  expect((await auditTrail()).length).toBe(0)
})

test('reports a bad address and a missing level at their fields', async () => {
  const bad = await app.refusal(members.setPermission, { body: { org_id: org, email: 'nobody' } }, { token })
  expect(bad.fields).toEqual({ email: 'Please enter a valid email address' })
  const blank = await app.refusal(members.setPermission, { body: { org_id: org, user_id: admin.id } }, { token })
  expect(blank.fields).toEqual({ level: 'Choose a level: read, write or admin' })
})

test('changes a level by user ID within a second', async () => {
  const reader = await app.createMember(org, 'read')
  const readers = await app.signIn(reader)
  expect((await app.refusal(members.setPermission, { body: { org_id: org } }, { token: readers })).status).toBe(403)
  await add({ user_id: reader.id, level: 'admin' })
  await app.call(
    members.setPermission,
    { body: { org_id: org, user_id: reader.id, level: 'admin' } },
    { token: readers },
  )
  expect(await auditTrail()).toMatchObject([
    { action: 'denied', user_id: String(reader.id) },
    { action: 'changed', before: { level: 'read' }, after: { level: 'admin' }, user_id: String(admin.id) },
  ])
})

test('refuses to remove or demote the last admin for any caller', async () => {
  const writer = await app.createMember(org, 'write')
  const helper = await app.signInSupport(await app.createUser({ isSuper: true }), org)
  for (const who of [token, helper]) {
    const removed = await app.refusal(
      members.removePermission,
      { body: { org_id: org, user_id: admin.id } },
      { token: who },
    )
    const lowered = await app.refusal(
      members.setPermission,
      { body: { org_id: org, user_id: admin.id, level: 'write' } },
      { token: who },
    )
    expect([removed.status, removed.message, lowered.status]).toEqual([409, members.memberMessages.lastAdmin, 409])
  }
  await add({ user_id: writer.id, level: 'admin' })
  await app.call(members.removePermission, { body: { org_id: org, user_id: admin.id } }, { token })
})

test('keeps an admin until another one has signed in, because an invitation may not arrive', async () => {
  const { users } = await add({ email: 'typo@example.org', level: 'admin' })
  const invited = users.find(({ email }) => email === 'typo@example.org')
  const input = { body: { org_id: org, user_id: admin.id, level: 'read' } } as const
  const refused = await app.refusal(members.setPermission, input, { token })
  expect([refused.status, refused.message]).toEqual([409, members.memberMessages.otherAdminsNotSignedIn])
  await app.call(members.removePermission, { body: { org_id: org, user_id: invited?.id ?? 0 } }, { token })
  const { users: again } = await add({ email: 'by-link@example.org', level: 'admin' })
  const byLink = again.find(({ email }) => email === 'by-link@example.org')
  await app.query("INSERT INTO account_events (user_id, at, action) VALUES ($1, now(), 'signed_in')", [byLink?.id])
  await app.call(members.setPermission, input, { token })
})

test('keeps one of two admins who remove each other at the same moment', async () => {
  const other = await app.createMember(org, 'admin')
  const others = await app.signIn(other)
  const remove = (user_id: number, by: string) =>
    app.call(members.removePermission, { body: { org_id: org, user_id } }, { token: by }).then(
      () => 'removed',
      () => 'refused',
    )
  const outcomes = await Promise.all([remove(other.id, token), remove(admin.id, others)])
  expect(outcomes.toSorted()).toEqual(['refused', 'removed'])
  expect(await app.query('SELECT FROM members WHERE organization_id = $1', [org])).toHaveLength(1)
})

test('a removed person gets 404 for the organization immediately', async () => {
  const writer = await app.createMember(org, 'write')
  const writers = await app.signIn(writer)
  await app.call(organizations.getOrganization, { params: { id: org } }, { token: writers })
  const { users } = await app.call(members.removePermission, { body: { org_id: org, user_id: writer.id } }, { token })
  expect(users.map(({ id }) => id)).toEqual([admin.id])
  const refused = await app.refusal(organizations.getOrganization, { params: { id: org } }, { token: writers })
  expect(refused.status).toBe(404)
  expect(await auditTrail()).toMatchObject([{ action: 'removed', before: { email: writer.email, level: 'write' } }])
})

test('a removed person loses access on another node within a second', async () => {
  const writer = await app.createMember(org, 'write')
  const writers = await app.signIn(writer)
  const second = await startTestApp({ database: app.database, clock: app.clock })
  const readOrganization = () =>
    second.sendRoute(organizations.getOrganization, { params: { id: org } }, { token: writers })
  expect((await readOrganization()).status).toBe(200)
  await app.call(members.removePermission, { body: { org_id: org, user_id: writer.id } }, { token })
  app.clock.advance({ seconds: 1 })
  expect((await readOrganization()).status).toBe(404)
  await second.stop()
})

test('a hanging access lookup is not shared after its result would no longer be trusted', async () => {
  const writer = await app.createMember(org, 'write')
  const { database } = app.platform
  let pendingLookup: Promise<never> | null = new Promise(() => {})
  const pool = Object.create(database.pool, { connect: { value: () => pendingLookup ?? database.pool.connect() } })
  const other = createAccessReader({ ...app.platform, database: { ...database, pool } })
  const readOrganization = () => other.accessTo({ user: { ...writer, globalPermission: null }, sessionId: '' }, org)
  readOrganization()
  pendingLookup = null
  app.clock.advance({ seconds: 1 })
  expect((await readOrganization())?.level).toBe('write')
  await app.call(members.removePermission, { body: { org_id: org, user_id: writer.id } }, { token })
  app.clock.advance({ seconds: 1 })
  expect(await readOrganization()).toBeNull()
})

test('members of another organization are not found in any parameter', async () => {
  const theirs = await app.createOrganization()
  const outsider = await app.createMember(theirs, 'write')
  const asked = [
    app.refusal(members.setPermission, { body: { org_id: theirs, email: 'a@example.org' } }, { token }),
    app.refusal(members.setPermission, { body: { org_id: org, user_id: outsider.id, level: 'read' } }, { token }),
    app.refusal(members.removePermission, { body: { org_id: org, user_id: outsider.id } }, { token }),
    app.refusal(members.updateUser, { params: { userId: outsider.id }, body: { org_id: org, name: 'X' } }, { token }),
    app.refusal(members.inviteAgain, { params: { id: org, userId: outsider.id } }, { token }),
  ]
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('renames a member of this organization only, not one with other memberships', async () => {
  const own = await app.createMember(org, 'read')
  const shared = await app.createMember(org, 'read')
  await app.addMember(await app.createOrganization(), shared, 'read')
  const rename = (user: TestUser, name: string) => ({
    params: { userId: user.id },
    body: { org_id: org, user_id: user.id, name, email: user.email },
  })
  const { users } = await app.call(members.updateUser, rename(own, 'Olive Own'), { token })
  expect(users.find(({ id }) => id === own.id)?.name).toBe('Olive Own')
  const refused = await app.refusal(members.updateUser, rename(shared, 'Taken Over'), { token })
  expect([refused.status, refused.fields.name]).toEqual([422, members.memberMessages.foreignName])
  expect(await auditTrail()).toMatchObject([
    { action: 'renamed', before: { name: own.name }, after: { name: 'Olive Own' } },
  ])
})

test('an admin cannot change sign-in addresses or create super users', async () => {
  const own = await app.createMember(org, 'read')
  const refused = await app.refusal(
    members.updateUser,
    { params: { userId: own.id }, body: { org_id: org, name: own.name, email: 'mine@example.org' } },
    { token },
  )
  expect(refused.fields).toEqual({ email: members.memberMessages.emailFixed })
  const response = await app.send('PUT', `/api/user/${own.id}`, {
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ org_id: org, name: 'Still Small', globalPermission: 'super', global_permission: 'super' }),
  })
  expect(response.status).toBe(200)
  const [row] = await app.query('SELECT email, global_permission FROM users WHERE id = $1', [own.id])
  expect(row).toEqual({ email: own.email, global_permission: null })
})

test('emails an invitation again on request', async () => {
  const { users } = await add({ email: 'late@example.org' })
  const late = users.find(({ email }) => email === 'late@example.org')
  await app.call(members.inviteAgain, { params: { id: org, userId: late?.id ?? 0 } }, { token })
  expect((await mailsTo('late@example.org')).map(({ kind }) => kind)).toEqual(['first-password', 'first-password'])
})

test('a chapter lists its parent’s members without addresses and needs no admin', async () => {
  const chapter = await app.createOrganization({ type: 'chapter', parent_id: org })
  const own = await app.createMember(chapter, 'admin')
  const owns = await app.signIn(own)
  const { users } = await app.call(members.listMembers, { params: { id: chapter } }, { token: owns })
  expect(users).toMatchObject([
    { id: own.id, email: own.email, through: null },
    { id: admin.id, email: '', level: 'admin', through: { id: org, name: 'Riverbend Food Bank' } },
  ])
  await app.call(members.removePermission, { body: { org_id: chapter, user_id: own.id } }, { token })
})

test('shows sign-ins only from the day of joining', async () => {
  const { users: before } = await app.call(members.listMembers, { params: { id: org } }, { token })
  expect(before[0]?.last_seen_at).toBeNull()
  await app.query("UPDATE members SET created_at = '2026-06-01' WHERE organization_id = $1", [org])
  const { users } = await app.call(members.listMembers, { params: { id: org } }, { token })
  expect(users[0]?.last_seen_at).toMatch(/^2026-06-15T14:00:0/)
})

test('keeps one of two admins who demote each other concurrently, in a hundred rounds', async () => {
  const other = await app.createMember(org, 'admin')
  const others = await app.signIn(other)
  const lower = (user_id: number, by: string) =>
    app.sendRoute(members.setPermission, { body: { org_id: org, user_id, level: 'read' } }, { token: by })
  const left: number[] = []
  for (let run = 0; run < 100; run += 1) {
    await app.query("UPDATE members SET level = 'admin' WHERE organization_id = $1", [org])
    app.clock.advance({ seconds: 1 })
    await Promise.all([lower(other.id, token), lower(admin.id, others)])
    left.push((await app.query("SELECT FROM members WHERE organization_id = $1 AND level = 'admin'", [org])).length)
  }
  expect(new Set(left)).toEqual(new Set([1]))
})

test('undoing a removal restores the level and the joining day, sends no mail, and is audited', async () => {
  const writer = await app.createMember(org, 'write')
  const writers = await app.signIn(writer)
  const params = { id: org, userId: writer.id }
  const row = () => app.query('SELECT * FROM members WHERE user_id = $1', [writer.id])
  const before = await row()
  const { removed } = await app.call(members.removePermission, { body: { org_id: org, user_id: writer.id } }, { token })
  expect(removed).toMatchObject([{ id: writer.id, email: writer.email, level: 'write' }])
  const back = await app.call(members.restoreUser, { params }, { token })
  expect(back.removed).toEqual([])
  expect(await row()).toEqual(before)
  expect(await mailsTo(writer.email)).toEqual([])
  const seen = await app.call(members.listMembers, { params: { id: org } }, { token: writers })
  expect(seen.users.map(({ id }) => id)).toContain(writer.id)
  expect((await auditTrail()).map(({ action }) => action)).toEqual(['removed', 'restored'])
  const twice = await app.refusal(members.restoreUser, { params }, { token })
  expect([twice.status, twice.message]).toEqual([409, members.memberMessages.notRemoved])
})

test('only admins can undo a removal, within thirty days, for former members of this organization', async () => {
  const [writer, reader] = [await app.createMember(org, 'write'), await app.createMember(org, 'read')]
  const readers = await app.signIn(reader)
  await app.call(members.removePermission, { body: { org_id: org, user_id: writer.id } }, { token })
  const listed = await app.call(members.listMembers, { params: { id: org } }, { token: readers })
  expect(listed.removed).toEqual([])
  const params = { id: org, userId: writer.id }
  expect((await app.refusal(members.restoreUser, { params }, { token: readers })).status).toBe(403)
  const theirs = await app.createOrganization()
  const neighbour = await app.signIn(await app.createMember(theirs, 'admin'))
  const elsewhere = { params: { id: theirs, userId: writer.id } }
  expect((await app.refusal(members.restoreUser, elsewhere, { token: neighbour })).status).toBe(409)
  app.clock.advance({ days: 30 })
  const later = await app.signIn(admin)
  expect((await app.refusal(members.restoreUser, { params }, { token: later })).status).toBe(409)
})

describe('API keys and webhooks of a removed or demoted member', () => {
  let leaving: TestUser
  let key: string
  let chapter: number
  beforeEach(async () => {
    leaving = await app.createMember(org, 'admin')
    chapter = await app.createOrganization({ name: 'Riverbend North', parent_id: org })
    const theirs = await app.signIn(leaving)
    key = (await app.call(apiKeys.createApiKey, { params: { id: org }, body: { name: 'CRM sync' } }, { token: theirs }))
      .api_key.key
    await app.call(apiKeys.createApiKey, { params: { id: chapter }, body: { name: 'North sync' } }, { token: theirs })
    const { webhooks: hooks } = await app.call(webhooks.createWebhook, { params: { id: org } }, { token })
    const webhook = { url: 'hooks.example.org/in', event: 'status' as const }
    await app.call(webhooks.updateWebhook, { params: { id: hooks[0]?.id ?? 0 }, body: { webhook } }, { token: theirs })
  })
  const remove = (credentials?: 'revoke' | number) =>
    app.sendRoute(
      members.removePermission,
      { body: { org_id: org, user_id: leaving.id, ...(credentials === undefined ? {} : { credentials }) } },
      { token },
    )
  const demote = (level: 'read' | 'write', credentials?: 'revoke' | number) =>
    app.sendRoute(
      members.setPermission,
      { body: { org_id: org, user_id: leaving.id, level, ...(credentials === undefined ? {} : { credentials }) } },
      { token },
    )
  const levelIn = async (place: number) =>
    (await app.call(organizations.getOrganization, { params: { id: place } }, { token: key })).level
  const use = async () => (await app.sendRoute(matchNotes.addNote, await noteInput(), { token: key })).status
  const noteInput = async () => ({
    params: { id: await app.createDonation({ organization: org, status: 23 }) },
    body: { text: 'From the CRM' },
  })
  const actors = () =>
    app.query<{ name: string }>(
      `SELECT DISTINCT u.name FROM audit_events e JOIN users u ON u.id = e.user_id
       WHERE e.organization_id = $1 AND e.action = 'noted'`,
      [org],
    )

  test('are listed with their creator, including those in chapters, and block the removal without a choice', async () => {
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      message: members.memberMessages.leavesCredentials,
      current: {
        maker: { id: leaving.id, name: leaving.name },
        api_keys: [
          { name: 'CRM sync', organization: { id: org } },
          { name: 'North sync', organization: { id: chapter, name: 'Riverbend North' } },
        ],
        webhooks: [{ url: 'hooks.example.org/in', organization: { id: org } }],
      },
    })
    expect((await app.call(members.listMembers, { params: { id: org } }, { token })).users).toHaveLength(2)
  })

  test('stop working with the removal when they are revoked', async () => {
    expect(await use()).toBe(200)
    expect((await remove('revoke')).status).toBe(200)
    expect(await use()).toBe(401)
    for (const table of ['api_keys', 'webhooks'])
      expect(await app.query(`SELECT FROM ${table} WHERE organization_id = ANY ($1)`, [[org, chapter]])).toEqual([])
    const removals = await app.query(
      `SELECT organization_id::int AS place, before, after FROM audit_events
       WHERE subject = 'member' AND action = 'removed' AND subject_id = $1 ORDER BY id`,
      [leaving.id],
    )
    expect(removals).toMatchObject([
      {
        place: org,
        before: { api_keys: ['CRM sync'], webhooks: ['hooks.example.org/in'] },
        after: { keys_and_webhooks: 'revoked' },
      },
      { place: chapter, before: { api_keys: ['North sync'], webhooks: [] }, after: { keys_and_webhooks: 'revoked' } },
    ])
  })

  test('continue under the admin who takes them over, whose name appears in the trail', async () => {
    expect((await remove(admin.id)).status).toBe(200)
    expect(await use()).toBe(200)
    expect(await actors()).toEqual([{ name: admin.name }])
    expect(
      await app.query('SELECT DISTINCT creator_id::int AS maker FROM api_keys WHERE organization_id = ANY ($1)', [
        [org, chapter],
      ]),
    ).toEqual([{ maker: admin.id }])
    expect(await app.query('SELECT creator_id::int AS maker FROM webhooks WHERE organization_id = $1', [org])).toEqual([
      { maker: admin.id },
    ])
  })

  test('can be taken over only by another admin', async () => {
    const writer = await app.createMember(org, 'write')
    const outsider = await app.createUser()
    for (const id of [writer.id, outsider.id, leaving.id]) expect((await remove(id)).status).toBe(422)
    expect(await use()).toBe(200)
  })

  test('block a demotion without a choice, and are revoked or transferred with it', async () => {
    const refused = await demote('write')
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      {
        current: {
          api_keys: [{ name: 'CRM sync' }, { name: 'North sync' }],
          webhooks: [{ organization: { id: org } }],
        },
      },
    ])
    expect((await demote('write', leaving.id)).status).toBe(422)
    expect((await demote('write', admin.id)).status).toBe(200)
    expect(await use()).toBe(200)
    expect(await actors()).toEqual([{ name: admin.name }])
    expect(await auditTrail()).toContainEqual(
      expect.objectContaining({
        action: 'changed',
        before: { email: leaving.email, level: 'admin', api_keys: ['CRM sync'], webhooks: ['hooks.example.org/in'] },
        after: { email: leaving.email, level: 'write', keys_and_webhooks: 'taken over', by: admin.email },
      }),
    )
    expect((await demote('read')).status).toBe(200)
    expect(await use()).toBe(200)
  })

  test('stop working with a demotion when they are revoked', async () => {
    expect((await demote('read', 'revoke')).status).toBe(200)
    expect(await use()).toBe(401)
  })

  test('a key never has a higher level than its creator, in chapters too', async () => {
    expect([await levelIn(org), await levelIn(chapter)]).toEqual(['write', 'write'])
    await app.query(`UPDATE members SET level = 'read' WHERE organization_id = $1 AND user_id = $2`, [org, leaving.id])
    app.clock.advance({ seconds: 1 })
    expect([await levelIn(org), await levelIn(chapter)]).toEqual(['read', 'read'])
    expect(await use()).toBe(403)
  })

  test('stop working when their creator leaves in another way', async () => {
    expect(await use()).toBe(200)
    await app.query('DELETE FROM members WHERE organization_id = $1 AND user_id = $2', [org, leaving.id])
    app.clock.advance({ seconds: 1 })
    expect(await use()).toBe(401)
  })
})
