import { addressOf, allRoutes, donations, isMutatingRoute, type RouteDefinition, statistics } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyWithId } from '../testing/calls.ts'
import { startTestApp, type TestApp } from '../testing/index.ts'

/** Alpha's texts must appear in no response to Beta, and Beta must not change them. */

const canary = 'kanarienvogel'
let app: TestApp
let [alpha, beta, alphaGift, alphaDonor, alphaMail, alphaWebhook, alphaReport] = [0, 0, 0, 0, 0, 0, 0]
let token: string
const writes: string[][] = []

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  alpha = await app.createOrganization()
  beta = await app.createOrganization({ name: 'Beta' })
  await app.createMember(alpha, 'admin')
  token = await app.signIn(await app.createMember(beta, 'admin'))
  for (const donor of ['A', 'B', 'C']) await app.createDonation({ organization: beta, donor, cents: 1_001 })
  alphaGift = await app.createDonation({ organization: alpha, donor: 'Zed', cents: 77_777, employer: 'Zed Works' })
  alphaDonor = await app.createDonor({ organization: alpha, name: 'Zed' })
  alphaMail = await app.createMail({ organization: alpha, donation: alphaGift })
  await fillAlpha()
  await singInAlpha()
})
afterAll(() => app.stop())

async function fillAlpha(): Promise<void> {
  const [webhook] = await app.query<{ id: string }>(
    `INSERT INTO webhooks (organization_id, token_sealed, secret_sealed, created_at) VALUES ($1, '', '', now()) RETURNING id`,
    [alpha],
  )
  alphaWebhook = Number(webhook?.id)
  const [report] = await app.query<{ id: string }>(
    `INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at)
     VALUES ($1, (SELECT min(id) FROM users), 'full_org', 'R', '{}', now()) RETURNING id`,
    [alpha],
  )
  alphaReport = Number(report?.id)
  const rows: readonly (readonly [string, string, string])[] = [
    ['webhook_deliveries', 'webhook_id, event, happened_at, send_at', `${alphaWebhook}, 'test', now(), now()`],
    [
      'api_keys',
      'name, key_hash, key_sealed, key_end, creator_id, created_at',
      `'', 'x', '', '', (SELECT min(id) FROM users), now()`,
    ],
    ['notifees', 'email, email_key, created_at', `'a@example.org', 'a@example.org', now()`],
    ['audit_events', 'at, action, subject', `now(), 'changed', 'organization'`],
    [
      'imports',
      'user_id, state, file_name, options, map, created_at',
      `(SELECT min(id) FROM users), 'done', '', '{}', '{}', now()`,
    ],
    [
      'chapter_requests',
      'asked_for, asked_ids, asked_by, asked_at, expires_at',
      `'', '{}', (SELECT min(id) FROM users), now(), now()`,
    ],
    [
      'organization_documents',
      'kind, name, file_name, file_key, media_type, bytes, uploaded_at',
      `'document', '', '', '', 'application/pdf', 1, now()`,
    ],
  ]
  for (const [table, columns, values] of rows) {
    await app.query(`INSERT INTO ${table} (organization_id, ${columns}) VALUES (${alpha}, ${values})`)
  }
}

async function singInAlpha(): Promise<void> {
  const columns = await app.query<{ table: string; column: string; type: string }>(`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND format_type(a.atttypid, NULL) IN ('text', 'jsonb')
      AND (c.relname = 'organizations' OR EXISTS (
        SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id'))`)
  for (const { table, column, type } of columns) {
    const value = type === 'jsonb' ? `jsonb_build_object('${canary}', '${canary}')` : `'${canary} ' || ctid`
    const key = table === 'organizations' ? 'id' : 'organization_id'
    // A column with a fixed set of values cannot contain the canary.
    await app
      .query(
        `DO $$ BEGIN SET LOCAL session_replication_role = replica;
         UPDATE ${table} SET ${column} = ${value} WHERE ${key} = ${alpha}; END $$`,
      )
      .then(() => writes.push([table, column]))
      .catch(() => undefined)
  }
}

const ledgerOf = async (id: number): Promise<string> => {
  const tables = await app.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`)
  const sums = await Promise.all(
    [{ name: 'organizations', key: 'id' }, ...tables.map(({ name }) => ({ name, key: 'organization_id' }))].map(
      ({ name, key }) =>
        app.query<{ sum: string | null }>(
          `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${name} t WHERE ${key} = ${id}`,
        ),
    ),
  )
  return JSON.stringify(sums.map(([row]) => row?.sum ?? ''))
}

async function requestAs(
  route: RouteDefinition,
  id: number,
  extra: object = {},
): Promise<{ status: number; text: string }> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name === 'text' ? canary : 1])
  const isWrite = route.method !== 'GET' && (route.method !== 'DELETE' || route.scope === 'body')
  const body = { ...bodyWithId(route, id), ...extra }
  const response = await app.send(route.method, addressOf(route, { ...Object.fromEntries(names), id }, undefined), {
    token,
    ...(isWrite ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, text: await response.text() }
}

const alphasId = (route: RouteDefinition): number => {
  if (route.scope === 'donation' || route.scope === 'donations') return alphaGift
  if (route.scope === 'donor') return alphaDonor
  if (route.scope === 'notification') return alphaMail
  if (route.scope === 'report') return alphaReport
  return route.scope === 'webhook' ? alphaWebhook : alpha
}
/** Public information of an organization is not secret. */
const open = ['findPublicOrganizations']
const readRoutes = allRoutes.filter(
  (route) => route.method === 'GET' && !isMutatingRoute(route) && !open.includes(route.name),
)

test('every kind of data of Alpha contains a canary', () => {
  const tables = new Set(writes.map(([table]) => table))
  for (const table of ['organizations', 'donations', 'donors', 'imports', 'audit_events', 'api_keys', 'webhooks']) {
    expect(tables).toContain(table)
  }
  expect(writes.length).toBeGreaterThan(60)
})

test.each(readRoutes)('$method $path returns no text of Alpha to Beta, for any id', async (route) => {
  for (const id of [beta, alphasId(route)]) {
    const { text } = await requestAs(route, id)
    // The search term itself may be repeated.
    expect(text.replaceAll(`"${canary}"`, '')).not.toContain(canary)
  }
})

test('searches and filters for Alpha’s texts find nothing, and Beta’s sums contain only Beta’s gifts', async () => {
  const params = { id: beta }
  for (const filters of [
    { donorNameEmail: canary },
    { companyName: canary },
    { donorNameEmail: 'Zed' },
    { companyName: 'Zed' },
    { organizationId: alpha },
  ]) {
    const query = { filters: { ...filters, dateFrom: '2026-01-01', dateTo: '2026-12-31' } }
    const response = await app.sendRoute(donations.listDonations, { params, query } as never, { token })
    const text = await response.text()
    expect(text).not.toContain(canary)
    if (response.status === 200) expect(JSON.parse(text)).toMatchObject({ donations: [], total: 0 })
  }
  const query = { from: '2026-01-01', to: '2026-12-31' }
  const { by_status } = await app.call(statistics.getStatistics, { params, query }, { token })
  expect(by_status?.donor_contacted).toMatchObject({ count: 3, sum: 30.03 })
})

test('a download contains only Beta’s rows', async () => {
  const query = { filters: { dateFrom: '2026-01-01', dateTo: '2026-12-31' } }
  const ticket = await app.sendRoute(donations.getDonationsCsvTicket, { params: { id: beta }, query } as never, {
    token,
  })
  const { url } = donations.getDonationsCsvTicket.response.parse(await ticket.json())
  const csv = await (await app.send('GET', new URL(url, app.address).href.slice(app.address.length))).text()
  expect(csv.trim().split('\n')).toHaveLength(4)
  expect(csv).not.toContain(canary)
})

test('no call of Beta to Alpha’s ids, in any position, changes anything of Alpha', async () => {
  const before = await ledgerOf(alpha)
  const foreign = {
    organization_id: alpha,
    billed_organization_id: alpha,
    parent_id: alpha,
    creator_id: 1,
    tenant: alpha,
    email: 'x@example.org',
    name: 'Ours',
    level: 'admin',
    user_id: 1,
    organization: 'nobody@example.org',
    webhook: { url: 'ours.example.org' },
  }
  for (const route of allRoutes.filter((candidate) => isMutatingRoute(candidate) && candidate.scope)) {
    const { status, text } = await requestAs(route, alphasId(route), foreign)
    expect(status, route.name).toBe(404)
    expect(text).not.toContain(canary)
    if (route.scope === 'organization') expect((await requestAs(route, beta, foreign)).text).not.toContain(canary)
  }
  expect(await ledgerOf(alpha)).toBe(before)
  const [row] = await app.query('SELECT parent_id, creator_id FROM organizations WHERE id = $1', [beta])
  expect(row).toEqual({ parent_id: null, creator_id: null })
})
