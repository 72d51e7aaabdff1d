import { apiKeys, auth, donations, members, organizations, webhooks } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { callsPerKey } from './read-keys.ts'

let app: TestApp
let organization: number
let chapter: number
let neighbour: number
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  organization = await app.createOrganization()
  chapter = await app.createOrganization({ parent_id: organization, type: 'chapter' })
  neighbour = await app.createOrganization()
  admin = await app.signIn(await app.createMember(organization, 'admin'))
})
afterAll(() => app.stop())

const create = async (name?: string) =>
  (
    await app.call(
      apiKeys.createApiKey,
      { params: { id: organization }, body: name === undefined ? {} : { name } },
      { token: admin },
    )
  ).api_key
const list = async () =>
  (await app.call(apiKeys.listApiKeys, { params: { id: organization } }, { token: admin })).api_keys
const remove = (keyId: number) =>
  app.call(apiKeys.deleteApiKey, { params: { id: organization, keyId } }, { token: admin })
const donationsOf = (id: number, token: string) =>
  app.send('GET', `/api/organization/${id}/donation?page=1&per_page=1`, { token })

test('shows the whole key only once; lists and the database hide it', async () => {
  const key = await create('CRM')
  expect(key.key).toMatch(new RegExp(`^tfk_${organization}_[\\w-]{43}$`))
  const [listed] = (await list()).filter(({ id }) => id === key.id)
  expect(listed).toEqual({
    id: key.id,
    name: 'CRM',
    key: `tfk_${organization}_••••••••${key.key.slice(-4)}`,
    last_used_at: null,
    last_ip_address: null,
  })
  const rows = await app.query('SELECT * FROM api_keys WHERE id = $1', [key.id])
  expect(JSON.stringify(rows)).not.toContain(key.key)
  expect(JSON.stringify(rows)).not.toContain(key.key.slice(10, 40))
  await remove(key.id)
})

test('GET creates a key as specified and is never cached', async () => {
  const response = await app.sendRoute(apiKeys.createApiKeyByGet, { params: { id: organization } }, { token: admin })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { api_key: key } = apiKeys.createApiKeyByGet.response.parse(await response.json())
  expect(key.name).toBe('New API Key')
  expect((await donationsOf(organization, key.key)).status).toBe(200)
  const withQuery = await fetch(`${app.address}/api/organization/${organization}/api-key?token=${admin}`)
  expect(withQuery.status).toBe(401)
  await remove(key.id)
})

test('revealing and copying return the key and are audited without it', async () => {
  const { id: keyId, key } = await create()
  const params = { id: organization, keyId }
  for (const purpose of ['reading', 'copying'] as const) {
    const response = await app.call(apiKeys.revealApiKey, { params, body: { for: purpose } }, { token: admin })
    expect(response.key).toBe(key)
  }
  await app.call(apiKeys.renameApiKey, { params, body: { name: 'Website' } }, { token: admin })
  await remove(keyId)
  const lines = await app.query('SELECT * FROM audit_events WHERE subject = $1 AND subject_id = $2 ORDER BY id', [
    'api_key',
    String(keyId),
  ])
  expect(lines.map(({ action }) => action)).toEqual(['created', 'revealed', 'copied', 'changed', 'removed'])
  expect(lines[3]).toMatchObject({ before: { name: 'New API Key' }, after: { name: 'Website' } })
  expect(JSON.stringify(lines)).not.toContain(key.slice(10))
})

test('grants write access to the key’s organization and its chapters only', async () => {
  const { id: keyId, key } = await create()
  const own = await app.call(organizations.getOrganization, { params: { id: organization } }, { token: key })
  expect(own.level).toBe('write')
  expect((await donationsOf(chapter, key)).status).toBe(200)
  expect((await donationsOf(neighbour, key)).status).toBe(404)
  const asked = { params: { id: organization }, query: { page: 1, per_page: 5 } }
  expect(await app.call(donations.listDonations, asked, { token: key })).toMatchObject({ donations: [] })

  const admins = [
    await app.refusal(apiKeys.listApiKeys, { params: { id: organization } }, { token: key }),
    await app.refusal(apiKeys.createApiKeyByGet, { params: { id: organization } }, { token: key }),
    await app.refusal(apiKeys.revealApiKey, { params: { id: organization, keyId }, body: {} }, { token: key }),
    await app.refusal(webhooks.createWebhook, { params: { id: organization }, body: {} }, { token: key }),
    await app.refusal(members.listMembers, { params: { id: organization } }, { token: key }),
    await app.refusal(auth.getCurrentUser, {}, { token: key }),
    await app.refusal(auth.logout, {}, { token: key }),
    await app.refusal(organizations.searchOrganizations, { query: { term: 'Org' } }, { token: key }),
  ]
  expect(admins.map(({ status }) => status)).toEqual(admins.map(() => 403))
  await remove(keyId)
})

test('a super user’s key has the same access as any other key', async () => {
  const superUser = await app.signInSupport(await app.createUser({ isSuper: true }), organization)
  const input = { params: { id: organization }, body: {} }
  const { api_key: made } = await app.call(apiKeys.createApiKey, input, { token: superUser })
  expect((await donationsOf(neighbour, made.key)).status).toBe(404)
  expect((await donationsOf(organization, made.key)).status).toBe(200)
  await remove(made.id)
})

test('a deleted key stops working at once on this node and within a second on others', async () => {
  const other = await startTestApp({ database: app.database, clock: app.clock })
  try {
    const { id: keyId, key } = await create()
    expect((await donationsOf(organization, key)).status).toBe(200)
    expect((await other.send('GET', `/api/organization/${organization}`, { token: key })).status).toBe(200)
    await remove(keyId)
    expect((await donationsOf(organization, key)).status).toBe(401)
    app.clock.advance({ seconds: 1 })
    expect((await other.send('GET', `/api/organization/${organization}`, { token: key })).status).toBe(401)
  } finally {
    await other.stop()
  }
})

test('records the last use without trusting X-Forwarded-For', async () => {
  const { id: keyId, key } = await create()
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await app.send('GET', `/api/organization/${organization}`, { token: key, headers })
  await expect
    .poll(async () => (await list()).find(({ id }) => id === keyId))
    .toMatchObject({ last_used_at: app.platform.clock().toISOString(), last_ip_address: '127.0.0.1' })
  await remove(keyId)
})

test('returns 429 with a retry time to a key that calls too often', async () => {
  const { id: keyId, key } = await create()
  await app.query(`INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)`, [
    `api-key:${organization}:${keyId}`,
    callsPerKey.max,
    Date.now() + 600_000,
  ])
  const response = await donationsOf(organization, key)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  await remove(keyId)
})

test('rejects forged and malformed keys like tokens', async () => {
  const { id: keyId, key } = await create()
  const forged = [
    `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
    key.replace(`_${organization}_`, `_${neighbour}_`),
    'tfk_',
    'tfk_1_x',
  ]
  for (const token of forged) expect((await donationsOf(organization, token)).status, token).toBe(401)
  await remove(keyId)
})

test('requires names, and returns 404 for another organization’s key', async () => {
  const { id: keyId } = await create()
  const params = { id: organization, keyId }
  const blank = await app.refusal(apiKeys.renameApiKey, { params, body: { name: '  ' } }, { token: admin })
  expect(blank).toMatchObject({ status: 422, message: apiKeys.messages.nameRequired })
  const theirs = await app.signIn(await app.createMember(neighbour, 'admin'))
  const foreign = { params: { id: neighbour, keyId }, body: { name: 'Mine' } }
  expect((await app.refusal(apiKeys.renameApiKey, foreign, { token: theirs })).status).toBe(404)
  await remove(keyId)
})

test('a download link belongs to the key that created it: it survives a handover to another admin and ends with the key', async () => {
  const maker = await app.createMember(organization, 'admin')
  const made = await app.call(
    apiKeys.createApiKey,
    { params: { id: organization }, body: {} },
    { token: await app.signIn(maker) },
  )
  const { id: keyId, key } = made.api_key
  const ask = async (id: number) =>
    (await app.call(donations.getDonationsCsvTicket, { params: { id } }, { token: key })).url
  const fetched = async (url: string, token?: string) => (await app.send('GET', url, token ? { token } : {})).status
  const taker = await app.createMember(organization, 'admin')
  const early = await ask(organization)
  const removed = { org_id: organization, user_id: maker.id, credentials: taker.id }
  await app.call(members.removePermission, { body: removed }, { token: admin })
  expect(await fetched(early, key)).toBe(200)
  expect(await fetched(await ask(organization))).toBe(200)
  expect(await fetched(await ask(chapter), key)).toBe(200)
  expect(await fetched(await ask(organization), await app.signIn(maker))).toBe(410)
  expect(await fetched(await ask(organization), (await create()).key)).toBe(410)
  const [late, lateOfChapter] = [await ask(organization), await ask(chapter)]
  await remove(keyId)
  expect(await fetched(late)).toBe(404)
  expect(await fetched(lateOfChapter)).toBe(404)
})
