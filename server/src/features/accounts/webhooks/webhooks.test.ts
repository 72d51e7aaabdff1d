import { apiKeys, organizations, webhooks } from '@twofold/contract'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordSending } from '../../email/notifications/donor-mails/mail-results.queries.ts'
import { countOpen } from '../../email/notifications/donor-mails/notifications.queries.ts'
import { startReceiver } from './receiver.testing.ts'

let app: TestApp
let organization: number
let admin: string
let adminUser: TestUser
beforeAll(async () => {
  app = await startTestApp()
  organization = await app.createOrganization({ ein: '12-3456789' })
  adminUser = await app.createMember(organization, 'admin')
  admin = await app.signIn(adminUser)
})
afterAll(() => app.stop())

async function later(hours: number): Promise<void> {
  app.clock.advance({ hours })
  admin = await app.signIn(adminUser)
}

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
  await app.query('DELETE FROM webhooks')
})

async function receiver(...given: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...given)
  cleanUp.push(started.stop)
  return started
}

async function addWebhook(url: string, event: webhooks.WebhookEvent = 'status', id = organization, token = admin) {
  const made = await app.call(webhooks.createWebhook, { params: { id }, body: {} }, { token })
  const webhookId = Math.max(...made.webhooks.map((one) => one.id))
  await app.call(webhooks.updateWebhook, { params: { id: webhookId }, body: { webhook: { url, event } } }, { token })
  return webhookId
}

const reveal = (id: number) => app.call(webhooks.revealWebhook, { params: { id }, body: {} }, { token: admin })
const logOf = async (id: number) =>
  (await app.call(webhooks.listDeliveries, { params: { id } }, { token: admin })).deliveries
const listed = async (id: number, token = admin) => {
  const response = await app.call(webhooks.listWebhooks, { params: { id: organization } }, { token })
  return response.webhooks.find((one) => one.id === id)
}

const changeOf = (donationId: number, from: number | null, to: number, id = organization): string => {
  const at = app.platform.clock().toISOString()
  return `PERFORM set_config('app.crossing', 'on', true);
    INSERT INTO donation_events (organization_id, donation_id, at, action, from_status_id, to_status_id, actor)
    VALUES (${id}, ${donationId}, '${at}', 'submit', ${from ?? 'NULL'}, ${to}, 'donor');
    PERFORM queue_status_deliveries(ARRAY[${id}]::bigint[], ARRAY[${donationId}]::bigint[], ARRAY[${from ?? 'NULL'}]::smallint[],
      ARRAY[${to}]::smallint[], ARRAY[false], '0', '${at}');`
}
const move = (...change: Parameters<typeof changeOf>) => app.query(`DO $$ BEGIN ${changeOf(...change)} END $$`)
const statesOf = () => app.query('SELECT state, count(*)::int AS n FROM webhook_deliveries GROUP BY 1')
const gift = (id = organization) =>
  app.createDonation({ organization: id, cents: 12_550, employer: 'Acme Works', donor: 'Dana Donor' })
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 240_000, interval: 50 })

test('sends a status change with a signature and the bearer token, in the format of the example', async () => {
  const endpoint = await receiver()
  const id = await addWebhook(endpoint.url)
  const { token, secret } = await reveal(id)
  const donationId = await gift()
  await app.query(
    `UPDATE donations SET estimated_cents = 10000, custom = '{"campaign":"spring","source":"mail","notes":"private"}'
     WHERE id = $1`,
    [donationId],
  )
  await move(donationId, 7, 4)
  await until(() => expect(endpoint.received).toHaveLength(1))
  const [got] = endpoint.received
  if (!got) throw new Error('nothing came')
  const payload = webhooks.webhookPayload.parse(new Webhook(secret).verify(got.body, { ...got.headers }))
  expect(payload).toEqual({
    data: {
      donation: {
        id: donationId,
        amount: 125.5,
        matched: 100,
        status_id: 4,
        status_string: 'Submitted',
        custom: { campaign: 'spring', medium: '', source: 'mail' },
      },
      ein: '12-3456789',
      donor: { id: expect.any(Number), name: 'Dana Donor', email: 'dana.donor@example.org', phone: '' },
      timestamp: { date: '2026-06-15 14:00:00.000000', timezone_type: 3, timezone: 'UTC' },
      company: { name: 'Acme Works' },
    },
    bearer_token: token,
  })
  expect(Object.keys(JSON.parse(got.body))).toEqual(['data', 'bearer_token'])
  expect(got.headers['authorization']).toBe(`Bearer ${token}`)
  expect(Buffer.byteLength(got.body)).toBeLessThan(20_000)
  expect(() => new Webhook(secret).verify(`${got.body} `, { ...got.headers })).toThrow()
  await until(async () => expect(await listed(id)).toMatchObject({ last_code: 200 }))
  expect(await logOf(id)).toMatchObject([
    { event: 'status', donation_id: donationId, state: 'delivered', attempts: 1, response_code: 200 },
  ])
})

test('every message matches the published JSON Schema and is small', async () => {
  const response = await app.send('GET', webhooks.payloadSchemaPath)
  expect(response.headers.get('content-type')).toContain('application/schema+json')
  const published = await response.json()
  expect(published).toMatchObject({ $id: `${app.address}${webhooks.payloadSchemaPath}` })
  const schema = z.fromJSONSchema(published as Record<string, unknown>)
  const endpoint = await receiver()
  const id = await addWebhook(endpoint.url)
  const sparse = await app.createDonation({ organization, donor: '' })
  const longest = await gift()
  await app.query(`UPDATE donors SET name = repeat('n', 255), email = repeat('e', 255), phone = repeat('1', 100)`)
  await app.query(
    `UPDATE donations SET employer_text = repeat('é', 255), company_id = NULL,
       custom = jsonb_build_object('utm_campaign', repeat('c', 10000), 'medium', 5, 'notes', repeat('n', 100000))
     WHERE id = $1`,
    [longest],
  )
  await move(sparse, null, 23)
  for (const to of [4, 1, 20]) await move(longest, 7, to)
  await app.call(webhooks.sendTestEvent, { params: { id }, body: {} }, { token: admin })
  await until(() => expect(endpoint.received).toHaveLength(4))
  for (const { body } of endpoint.received) {
    expect(schema.safeParse(JSON.parse(body)).error?.issues ?? []).toEqual([])
    expect(Buffer.byteLength(body)).toBeLessThan(20_000)
  }
  expect(schema.safeParse({ data: { ...webhooks.dataExample, ein: 12 }, bearer_token: '' }).success).toBe(false)
  expect(schema.safeParse({ data: { ...webhooks.dataExample, later: 1 }, bearer_token: '' }).success).toBe(true)
})

test('sends only changes into main statuses, and none that are rolled back', async () => {
  const id = await addWebhook('127.0.0.1:40009/nobody')
  const donationId = await gift()
  for (const to of [1, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 28]) await move(donationId, 7, to)
  await move(donationId, 4, 4)
  await app.query('BEGIN')
  await app.query(`DO $$ BEGIN ${changeOf(donationId, 7, 3)} RAISE EXCEPTION 'changed my mind'; END $$`).catch(() => {})
  await app.query('ROLLBACK')
  const queued = await app.query('SELECT status_id FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id', [id])
  expect(queued.map(({ status_id }) => status_id)).toEqual([1, 11, 20, 28])
})

test('sends a chapter its own gifts, its parent both, and another organization neither', async () => {
  const endpoint = await receiver()
  const chapter = await app.createOrganization({ parent_id: organization, type: 'chapter', ein: '98-7654321' })
  const neighbour = await app.createOrganization()
  const theirs = await app.signIn(await app.createMember(neighbour, 'admin'))
  const ids = [
    await addWebhook(endpoint.url),
    await addWebhook(endpoint.url, 'status', chapter),
    await addWebhook(endpoint.url, 'status', neighbour, theirs),
  ]
  await move(await gift(chapter), 7, 4, chapter)
  await until(() => expect(endpoint.received).toHaveLength(2))
  const secrets = await Promise.all(ids.slice(0, 2).map(async (id) => (await reveal(id)).secret))
  const verified = secrets.map((secret) =>
    endpoint.received.filter(({ headers, body }) => {
      try {
        return webhooks.webhookPayload.parse(new Webhook(secret).verify(body, { ...headers })).data.ein === '98-7654321'
      } catch {
        return false
      }
    }),
  )
  expect(verified.map((one) => one.length)).toEqual([1, 1])
})

test('retries after a 500, five seconds later, with the same webhook-id and body', async () => {
  const endpoint = await receiver((_, count) => ({ code: count === 1 ? 500 : 200 }))
  const id = await addWebhook(endpoint.url)
  const donationId = await gift()
  await move(donationId, 7, 4)
  await until(async () => expect(await logOf(id)).toMatchObject([{ state: 'queued', response_code: 500, attempts: 1 }]))
  expect(await listed(id)).toMatchObject({ last_code: 500 })
  expect(endpoint.received).toHaveLength(1)
  await app.query('UPDATE donors SET name = $1 WHERE organization_id = $2', ['Another Name', organization])
  app.clock.advance({ seconds: 5 })
  await until(async () =>
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', response_code: 200, attempts: 2 }]),
  )
  const [first, second] = endpoint.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toBe(first?.body)
})

test('disables the webhook on 410 and emails the administrators; an edit enables it again', async () => {
  const endpoint = await receiver(() => ({ code: 410 }))
  const id = await addWebhook(endpoint.url)
  await move(await gift(), 7, 4)
  await until(async () => expect((await listed(id))?.disabled_because).toBe('The server returned 410 Gone.'))
  await move(await gift(), 7, 4)
  expect(await logOf(id)).toHaveLength(1)
  const mails = await app.query(`SELECT parameters FROM account_mails WHERE kind = 'webhook-disabled'`)
  expect(mails).toMatchObject([{ parameters: { url: endpoint.url, organizationId: organization } }])
  const input = { params: { id }, body: {} }
  expect((await app.refusal(webhooks.sendTestEvent, input, { token: admin })).status).toBe(409)
  await app.call(webhooks.updateWebhook, { params: { id }, body: { webhook: { url: endpoint.url } } }, { token: admin })
  expect((await listed(id))?.disabled_because).toBeNull()
})

test('respects Retry-After on 503 and does not follow redirects', async () => {
  const elsewhere = await receiver()
  const busy = await receiver(() => ({ code: 503, headers: { 'retry-after': '600' } }))
  const moved = await receiver(() => ({ code: 307, headers: { location: `http://${elsewhere.url}` } }))
  const ids = [await addWebhook(busy.url), await addWebhook(moved.url)]
  await move(await gift(), 7, 4)
  await until(async () => {
    const [busyLog, movedLog] = await Promise.all(ids.map(logOf))
    expect(busyLog).toMatchObject([{ state: 'queued', response_code: 503 }])
    expect(movedLog).toMatchObject([
      { state: 'queued', response_code: 307, problem: 'The server returned 307. We don’t follow redirects.' },
    ])
    const wait = Date.parse(busyLog?.[0]?.next_try_at ?? '') - app.platform.clock().getTime()
    expect(wait).toBe(600_000)
  })
  expect(elsewhere.received).toHaveLength(0)
})

test('disables the webhook after ten attempts in three days of 500; resending works', async () => {
  let code = 500
  const endpoint = await receiver(() => ({ code }))
  const id = await addWebhook(endpoint.url)
  await move(await gift(), 7, 4)
  for (let attempt = 1; attempt <= 10; attempt++) {
    await until(async () =>
      expect(await logOf(id)).toMatchObject([
        { attempts: attempt, response_code: 500, state: attempt < 10 ? 'queued' : 'failed' },
      ]),
    )
    await later(27)
  }
  await until(async () => expect((await listed(id))?.disabled_because).toMatch(/^Ten attempts/))
  code = 200
  const [failed] = await logOf(id)
  const params = { id, deliveryId: failed?.id ?? 0 }
  await app.call(webhooks.updateWebhook, { params: { id }, body: { webhook: {} } }, { token: admin })
  await app.call(webhooks.resendDelivery, { params, body: {} }, { token: admin })
  await until(async () => expect(await logOf(id)).toMatchObject([{ state: 'delivered', response_code: 200 }]))
  expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('signs with the new and the previous secret for a day', async () => {
  const endpoint = await receiver()
  const id = await addWebhook(endpoint.url)
  const former = await reveal(id)
  const response = await app.call(webhooks.rotateWebhookSecret, { params: { id }, body: {} }, { token: admin })
  expect(response.webhooks[0]?.former_secret_until).not.toBeNull()
  const current = await reveal(id)
  expect(current.secret).not.toBe(former.secret)
  await move(await gift(), 7, 4)
  await until(() => expect(endpoint.received).toHaveLength(1))
  const [both] = endpoint.received
  for (const { secret } of [former, current]) new Webhook(secret).verify(both?.body ?? '', { ...both?.headers })
  await later(24)
  await move(await gift(), 7, 4)
  await until(() => expect(endpoint.received).toHaveLength(2))
  const [, alone] = endpoint.received
  new Webhook(current.secret).verify(alone?.body ?? '', { ...alone?.headers })
  expect(() => new Webhook(former.secret).verify(alone?.body ?? '', { ...alone?.headers })).toThrow()
})

test('sends the first open of an email and a sent reminder once, to subscribers of the organization and its parent', async () => {
  const endpoint = await receiver()
  const parent = await app.createOrganization()
  const chapter = await app.createOrganization({ type: 'chapter', parent_id: parent })
  const ofParent = await app.signIn(await app.createMember(parent, 'admin'))
  const ofChapter = await app.signIn(await app.createMember(chapter, 'admin'))
  const opens = await addWebhook(endpoint.url, 'first_open', chapter, ofChapter)
  const reminders = await addWebhook(endpoint.url, 'reminder_sent', parent, ofParent)
  const donation = await gift(chapter)
  const initial = await app.createMail({ organization: chapter, donation, at: app.clock() })
  const reminder = await app.createMail({ organization: chapter, donation, kind: 'reminder_1', at: app.clock() })
  const across = (work: (db: Db) => Promise<void>) => acrossOrganizations(app.platform.database, work)
  for (const id of [initial, reminder]) await across((db) => recordSending(db, { organizationId: chapter, id }))
  for (let times = 0; times < 2; times++) {
    const open = { organizationId: chapter, notificationId: initial, at: app.platform.clock() }
    await across((db) => countOpen(db, { ...open, soonAfterSendingMs: 0, looksLikeMachine: false }))
  }
  const log = async (id: number, token: string) =>
    (await app.call(webhooks.listDeliveries, { params: { id } }, { token })).deliveries
  await until(async () => {
    expect(await log(opens, ofChapter)).toMatchObject([
      { event: 'first_open', donation_id: donation, state: 'delivered' },
    ])
    expect(await log(reminders, ofParent)).toMatchObject([
      { event: 'reminder_sent', donation_id: donation, state: 'delivered' },
    ])
  })
  expect(endpoint.received.map(({ headers }) => headers['twofold-event']).sort()).toEqual([
    'first_open',
    'reminder_sent',
  ])
})

test('sends a test event once with the example data and reports the result', async () => {
  const endpoint = await receiver(() => ({ code: 404 }))
  const id = await addWebhook(endpoint.url)
  await app.call(webhooks.sendTestEvent, { params: { id }, body: {} }, { token: admin })
  await until(async () =>
    expect(await logOf(id)).toMatchObject([
      { event: 'test', state: 'failed', response_code: 404, problem: 'The server returned 404.' },
    ]),
  )
  expect(JSON.parse(endpoint.received[0]?.body ?? '{}')).toMatchObject({ data: webhooks.dataExample })
})

test('stores addresses without scheme and secrets encrypted, and shows tokens only to admins', async () => {
  const id = await addWebhook('https://hooks.example.org/in')
  const { token, secret } = await reveal(id)
  expect(await listed(id)).toMatchObject({ url: 'hooks.example.org/in', token: `••••••••${token.slice(-4)}` })
  const reader = await app.signIn(await app.createMember(organization, 'read'))
  expect(await listed(id, reader)).toMatchObject({ url: 'hooks.example.org/in', token: null })
  const rows = JSON.stringify([
    await app.query('SELECT * FROM webhooks'),
    await app.query('SELECT * FROM webhook_deliveries'),
    await app.query('SELECT * FROM audit_events'),
  ])
  expect(rows).not.toContain(token)
  expect(rows).not.toContain(secret)
  const kept = { params: { id }, body: { webhook: { ...(await listed(id)), event: 'first_open' as const } } }
  await app.call(webhooks.updateWebhook, kept, { token: admin })
  expect((await reveal(id)).token).toBe(token)
  await app.call(webhooks.updateWebhook, { params: { id }, body: { webhook: { token: 'my-own' } } }, { token: admin })
  expect((await reveal(id)).token).toBe('my-own')
  const bad = await app.refusal(
    webhooks.updateWebhook,
    { params: { id }, body: { webhook: { url: 'no' } } },
    { token: admin },
  )
  expect(bad).toMatchObject({ status: 422, message: webhooks.messages.badUrl })
  const inside = await app.refusal(
    webhooks.updateWebhook,
    { params: { id }, body: { webhook: { url: '10.0.0.5/in' } } },
    { token: admin },
  )
  expect(inside).toMatchObject({ status: 422, message: webhooks.messages.privateUrl })
  expect(await listed(id)).toMatchObject({ url: 'hooks.example.org/in' })
})

test('returns an organization with its webhooks, and with its keys to administrators only', async () => {
  const params = { id: organization }
  const id = await addWebhook('https://hooks.example.org/in')
  const { api_key } = await app.call(apiKeys.createApiKey, { params, body: { name: 'CRM' } }, { token: admin })
  const seenBy = (token: string) => app.call(organizations.getOrganization, { params }, { token })
  const seen = await seenBy(admin)
  expect(seen.webhooks).toEqual([{ ...(await listed(id)), token: null }])
  expect(seen.api_keys).toMatchObject([{ id: api_key.id, name: 'CRM', last_used_at: null }])
  expect(JSON.stringify(seen)).not.toContain(api_key.key)
  const reader = await seenBy(await app.signIn(await app.createMember(organization, 'read')))
  expect([reader.api_keys, reader.webhooks.map(({ token }) => token)]).toEqual([[], [null]])
})

test('two nodes send each event once and call one host at most five times a second', async () => {
  const other = await startTestApp({ database: app.database, clock: app.clock })
  const endpoint = await receiver()
  // Uses the database's clock: calls can overtake each other on their way to the receiver.
  await app.query(`
    CREATE TABLE allowed_calls (at timestamptz NOT NULL);
    CREATE FUNCTION see_call() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
      BEGIN
        INSERT INTO allowed_calls SELECT at FROM unnest(NEW.latest) at WHERE at = NEW.latest[1];
        RETURN NULL;
      END $$;
    CREATE TRIGGER see_call AFTER UPDATE ON webhook_hosts FOR EACH ROW EXECUTE FUNCTION see_call()`)
  try {
    const neighbour = await app.createOrganization()
    const theirs = await app.signIn(await app.createMember(neighbour, 'admin'))
    for (const [id, token] of [
      [organization, admin],
      [neighbour, theirs],
    ] as const) {
      for (let n = 0; n < 3; n++) await addWebhook(endpoint.url, 'status', id, token)
      const donationId = await gift(id)
      for (let n = 0; n < 3; n++) await move(donationId, 7, n % 2 ? 4 : 28, id)
    }
    await until(() => expect(endpoint.received).toHaveLength(18))
    await until(async () => expect(await statesOf()).toEqual([{ state: 'delivered', n: 18 }]))
  } finally {
    await other.stop()
  }
  expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(18)
  const calls = await app.query<{ at: Date }>('SELECT at FROM allowed_calls ORDER BY at')
  expect(calls).toHaveLength(18)
  for (const [index, { at }] of calls.entries()) {
    const sixth = calls[index + 5]
    if (sixth) expect(sixth.at.getTime() - at.getTime()).toBeGreaterThan(1_000)
  }
})

test('silent receivers delay no others', async () => {
  const silent = await receiver(() => 'silence')
  const endpoint = await receiver()
  const slow = await app.createOrganization()
  const theirs = await app.signIn(await app.createMember(slow, 'admin'))
  for (let n = 0; n < 10; n++) await addWebhook(silent.url, 'status', slow, theirs)
  const donationId = await gift(slow)
  for (let n = 0; n < 5; n++) await move(donationId, 7, n % 2 ? 4 : 28, slow)
  await until(() => expect(silent.received.length).toBeGreaterThanOrEqual(5))
  await addWebhook(endpoint.url.replace('127.0.0.1', 'localhost'))
  await move(await gift(), 7, 4)
  await until(() => expect(endpoint.received).toHaveLength(1))
  const waitedFor = await app.query(
    "SELECT 1 FROM webhook_deliveries WHERE organization_id = $1 AND state = 'sending'",
    [slow],
  )
  expect(waitedFor).not.toEqual([])
  const full = await app.refusal(webhooks.createWebhook, { params: { id: slow }, body: {} }, { token: theirs })
  expect(full).toMatchObject({ status: 409, message: webhooks.messages.tooMany })
})

test('deletes a webhook while a delivery is being marked, without a deadlock', async () => {
  const endpoint = await receiver()
  const id = await addWebhook(endpoint.url)
  const deleting = new pg.Client({ connectionString: app.database.connectionString })
  await deleting.connect()
  cleanUp.push(() => deleting.end())
  await deleting.query("SET deadlock_timeout = '10ms'") // the backend in a deadlock with the shortest timeout is aborted
  await deleting.query('BEGIN')
  await deleting.query('SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [id])
  await move(await gift(), 7, 4)
  await until(async () => {
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%webhooks%'`
    expect(await app.query(waiting)).not.toEqual([])
  })
  await deleting.query('DELETE FROM webhooks WHERE id = $1', [id])
  await deleting.query('COMMIT')
  expect(await listed(id)).toBeUndefined()
})

test('increases the sequence of messages with the changes of a gift, in any order of delivery', async () => {
  const endpoint = await receiver()
  const id = await addWebhook(endpoint.url)
  const donationId = await gift()
  const path = [28, 4, 1, 4, 28, 3, 4, 20]
  for (const [index, to] of path.entries()) await move(donationId, path[index - 1] ?? 7, to)
  await until(() => expect(endpoint.received).toHaveLength(path.length))
  const statusOf = ({ body }: { body: string }) =>
    webhooks.webhookPayload.parse(JSON.parse(body)).data.donation.status_id
  const sequenceOf = ({ headers }: { headers: Readonly<Record<string, string>> }) => Number(headers['twofold-sequence'])
  const inOrder = endpoint.received.toSorted((a, b) => sequenceOf(a) - sequenceOf(b))
  expect(inOrder.map(statusOf)).toEqual(path)
  expect(new Set(endpoint.received.map(sequenceOf)).size).toBe(path.length)
  await until(async () => expect((await logOf(id)).map((one) => one.state)).toEqual(path.map(() => 'delivered')))
})

test('logs every attempt and can be filtered by failures', async () => {
  let code = 500
  const endpoint = await receiver(() => ({ code }))
  const id = await addWebhook(endpoint.url)
  await move(await gift(), 7, 4)
  await until(async () => expect(await logOf(id)).toMatchObject([{ attempts: 1, state: 'queued' }]))
  expect(await listed(id)).toMatchObject({ last_code: 500, last_problem: 'The server returned 500.' })
  code = 200
  app.clock.advance({ seconds: 5 })
  await move(await gift(), 7, 4)
  await until(async () => expect((await logOf(id)).map((one) => one.state)).toEqual(['delivered', 'delivered']))
  const [, retried] = await logOf(id)
  expect(retried?.tries).toMatchObject([
    { code: 500, problem: 'The server returned 500.' },
    { code: 200, problem: null },
  ])
  expect(await listed(id)).toMatchObject({ last_code: 200, last_problem: null })
  code = 404
  await app.call(webhooks.sendTestEvent, { params: { id }, body: {} }, { token: admin })
  await until(async () => expect((await logOf(id))[0]).toMatchObject({ state: 'failed' }))
  const only = { params: { id }, query: { only: 'failed' as const } }
  const failed = await app.call(webhooks.listDeliveries, only, { token: admin })
  expect(failed.deliveries).toMatchObject([{ event: 'test', response_code: 404 }])
})
