import { alerts, apiKeys, webhooks } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { bouncePause } from '../../email/notifications/donor-mails/decide-mail.ts'

let app: TestApp
let org: number
let admin: string
let reader: string

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web', trustProxy: ['127.0.0.1', '::1'] } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  org = await app.createOrganization()
  admin = await app.signIn(await app.createMember(org, 'admin'))
  reader = await app.signIn(await app.createMember(org, 'read'))
})

const list = (token: string) => app.call(alerts.listAlerts, { params: { id: org } }, { token })
const see = (token: string, until: string) =>
  app.call(alerts.markAlertsSeen, { params: { id: org }, body: { until } }, { token })
const now = () => app.clock().toISOString()

async function pauseEmails(): Promise<void> {
  const donation = await app.createDonation({ organization: org })
  const donor = await app.createDonor({ organization: org })
  for (let mail = 0; mail <= bouncePause.moreThan; mail++) await app.createMail({ organization: org, donation, donor })
  await app.query('UPDATE notifications SET bounced = true WHERE organization_id = $1', [org])
}

async function disableWebhook(url: string): Promise<void> {
  const { webhooks: made } = await app.call(webhooks.createWebhook, { params: { id: org }, body: {} }, { token: admin })
  await app.query('UPDATE webhooks SET url = $2, disabled_at = $3, disabled_because = $4 WHERE id = $1', [
    made[0]?.id,
    url,
    app.clock(),
    'gone',
  ])
}

async function createKey(name: string) {
  const { api_key: key } = await app.call(
    apiKeys.createApiKey,
    { params: { id: org }, body: { name } },
    { token: admin },
  )
  return key
}

const networksOf = async (id: number) =>
  (await app.query<{ networks: string[] }>('SELECT networks FROM api_keys WHERE id = $1', [id]))[0]?.networks

async function use(key: { readonly id: number; readonly key: string }, address: string, networks: readonly string[]) {
  await app.send('GET', `/api/organization/${org}`, { token: key.key, headers: { 'x-forwarded-for': address } })
  await expect.poll(() => networksOf(key.id)).toEqual(networks)
}

test('lists finished uploads and problems, newest first', async () => {
  const at = (minutes: number) => new Date(app.clock().getTime() - minutes * 60_000)
  const done = await app.createImport({ organization: org, state: 'done', rows: 30, rejected: 2, createdAt: at(9) })
  await app.createImport({ organization: org, state: 'failed', createdAt: at(8) })
  await app.createImport({ organization: org, state: 'running', createdAt: at(7) })
  await app.createImport({ organization: org, state: 'undone', createdAt: at(7) })
  await disableWebhook('example.org/hook')
  await pauseEmails()
  const { alerts: found } = await list(admin)
  expect(
    found
      .slice(0, 2)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['emails_paused', 'webhook_disabled'])
  expect(found.slice(2)).toMatchObject([
    { kind: 'upload', at: at(8).toISOString(), result: null },
    { kind: 'upload', subject_id: done, name: 'gifts.csv', result: { added: 28, updated: 0, rejected: 2 } },
  ])
  expect(found.find(({ kind }) => kind === 'webhook_disabled')).toMatchObject({ name: 'example.org/hook' })
})

test('lists webhooks and API keys for administrators only', async () => {
  await app.createImport({ organization: org, state: 'done' })
  await disableWebhook('example.org/hook')
  const kinds = async (token: string) => (await list(token)).alerts.map(({ kind }) => kind).sort()
  expect(await kinds(admin)).toEqual(['upload', 'webhook_disabled'])
  expect(await kinds(reader)).toEqual(['upload'])
  expect(await kinds(await app.signIn(await app.createMember(org, 'write')))).toEqual(['upload'])
  const superUser = await app.signInSupport(await app.createUser({ isSuper: true }), org)
  expect(await kinds(superUser)).toEqual(['upload', 'webhook_disabled'])
})

test('reports the first use of an API key from each network but its first', async () => {
  const key = await createKey('CRM')
  await use(key, '203.0.113.9', ['203.0.113.9'])
  expect((await list(admin)).alerts).toEqual([])
  await use(key, '198.51.100.4', ['203.0.113.9', '198.51.100.4'])
  const found = [{ kind: 'key_network', subject_id: key.id, name: 'CRM', detail: '198.51.100.4', at: now() }]
  expect((await list(admin)).alerts).toMatchObject(found)
  app.clock.advance({ minutes: 5 })
  await use(key, '2001:db8::1', ['203.0.113.9', '198.51.100.4', '2001:db8::/64'])
  await use(key, '2001:db8::2', ['203.0.113.9', '198.51.100.4', '2001:db8::/64'])
  await use(key, '203.0.113.9', ['203.0.113.9', '198.51.100.4', '2001:db8::/64'])
  expect((await list(admin)).alerts).toMatchObject([{ detail: '2001:db8::/64', at: now() }])
})

test('counts what a member has not seen, separately for each member', async () => {
  await app.createImport({ organization: org, state: 'done', createdAt: app.clock() })
  await see(admin, now())
  await see(reader, now())
  expect(await list(admin)).toMatchObject({ unread: 0, alerts: [{ is_new: false }] })
  app.clock.advance({ hours: 9 })
  admin = await app.signIn(await app.createMember(org, 'admin'))
  await see(admin, now())
  app.clock.advance({ minutes: 1 })
  await app.createImport({ organization: org, state: 'done', createdAt: app.clock() })
  expect(await list(admin)).toMatchObject({ unread: 1, alerts: [{ is_new: true }, { is_new: false }] })
  expect(await see(admin, now())).toMatchObject({ unread: 0 })
  // A later time than now would hide what comes.
  await see(admin, '2999-01-01T00:00:00Z')
  app.clock.advance({ minutes: 1 })
  await app.createImport({ organization: org, state: 'done', createdAt: app.clock() })
  expect((await list(admin)).unread).toBe(1)
})

test('a new member and the support team start without unread alerts', async () => {
  await app.createImport({ organization: org, state: 'done', createdAt: '2026-01-01T00:00:00Z' })
  const superUser = await app.signInSupport(await app.createUser({ isSuper: true }), org)
  for (const token of [reader, superUser]) expect(await list(token)).toMatchObject({ unread: 0, alerts: [{}] })
})

test('returns 404 to members of another organization and refuses API keys', async () => {
  const stranger = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
  const input = { params: { id: org } }
  expect((await app.refusal(alerts.listAlerts, input, { token: stranger })).status).toBe(404)
  const seen = { ...input, body: { until: now() } }
  expect((await app.refusal(alerts.markAlertsSeen, seen, { token: stranger })).status).toBe(404)
  const { key } = await createKey('CRM')
  expect((await app.refusal(alerts.listAlerts, input, { token: key })).status).toBe(403)
})

test('lists at most twenty', async () => {
  for (let upload = 0; upload <= alerts.maxAlerts; upload++)
    await app.createImport({ organization: org, state: 'done' })
  expect((await list(reader)).alerts).toHaveLength(alerts.maxAlerts)
})
