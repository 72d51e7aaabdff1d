import { apiKeys, auth, type BodyOf, imports, organizations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { withoutTenant } from '../database/database.ts'
import { deleteOldCalls } from './idempotent-calls.queries.ts'

let app: TestApp
let id: number
let adminUser: TestUser
let admin: string
let key: string
beforeAll(async () => {
  app = await startTestApp()
  id = await app.createOrganization()
  adminUser = await app.createMember(id, 'admin')
  admin = await app.signIn(adminUser)
  key = await makeKey()
})
afterAll(() => app.stop())

async function makeKey(): Promise<string> {
  const { api_key: made } = await app.call(apiKeys.createApiKey, { params: { id }, body: {} }, { token: admin })
  return made.key
}

const createKey = (name: string, idempotencyKey: string, token = admin) =>
  app.sendRoute(
    apiKeys.createApiKey,
    { params: { id }, body: { name } },
    { token, headers: { 'idempotency-key': idempotencyKey } },
  )
const countOf = async (name: string) => (await app.query('SELECT FROM api_keys WHERE name = $1', [name])).length

const gifts = 'id,date,amount,name,email\nidem-1,2026-06-01,25.00,Dana Donor,dana@example.org\n'
function upload(content: string, idempotencyKey: string, token = key) {
  const form = new FormData()
  const map = { id: 'transaction_id', date: 'donated_at', amount: 'amount', name: 'donor.name', email: 'donor.email' }
  form.set('map', JSON.stringify(map))
  form.set('donations', new Blob([content]), 'gifts.csv')
  return app.sendRoute(
    imports.uploadImportFile,
    { params: { id }, form },
    { token, headers: { 'idempotency-key': idempotencyKey } },
  )
}

test('the same call with the same key gets the same bytes and runs once', async () => {
  const first = await createKey('Once', 'order-1')
  const again = await createKey('Once', 'order-1')
  expect([first.status, again.status]).toEqual([200, 200])
  expect(await again.text()).toBe(await first.text())
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.headers.get('cache-control')).toBe('no-store')
  expect(await countOf('Once')).toBe(1)
})

test('another body or address with the same key is refused without an effect', async () => {
  await createKey('Mine', 'order-2')
  const other = await createKey('Other', 'order-2')
  expect(other.status).toBe(422)
  expect(await other.json()).toMatchObject({ error: 'invalid', message: expect.stringContaining('another call') })
  const elsewhere = { params: { id }, body: { mission: 'We feed.' } }
  const options = { token: admin, headers: { 'idempotency-key': 'order-2' } }
  expect((await app.refusal(organizations.changeOrganization, elsewhere, options)).status).toBe(422)
  expect(await countOf('Other')).toBe(0)
})

test("only one of many simultaneous calls runs; the others get 'still running' or its response", async () => {
  const responses = await Promise.all(Array.from({ length: 12 }, () => createKey('Crowd', 'order-3')))
  const codes = responses.map(({ status }) => status)
  expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([])
  expect(codes).toContain(200)
  for (const refused of responses.filter(({ status }) => status === 409))
    expect(refused.headers.get('retry-after')).toBe('1')
  expect(await countOf('Crowd')).toBe(1)
})

test('keys of different callers are independent', async () => {
  const colleague = await app.signIn(await app.createMember(id, 'admin'))
  await createKey('Shared', 'order-4')
  expect((await createKey('Shared', 'order-4', colleague)).headers.get('idempotency-replayed')).toBeNull()
  const newToken = await app.signIn(adminUser)
  expect((await createKey('Shared', 'order-4', newToken)).headers.get('idempotency-replayed')).toBe('true')
  expect(await countOf('Shared')).toBe(2)
  const otherProgram = await makeKey()
  expect((await upload(gifts, 'order-4')).status).toBe(202)
  expect((await upload(gifts, 'order-4', otherProgram)).headers.get('idempotency-replayed')).toBeNull()
})

test('a repeated file is accepted once; another file with its key is refused', async () => {
  const first = await upload(gifts.replace('idem-1', 'idem-2'), 'file-1')
  const again = await upload(gifts.replace('idem-1', 'idem-2'), 'file-1')
  expect([first.status, again.status]).toEqual([202, 202])
  expect(await again.text()).toBe(await first.text())
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await upload(gifts.replace('idem-1', 'idem-3'), 'file-1')).status).toBe(422)
})

test('a form without a chosen file gets the same error with and without a key', async () => {
  const form = new FormData()
  form.set('map', '{}')
  form.set('donations', new Blob(['']), '')
  const options = { token: key, headers: { 'idempotency-key': 'file-2' } }
  const refused = await app.refusal(imports.uploadImportFile, { params: { id }, form }, options)
  expect(refused).toMatchObject({ status: 422, message: 'Choose a file to upload.' })
})

test('a refusal without a change is not stored: the corrected call may use the same key', async () => {
  const headers = { 'idempotency-key': 'order-5' }
  const rename = (body: BodyOf<typeof apiKeys.renameApiKey>) =>
    app.sendRoute(apiKeys.renameApiKey, { params: { id, keyId: 999_999 }, body }, { token: admin, headers })
  expect((await rename({ name: 'A' })).status).toBe(404)
  expect((await rename({ name: 'B' })).status).toBe(404)
  expect(await app.query(`SELECT FROM idempotent_calls WHERE key = 'order-5'`)).toEqual([])
})

test('an interrupted call is repeated only if it was interrupted before its change', async () => {
  await createKey('Cut', 'order-6')
  await app.query(`UPDATE idempotent_calls SET status = NULL, answer_sealed = NULL WHERE key = 'order-6'`)
  expect((await createKey('Cut', 'order-6')).status).toBe(409)
  await app.query(`UPDATE idempotent_calls SET locked_until = now() - interval '1 second' WHERE key = 'order-6'`)
  const later = await createKey('Cut', 'order-6')
  expect(later.status).toBe(409)
  expect(await later.json()).toMatchObject({ message: expect.stringContaining('interrupted') })
  expect(await countOf('Cut')).toBe(1)
  await app.query(
    `UPDATE idempotent_calls SET changed_at = NULL, locked_until = now() - interval '1 year' WHERE key = 'order-6'`,
  )
  expect((await createKey('Cut', 'order-6')).status).toBe(200)
  expect(await countOf('Cut')).toBe(2)
})

test('an upload interrupted after its acceptance returns its import when repeated', async () => {
  const content = gifts.replace('idem-1', 'idem-9')
  const first = await upload(content, 'file-9')
  const { import: made } = imports.uploadImportFile.response.parse(await first.json())
  await app.query(`UPDATE idempotent_calls SET status = NULL, answer_sealed = NULL WHERE key = 'file-9'`)
  const again = await upload(content, 'file-9')
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
  expect(imports.uploadImportFile.response.parse(await again.json()).import.id).toBe(made.id)
  expect((await upload(gifts.replace('idem-1', 'idem-10'), 'file-9')).status).toBe(422)
})

test('a call that was taken over can no longer change anything', async () => {
  await app.query(`
    CREATE FUNCTION take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE idempotent_calls SET claim = gen_random_uuid() WHERE key = 'order-7';
      RETURN NEW;
    END $$;
    CREATE TRIGGER take_over AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION take_over()`)
  try {
    expect((await createKey('Late', 'order-7')).status).toBe(409)
    expect(await countOf('Late')).toBe(0)
  } finally {
    await app.query('DROP TRIGGER take_over ON api_keys; DROP FUNCTION take_over')
  }
})

test('responses are stored sealed for a day', async () => {
  const made = await createKey('Sealed', 'order-8')
  const { api_key: whole } = apiKeys.createApiKey.response.parse(await made.json())
  const rows = JSON.stringify(await app.query('SELECT * FROM idempotent_calls'))
  expect(rows).not.toContain(whole.key.slice(10))
  app.clock.advance({ hours: 25 })
  admin = await app.signIn(adminUser)
  expect((await createKey('Sealed', 'order-8')).headers.get('idempotency-replayed')).toBeNull()
  expect(await countOf('Sealed')).toBe(2)
  const dayAgo = new Date(app.platform.clock().getTime() - 86_400_000)
  expect(await withoutTenant(app.platform.database, (db) => deleteOldCalls(db, dayAgo))).toBe(false)
  expect(await app.query('SELECT key FROM idempotent_calls')).toEqual([{ key: 'order-8' }])
})

test('an unreadable key is refused; a key is ignored on calls without changes', async () => {
  for (const bad of ['', 'two words', 'x'.repeat(256)]) expect((await createKey('Bad', bad)).status, bad).toBe(400)
  expect(await countOf('Bad')).toBe(0)
  const read = () => app.sendRoute(auth.getCurrentUser, {}, { token: admin, headers: { 'idempotency-key': 'read' } })
  await read()
  expect((await read()).headers.get('idempotency-replayed')).toBeNull()
})

test('expired counters are deleted, the others stay', async () => {
  await app.query('DELETE FROM rate_limits')
  await app.query(
    `INSERT INTO rate_limits (key, points, expire)
     SELECT key, 1, extract(epoch FROM now() + after) * 1000
     FROM (VALUES ('old', interval '-1 second'), ('new', interval '10 minutes')) AS given (key, after)`,
  )
  expect(await app.platform.rates.forgetOld()).toBe(false)
  expect(await app.query('SELECT key FROM rate_limits')).toEqual([{ key: 'new' }])
})
