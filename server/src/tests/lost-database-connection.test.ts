import { setTimeout } from 'node:timers/promises'
import { auth, donationChanges, donations, organizations, refusal } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { createTestDatabase, startTestApp, type TestApp } from '../testing/index.ts'
import type { TestDatabase } from '../testing/test-database.ts'

const unknown = /don’t know whether your change was made/
const limitMs = 10_000

/** Returns the status, or 'late' if a timer that started with the call ends first. */
async function statusInTime(answer: Promise<Response>): Promise<number | 'late'> {
  const timer = new AbortController()
  try {
    return await Promise.race([
      answer.then(({ status }) => status),
      setTimeout(limitMs, 'late' as const, { signal: timer.signal }),
    ])
  } finally {
    timer.abort()
  }
}

let database: TestDatabase
let link: DatabaseProxy
let app: TestApp
let id: number
let token: string
beforeAll(async () => {
  database = await createTestDatabase()
  link = await startDatabaseProxy(database.serverAddress)
  // This test is about the production timeouts.
  app = await startTestApp({
    database: { ...database, serverAddress: link.address },
    config: { databasePatienceSeconds: null },
  })
  id = await app.createOrganization()
  token = await app.signIn(await app.createMember(id, 'admin'))
})
afterAll(async () => {
  link.recover()
  await app.stop()
  await link.stop()
  await database.drop()
})

const gift = { donor_name: 'Ada Example', amount: 50, donated_at: '2026-06-03' }
const create = (donor_email: string, headers: Record<string, string> = {}) =>
  app.sendRoute(donationChanges.createDonation, { params: { id }, body: { ...gift, donor_email } }, { token, headers })
const giftsOf = async (email: string) =>
  (await app.query('SELECT FROM donations n JOIN donors d ON d.id = n.donor_id WHERE d.email = $1', [email])).length
const list = () =>
  app.sendRoute(donations.listDonations, { params: { id }, query: { page: 1, per_page: 25 } }, { token })
const rename = () =>
  app.sendRoute(organizations.changeOrganization, { params: { id }, body: { mission: 'We feed.' } }, { token })
const waitUntilBack = () => expect.poll(async () => (await list()).status, { timeout: 60_000 }).toBe(200)

async function holdLock(lock: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.connectionString })
  client.on('error', () => {})
  await client.connect()
  await client.query('BEGIN')
  await client.query(lock)
  return () => client.end()
}
const waiting = () =>
  database.query("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")

test('a connection lost during a write returns 503 and a message that the result is unknown', async () => {
  const release = await holdLock('LOCK TABLE donations IN EXCLUSIVE MODE')
  const answer = create('middle@example.org')
  await expect.poll(waiting).toHaveLength(1)
  link.cut()
  const response = await answer
  await release()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBeNull()
  expect(await response.json()).toMatchObject({ error: 'unavailable', message: expect.stringMatching(unknown) })
  await waitUntilBack()
})

test('a connection lost during a read returns 503 and a retry time', async () => {
  const release = await holdLock('LOCK TABLE donations IN ACCESS EXCLUSIVE MODE')
  const answer = list()
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
  link.cut()
  const response = await answer
  await release()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  const { message } = refusal.parse(await response.json())
  expect(message).toMatch(/try again/)
  expect(message).not.toMatch(/changed|unknown/)
  await waitUntilBack()
})

test('a call with an Idempotency-Key and a lost COMMIT response returns its gift when repeated', async () => {
  const headers = { 'idempotency-key': 'gift-committed' }
  link.cutAt('committed@example.org', 'after COMMIT')
  const response = await create('committed@example.org', headers)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await giftsOf('committed@example.org')).toBe(1)
  await waitUntilBack()
  const repeated = await create('committed@example.org', headers)
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(donationChanges.createDonation.response.parse(await repeated.json()).donation).toMatchObject({
    donor: { email: 'committed@example.org' },
  })
  expect(await giftsOf('committed@example.org')).toBe(1)
})

test('a call with an Idempotency-Key that was lost before any record runs when repeated', async () => {
  const headers = { 'idempotency-key': 'gift-lost' }
  link.cutAt('lost@example.org', 'before')
  expect((await create('lost@example.org', headers)).status).toBe(503)
  await expect.poll(async () => (await create('lost@example.org', headers)).status, { timeout: 60_000 }).toBe(200)
  expect(await giftsOf('lost@example.org')).toBe(1)
})

test('a database that accepts connections but does not respond delays a call by at most 10 s', {
  timeout: 120_000,
}, async () => {
  onTestFinished(link.recover)
  link.fallSilent()
  const requests: readonly ((index: number) => Promise<Response>)[] = [
    list,
    rename,
    (index) => app.sendRoute(auth.login, { body: { email: `nobody${index}@example.org`, password: 'not it' } }),
    () => create('silent@example.org'),
    () => create('silent@example.org', { 'idempotency-key': 'silent' }),
  ]
  // More than the number of connections.
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, index) => statusInTime((requests[index % requests.length] ?? list)(index))),
  )
  expect(statuses).toEqual(statuses.map(() => 503))
  link.recover()
  await waitUntilBack()
})

test('a database that stops responding during a call delays it by at most 10 s', { timeout: 120_000 }, async () => {
  const release = await holdLock('LOCK TABLE audit_events IN EXCLUSIVE MODE')
  const status = statusInTime(create('quiet@example.org'))
  await expect.poll(waiting).toHaveLength(1)
  onTestFinished(link.recover)
  link.fallSilent()
  expect(await status).toBe(503)
  await release()
  link.recover()
  await waitUntilBack()
})
