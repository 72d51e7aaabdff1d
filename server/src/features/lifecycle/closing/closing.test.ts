import { createHash } from 'node:crypto'
import { audit, closing, organizations } from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

const { closingMessages } = closing
const start = '2026-06-10T15:00:00Z'
const clock = settableClock(start)
let app: TestApp
let org: number
let chapter: number
type Person = Awaited<ReturnType<TestApp['createMember']>>
let admin: Person
let token: string

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set(start)
  org = await app.createOrganization({ name: 'Riverbend’s  “Example”' })
  chapter = await app.createOrganization({ name: 'Riverbend North', type: 'chapter', parent_id: org })
  admin = await app.createMember(org, 'admin')
  token = await app.signIn(admin)
})

const body = (given: object = {}) => ({ name: `Riverbend's "Example"`, password: admin.password, ...given })
const close = (id = org, given: object = {}) =>
  app.call(closing.closeOrganization, { params: { id }, body: body(given) }, { token })
const refuseClosing = (given: object, as = token) =>
  app.refusal(closing.closeOrganization, { params: { id: org }, body: body(given) }, { token: as })
const reopen = (id = org) => app.call(closing.reopenOrganization, { params: { id }, body: {} }, { token })
const refuseReopening = (id = org, as = token) =>
  app.refusal(closing.reopenOrganization, { params: { id }, body: {} }, { token: as })
const listClosed = async () =>
  (await app.query<{ id: string }>('SELECT id FROM organizations WHERE cancelled_at IS NOT NULL ORDER BY id')).map(
    ({ id }) => Number(id),
  )

test('an administrator closes an organization and its chapters by name and password, and reopens all of them', async () => {
  expect((await refuseClosing({ name: 'Riverbend' })).fields).toEqual({ name: closingMessages.name })
  expect((await refuseClosing({ password: 'not this one' })).fields).toHaveProperty('password')
  expect((await refuseClosing({ password: '' })).fields).toHaveProperty('password')
  const writer = await app.signIn(await app.createMember(org, 'write'))
  expect((await refuseClosing({}, writer)).status).toBe(403)
  expect(await listClosed()).not.toContain(org)

  const earlierChapter = await app.createOrganization({
    name: 'Closed before',
    type: 'chapter',
    parent_id: org,
    cancelled_at: new Date('2026-06-01T00:00:00Z'),
  })
  expect(await close(org, { reason: 'We merge with another one' })).toEqual({
    cancelled_at: '2026-06-10T15:00:00.000Z',
    chapters: 1,
  })
  expect((await refuseClosing({})).message).toBe(organizations.closedMessage)
  const read = await app.call(organizations.getOrganization, { params: { id: org } }, { token })
  expect(read).toMatchObject({ cancelled_at: '2026-06-10T15:00:00.000Z', cancel_reason: 'We merge with another one' })
  const change = { params: { id: chapter }, body: { mission: 'On and on.' } }
  expect((await app.refusal(organizations.changeOrganization, change, { token })).message).toBe(
    organizations.closedMessage,
  )
  expect((await refuseReopening(chapter)).message).toBe(closingMessages.parent)
  expect((await refuseReopening(org, writer)).status).toBe(403)

  expect(await reopen()).toEqual({ cancelled_at: null, chapters: 1 })
  expect(await listClosed()).toContain(earlierChapter)
  expect(await listClosed()).not.toContain(chapter)
  expect((await refuseReopening()).message).toBe(closingMessages.open)
  for (const id of [org, chapter]) {
    const { events } = await app.call(
      audit.listAudit,
      { params: { id }, query: { subject: 'organization' } },
      { token },
    )
    expect(events.slice(0, 2).map(({ action }) => action)).toEqual(['reopened', 'closed'])
  }
})

test('can be reopened for thirty days, then only by our support team, and organizations that we closed stay closed', async () => {
  await close()
  const support = await app.createUser({ isSuper: true })
  clock.set('2026-07-10T15:00:00Z')
  token = await app.signIn(admin)
  await reopen()
  clock.set(start)
  token = await app.signIn(admin)
  await close()
  clock.set('2026-07-10T15:00:01Z')
  token = await app.signIn(admin)
  expect((await refuseReopening()).message).toBe(closingMessages.late)
  const asSupport = await app.signInSupport(support, org)
  await app.call(closing.reopenOrganization, { params: { id: org }, body: {} }, { token: asSupport })
  expect(await listClosed()).not.toContain(org)
  // Support writes microseconds, which the product's timestamps do not have.
  await app.query("UPDATE organizations SET cancelled_at = '2026-07-10 14:00:00.123456Z' WHERE id = ANY ($1)", [
    [org, chapter],
  ])
  expect(await reopen()).toEqual({ cancelled_at: null, chapters: 1 })
  expect(await listClosed()).not.toContain(org)
  await app.query('UPDATE organizations SET rule_deactivated = true, cancelled_at = $2 WHERE id = $1', [org, clock()])
  expect((await refuseReopening()).message).toBe(closingMessages.byUs)
})

test('closes once for two concurrent requests', async () => {
  const responses = await Promise.all(
    [1, 2].map(() => app.sendRoute(closing.closeOrganization, { params: { id: org }, body: body() }, { token })),
  )
  expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
})

test('a chapter that joins or is reopened while its parent closes is closed with it', async () => {
  const late = await app.createOrganization({ name: 'Riverbend South' })
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%FROM organizations%FOR NO KEY UPDATE%'`
  await close(chapter, { name: 'Riverbend North' })
  let closed: ReturnType<typeof close> | undefined
  let reopened: Promise<Response> | undefined
  await acrossOrganizations(app.platform.database, async (_, client) => {
    // A joining organization holds the lock of the parent, so both others wait.
    await client.query('SELECT FROM organizations WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [[org, late]])
    closed = close()
    reopened = app.sendRoute(closing.reopenOrganization, { params: { id: chapter }, body: {} }, { token })
    await expect.poll(async () => (await app.query(waiting)).length).toBe(2)
    await client.query("UPDATE organizations SET parent_id = $1, type = 'chapter' WHERE id = $2", [org, late])
  })
  const [answer, second] = [await closed, await reopened]
  expect(second?.status === 200 ? 2 : 1, 'chapters closed with it').toBe(answer?.chapters)
  expect(await listClosed()).toEqual(expect.arrayContaining([org, chapter, late]))
})

test('closing does not wait for a gift in progress', async () => {
  const answer = await acrossOrganizations(app.platform.database, async (_, client) => {
    await client.query('SELECT FROM organizations WHERE id = ANY ($1) FOR KEY SHARE', [[org, chapter]])
    return close()
  })
  expect(answer.chapters).toBe(1)
})

test('a former administrator’s export link stops working', async () => {
  const { url } = await app.call(closing.exportOrganization, { params: { id: org }, body: {} }, { token })
  await app.query("UPDATE members SET level = 'read' WHERE organization_id = $1", [org])
  clock.set('2026-06-10T15:00:02Z') // expires the cached level
  expect((await app.send('GET', url)).status).toBe(403)
})

async function createOwnData(id: number): Promise<void> {
  const company = await app.createCompany({ name: 'Own Works' })
  const [first, lost] = [
    await app.createMatch({ organization: id, donor: 'Nora North', deleted: true }),
    await app.createMatch({ organization: id, donor: 'Nora North', deleted: true }),
  ].map(Number)
  const bytes = Buffer.from('a signed form')
  const key = await app.platform.files.keep(bytes)
  const form = 'INSERT INTO match_forms (organization_id, donation_id, company_id, opened_at, file_key, sha256)'
  await app.query(`${form} VALUES ($1, $2, $3, $4, $5, $6), ($1, $7, $3, $4, $8, $6)`, [
    ...[id, first, company, clock(), key, createHash('sha256').update(bytes).digest(), lost, 'x'.repeat(32)],
  ])
  await app.query(
    `INSERT INTO form_signatures (organization_id, donation_id, role, name, method, consent, signed_at, address, user_agent)
     VALUES ($1, $2, 'donor', 'Nora North', 'typed', 'I agree', $3, '192.0.2.7', '')`,
    [id, first, clock()],
  )
  await app.query(
    `INSERT INTO former_forms (organization_id, donation_id, company_id, company_name, signatures, file_key, sha256, replaced_at)
     VALUES ($1, $2, $3, 'Former Works', '[{"role": "donor", "name": "Nora North", "signed_at": "2026-06-10T10:00:00Z"}]', $4, $5, $6)`,
    [id, first, company, await app.platform.files.keep(bytes), createHash('sha256').update(bytes).digest(), clock()],
  )
  await app.query(
    `WITH t AS (INSERT INTO email_templates (organization_id, template_id, name, words, updated_at)
       VALUES ($1, 7, 'A', '{"subject":"Own words"}', $2) RETURNING organization_id, id)
     INSERT INTO email_wordings (organization_id, email_template_id, words, written_at)
     SELECT organization_id, id, '{"subject":"Former words"}', $2::timestamptz FROM t`,
    [id, clock()],
  )
  const ofAdmin = [id, admin.id, clock()]
  await app.query(
    `INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at) VALUES
     ($1, $2, 'organization', 'Board', '{}', $3), ($1, $2, 'personal', 'My own', '{}', $3)`,
    ofAdmin,
  )
  await app.query(
    `INSERT INTO own_policies (organization_id, company_id, start_date, ratio, max_per_year_cents, entered_by, entered_at)
     VALUES ($1, $4, '2026-01-01', '2:1', 100000, $2, $3)`,
    [...ofAdmin, company],
  )
  await app.query(
    `WITH i AS (INSERT INTO imports (organization_id, user_id, state, file_name, options, map, accepted, rejected, created_at)
       VALUES ($1, $2, 'done', 'gifts.csv', '{}', '{}', 3, 1, $3) RETURNING organization_id, id)
     INSERT INTO import_rejects (organization_id, import_id, "row", reason, problem, cells)
     SELECT organization_id, id, 4, 'amount', 'no amount', '["x"]' FROM i`,
    ofAdmin,
  )
}

test('exports all data of the organization and its chapters, open or closed, and no other data', async () => {
  const outsider = await app.createOrganization({ name: 'Stranger' })
  await app.createDonation({ organization: outsider, donor: 'Sam Stranger' })
  await app.createMatch({ organization: org, donor: '=Dana Donor', cents: 12_500, at: '2026-05-01 10:00' })
  await app.createMatch({ organization: chapter, donor: 'Nora North', deleted: true })
  await app.query(
    "INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, 'nora@example.net', 'unsubscribed', $2)",
    [chapter, clock()],
  )
  await createOwnData(chapter)
  const files = async () => {
    const { url } = await app.call(closing.exportOrganization, { params: { id: org }, body: {} }, { token })
    const response = await app.send('GET', url)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="twofold-export-2026-06-10.zip"')
    expect((await app.send('GET', url)).status, 'a link works once').not.toBe(200)
    return new Map(
      Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))).map(([name, bytes]) => [
        name,
        strFromU8(bytes),
      ]),
    )
  }
  const open = await files()
  const rowsOf = (name: string): Record<string, string>[] =>
    parse(open.get(name) ?? '', { bom: true, columns: true, skip_empty_lines: true })
  expect(rowsOf('organizations.csv').map(({ name }) => name)).toEqual(['Riverbend’s  “Example”', 'Riverbend North'])
  expect(rowsOf('donations.csv').map((row) => [row['Donor Name'], row['Amount']])).toEqual([
    ["'=Dana Donor", '125.00'],
    ...Array.from({ length: 3 }, () => ['Nora North', '50.00']),
  ])
  expect(rowsOf('donors.csv').length).toBeGreaterThan(1)
  expect(rowsOf('do-not-email.csv')).toMatchObject([{ email: 'nora@example.net', reason: 'unsubscribed' }])
  expect(rowsOf('users.csv').map(({ email }) => email)).toEqual([admin.email])
  expect(rowsOf('audit-trail.csv').at(-1)).toMatchObject({ action: 'exported', subject: 'organization' })
  expect(rowsOf('email-templates.csv')).toMatchObject([{ about: '7', version: 'A', words: '{"subject": "Own words"}' }])
  expect(rowsOf('email-wordings.csv')).toMatchObject([{ words: '{"subject": "Former words"}' }])
  expect(
    rowsOf('reports.csv').map(({ name }) => name),
    'excludes personal reports',
  ).toEqual(['Board'])
  expect(rowsOf('own-policies.csv')).toMatchObject([
    { employer: 'Own Works', ratio: '2:1', maximum_per_year: '1000.00' },
  ])
  expect(rowsOf('uploads.csv')).toMatchObject([{ file: 'gifts.csv', state: 'done', accepted: '3' }])
  expect(rowsOf('rejected-rows.csv')).toMatchObject([{ row: '4', problem: 'no amount', cells: '["x"]' }])
  const signed = rowsOf('signatures.csv')
  expect(signed).toMatchObject([{ name: 'Nora North', role: 'donor', company: 'Own Works' }])
  expect(open.get(`signed-forms/${signed[0]?.['donation_id']}.pdf`)).toBe('a signed form')
  const former = rowsOf('former-signatures.csv')
  expect(former).toMatchObject([{ name: 'Nora North', role: 'donor', company: 'Former Works' }])
  expect(open.get(`signed-forms/former/${former[0]?.['donation_id']}-${former[0]?.['id']}.pdf`)).toBe('a signed form')
  expect([...open.keys()].filter((name) => name.startsWith('signed-forms/') && name.endsWith('.txt'))).toHaveLength(1)
  expect([...open.values()].join('')).not.toContain('Stranger')
  const readme = open.get('README.txt') ?? ''
  for (const [name, text] of open) {
    if (!name.endsWith('.csv')) continue
    const [headings = []] = parse(text, { bom: true }) as string[][]
    expect(readme).toContain(name)
    for (const heading of headings) expect(readme, `${name}: ${heading}`).toContain(`- ${heading}: `)
  }
  await close()
  expect([...(await files()).keys()]).toEqual([...open.keys()])
  const writer = await app.signIn(await app.createMember(org, 'write'))
  expect(
    (await app.refusal(closing.exportOrganization, { params: { id: org }, body: {} }, { token: writer })).status,
  ).toBe(403)
})
