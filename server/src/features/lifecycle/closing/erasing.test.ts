import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { closing, documents, organizations } from '@twofold/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { deleteUnreferencedFiles } from '../../../platform/files/stored-files.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../testing/index.ts'
import { csv, uploader } from '../../donations/imports/uploads.testing.ts'
import { updateSummaries } from '../../matches/sums/index.ts'
import { beginErasure, eraseBatch, warnOfErasure } from './erase-organizations.ts'

const { closingMessages } = closing
const start = '2026-06-10T15:00:00Z'
const weekBefore = '2026-07-03T15:00:00Z'
const over = '2026-07-10T15:00:00Z'
const clock = settableClock(start)
const logged: string[] = []
let smtp: FakeMailServer
let app: TestApp
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    clock,
    logged: (line) => logged.push(line),
    config: { smtpUrl: smtp.url, mailAllow: ['example.org', 'twofold.test'], mailDelaySeconds: 0 },
  })
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([{ name: 'Quillfeather Works', policy }])
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(() => clock.set(start))

/** These keep rows of an erased organization. */
const books = ['audit_events', 'invoices', 'ledger_entries', 'plan_choices']

type Count = { readonly name: string; readonly rows: number }
const tables = () =>
  app.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`)
async function tablesWith(id: number): Promise<string[]> {
  const counts = (await tables()).map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM "${name}"
    WHERE organization_id = ${id}`,
  )
  return (await app.query<Count>(counts.join(' UNION ALL '))).filter(({ rows }) => rows > 0).map(({ name }) => name)
}
const sumOf = async (id: number): Promise<string> => {
  const sums = (await tables()).map(
    ({ name }) => `SELECT '${name}' AS name,
    md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM "${name}" t WHERE organization_id = ${id}`,
  )
  const own = `SELECT 'organizations', md5(o::text) FROM organizations o WHERE id = ${id}`
  return JSON.stringify(await app.query([...sums, own].join(' UNION ALL ')))
}

const whole: Readonly<Record<string, string>> = {
  int8: '9001',
  int4: '1',
  int2: '1',
  text: `'canary'`,
  timestamptz: 'now()',
  date: `'2026-06-01'`,
  jsonb: `'{}'`,
  json: `'{}'`,
  bool: 'false',
  bytea: `'\\x01'`,
  uuid: 'gen_random_uuid()',
  _int8: `'{}'`,
  _text: `'{}'`,
  timestamp: `'2026-06-01'`,
}

/** Fills tables that accept default values; foreign keys are not checked. */
async function fill(id: number): Promise<void> {
  const columns = await app.query<{ table: string; column: string; type: string; word: string | null }>(`
    SELECT c.relname AS table, a.attname AS column, t.typname AS type, (SELECT substring(pg_get_constraintdef(k.oid) FROM
        '''(\\w+)''::text') FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND a.attnum = ANY (k.conkey)
      AND cardinality(k.conkey) = 1 LIMIT 1) AS word
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnotnull AND NOT a.atthasdef
      AND a.attidentity = ''`)
  const had = new Set([...(await tablesWith(id)), ...books, 'payments', 'match_charges'])
  for (const { name } of await tables()) {
    if (had.has(name)) continue
    const given = columns.filter((one) => one.table === name)
    const values = given.map(({ column, type, word }) =>
      column === 'organization_id'
        ? String(id)
        : column === 'file_key'
          ? `'${'k'.repeat(32)}'`
          : word && type === 'text'
            ? `'${word}'`
            : (whole[type] ?? 'NULL'),
    )
    await app
      .query(`DO $$ BEGIN SET LOCAL session_replication_role = replica;
        INSERT INTO "${name}" (${given.map(({ column }) => `"${column}"`).join()}) VALUES (${values.join()}); END $$`)
      .catch(() => undefined)
  }
}

async function closed(id: number, person: Awaited<ReturnType<TestApp['createMember']>>, name: string): Promise<void> {
  const token = await app.signIn(person)
  await app.call(closing.closeOrganization, { params: { id }, body: { name, password: person.password } }, { token })
}

const eraseAll = async (atMost = 500): Promise<void> => {
  while (await eraseBatch(app.platform, atMost));
}
const sentMails = () =>
  app.query<{ recipient: string; state: string }>(
    "SELECT recipient, state FROM account_mails WHERE kind = 'erasure-soon' ORDER BY recipient",
  )
async function warnedBy(recipient: string): Promise<void> {
  expect(await warnOfErasure(app.platform)).toBe(true)
  await expect.poll(async () => (await lettersTo(recipient)).filter((state) => state !== 'sent')).toEqual([])
}
const lettersTo = async (recipient: string) =>
  (await sentMails()).filter((letter) => letter.recipient === recipient).map(({ state }) => state)
const filesKept = async () => (await readdir(join(app.platform.config.dataDir, 'files'))).toSorted()
const listErased = () =>
  app.query<{ id: string }>('SELECT id FROM organizations WHERE erased_at IS NOT NULL ORDER BY id')

const header = 'transaction_id,donated_at,amount,donor_name,donor_email,company_name'

test('erases everything except the accounting after thirty days, including files, and nothing of other organizations', async () => {
  const neighbour = await uploader(app, { name: 'Neighbour' })
  await neighbour.upload(csv(header, 'n-1,2026-06-01,70,Zoe Quill,zoe@example.org,Quillfeather Works'))
  // The file of an upload is removed after the upload is reported as done.
  await expect.poll(() => app.query('SELECT FROM unreferenced_files')).toEqual([])
  const kept = await filesKept()
  const here = await uploader(app, { name: 'Riverbend', plan: 'elig_5', is_premium: 'elig_5' })
  const admin = await app.createUser({ email: 'ada.canary@example.org', name: 'Ada Canary' })
  await app.addMember(here.id, admin, 'admin')
  await here.upload(
    csv(
      header,
      ...[1, 2, 3, 4, 5].map((n) => `c-${n},2026-06-01,${n}0,Canary ${n},canary${n}@example.org,Quillfeather Works`),
      'c-6,2026-06-01,abc,Canary Six,canary6@example.org,Nowhere',
    ),
  )
  const chapter = await app.createOrganization({ name: 'Riverbend North', type: 'chapter', parent_id: here.id })
  await app.createMatch({ organization: chapter, donor: 'Canary North' })
  const form = new FormData()
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#2a6' } })
  form.set('file', new File([new Uint8Array(await picture.png().toBuffer())], 'logo.png'))
  form.set('type', 'logo')
  form.set('name', 'logo')
  await app.call(documents.uploadFile, { params: { id: here.id }, form }, { token: here.token })
  expect(await filesKept()).not.toEqual(kept)
  await expect
    .poll(() => app.query("SELECT FROM notifications WHERE organization_id = $1 AND state <> 'sent'", [here.id]))
    .toEqual([])
  // People with other memberships, and people named in other organizations' data, are kept.
  const both = await app.createMember(here.id, 'read')
  await app.query("INSERT INTO members (organization_id, user_id, level) VALUES ($1, $2, 'read')", [
    neighbour.id,
    both.id,
  ])
  const named = await app.createMember(here.id, 'read')
  await app.query(
    "INSERT INTO audit_events (organization_id, at, user_id, action, subject) VALUES ($1, now(), $2, 'changed', 'organization')",
    [neighbour.id, named.id],
  )
  await app.query(
    `WITH i AS (INSERT INTO invoices (organization_id, month, currency, total_cents, lines, issued_at, due_on)
       SELECT organization_id, '2026-06-01', 'USD', sum(cents), count(*), now(), '2026-07-30' FROM ledger_entries
       WHERE organization_id = $1 GROUP BY 1 RETURNING organization_id, id)
     UPDATE ledger_entries e SET invoice_id = i.id FROM i WHERE e.organization_id = i.organization_id`,
    [here.id],
  )
  const bills = await app.query('SELECT id, cents, donation_id FROM ledger_entries WHERE organization_id = $1', [
    here.id,
  ])
  expect(bills.length).toBeGreaterThan(0)
  await closed(here.id, admin, 'Riverbend')
  // No worker may sum up changes between the two snapshots.
  while ((await updateSummaries(app.platform)) > 0);
  const unsummed = () => app.query('SELECT FROM donation_deltas WHERE organization_id = $1', [neighbour.id])
  await expect.poll(unsummed).toEqual([])
  await fill(here.id)
  await fill(chapter)
  expect((await tablesWith(here.id)).length).toBeGreaterThan(60)
  await app.query('DELETE FROM planned_mails') // the passing days must not change anything by themselves
  const before = await sumOf(neighbour.id)

  clock.set(weekBefore)
  expect(await warnOfErasure(app.platform)).toBe(true)
  expect(await warnOfErasure(app.platform), 'once').toBe(false)
  await expect.poll(sentMails).toEqual([{ recipient: admin.email, state: 'sent' }])
  const mail = smtp.mails.findLast(({ to }) => to.includes(admin.email))
  expect(mail?.parsed.text).toContain('Jul 10, 2026')
  expect(await beginErasure(app.platform), 'not before its day').toBe(0)

  clock.set(over)
  expect(await beginErasure(app.platform)).toBe(2)
  await expect(
    app.signIn(admin).then((token) => app.call(organizations.getOrganization, { params: { id: here.id } }, { token })),
  ).rejects.toThrow()
  // A killed node's batch is rolled back, and the next node continues.
  await acrossOrganizations(app.database.database, async (_, client) => {
    await client.query('SELECT FROM donations WHERE organization_id = $1 FOR UPDATE', [here.id])
    const crashedErasure = expect(eraseAll(30)).rejects.toThrow()
    const waiting = () =>
      app.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%erase_rows_of%'",
      )
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await app.query('SELECT pg_terminate_backend($1)', [(await waiting())[0]?.pid])
    await crashedErasure
  })
  expect((await tablesWith(here.id)).filter((name) => !books.includes(name))).not.toEqual([])
  await Promise.all([eraseAll(40), eraseAll(40)])
  await eraseAll()

  expect((await tablesWith(here.id)).filter((name) => !books.includes(name))).toEqual([])
  expect((await tablesWith(chapter)).filter((name) => !books.includes(name))).toEqual([])
  expect((await listErased()).map(({ id }) => Number(id))).toEqual([here.id, chapter].toSorted((a, b) => a - b))
  expect(
    await app.query('SELECT id, cents, donation_id FROM ledger_entries WHERE organization_id = $1', [here.id]),
  ).toEqual(bills)
  expect(
    await app.query(
      'SELECT action, user_id, before, after, address FROM audit_events WHERE organization_id = $1 ORDER BY id',
      [here.id],
    ),
  ).toEqual(['closed', 'erased'].map((action) => ({ action, user_id: null, before: {}, after: {}, address: '' })))
  expect(await sumOf(neighbour.id)).toBe(before)
  expect(
    await app.query('SELECT id::int FROM users WHERE id = ANY ($1) ORDER BY id', [[admin.id, both.id, named.id]]),
  ).toEqual([{ id: both.id }, { id: named.id }])
  const [row] = await app.query(
    'SELECT name, ein, contact_name, contact_email, file_logo FROM organizations WHERE id = $1',
    [here.id],
  )
  expect(row).toEqual({ name: 'Riverbend', ein: '', contact_name: '', contact_email: '', file_logo: null })
  await app.query("UPDATE unreferenced_files SET since = now() - interval '2 hours'")
  while (await deleteUnreferencedFiles(app.platform));
  expect(await filesKept()).toEqual(kept)
  expect(await placesWith('canary')).toEqual([])
})

async function placesWith(word: string): Promise<string[]> {
  const columns = await app.query<{ table_name: string; column_name: string }>(
    `SELECT c.table_name, c.column_name FROM information_schema.columns c JOIN information_schema.tables t
       USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.table_schema = 'public'
       AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`,
  )
  const looks = columns.map(
    ({ table_name, column_name }) => `SELECT '${table_name}.${column_name}' AS name, count(*)::int AS rows
    FROM "${table_name}" WHERE "${column_name}"::text ILIKE '%${word}%'`,
  )
  return (await app.query<Count>(looks.join(' UNION ALL '))).filter(({ rows }) => rows > 0).map(({ name }) => name)
}

async function newClosed(name: string) {
  const id = await app.createOrganization({ name })
  const admin = await app.createMember(id, 'admin')
  await app.createMatch({ organization: id, donor: 'Dana Donor' })
  await closed(id, admin, name)
  return { id, admin }
}
const reopen = async (id: number, by: { email: string; password: string }) => {
  const token = await app.signIn(by)
  return app.sendRoute(closing.reopenOrganization, { params: { id }, body: {} }, { token })
}

test('reopening before the day keeps everything, and closing again sends a new warning', async () => {
  const { id, admin } = await newClosed('Reopened')
  clock.set(weekBefore)
  await warnedBy(admin.email)
  clock.set('2026-07-10T14:59:59Z')
  expect((await reopen(id, admin)).status).toBe(200)
  clock.set('2026-07-20T00:00:00Z')
  expect(await beginErasure(app.platform)).toBe(0)
  expect(await tablesWith(id)).toContain('donations')
  await closed(id, admin, 'Reopened')
  clock.set('2026-08-19T00:00:00Z')
  expect(await beginErasure(app.platform), 'nothing is erased before somebody was told').toBe(0)
  await warnedBy(admin.email)
  const token = await app.signIn(admin)
  const { erases_at } = await app.call(organizations.getOrganization, { params: { id } }, { token })
  expect(erases_at, 'a week after they were told').toBe('2026-08-26T00:00:00.000Z')
  expect(await beginErasure(app.platform)).toBe(0)
  expect((await reopen(id, admin)).status).toBe(200)
})

test('a concurrent reopening and erasure have exactly one winner', async () => {
  for (const first of ['reopening', 'erasing']) {
    clock.set(start)
    const { id, admin } = await newClosed(`Contested, ${first}`)
    const support = await app.createUser({ isSuper: true })
    clock.set(weekBefore)
    await warnedBy(admin.email)
    clock.set(over)
    const token = await app.signInSupport(support, id)
    const reopened = () => app.sendRoute(closing.reopenOrganization, { params: { id }, body: {} }, { token })
    const both = await acrossOrganizations(app.database.database, async (_, client) => {
      await client.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [id])
      const waiting = (count: number) =>
        expect
          .poll(
            async () =>
              (
                await app.query(
                  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
                )
              ).length,
            {
              timeout: 240_000,
            },
          )
          .toBe(count)
      const opening = first === 'reopening' ? reopened() : undefined
      const erasing = opening ? waiting(1).then(() => beginErasure(app.platform)) : beginErasure(app.platform)
      if (!opening) await waiting(1)
      const later = opening ?? reopened()
      await waiting(2)
      return { later, erasing }
    })
    const [answer, begun] = await Promise.all([both.later, both.erasing])
    expect([answer.status, begun]).toEqual(first === 'reopening' ? [200, 0] : [409, 1])
    if (first === 'erasing') expect(JSON.stringify(await answer.json())).toContain(closingMessages.erased)
    await eraseAll()
    expect((await tablesWith(id)).includes('donations')).toBe(first === 'reopening')
    expect((await app.query('SELECT FROM users WHERE id = $1', [admin.id])).length).toBe(first === 'reopening' ? 1 : 0)
  }
})

test('a chapter closed alone is erased alone with a warning to its parent’s administrators, and organizations that we closed stay', async () => {
  const parent = await app.createOrganization({ name: 'Parent' })
  const head = await app.createMember(parent, 'admin')
  const chapter = await app.createOrganization({ name: 'Leaf', type: 'chapter', parent_id: parent })
  await app.createMatch({ organization: chapter, donor: 'Dana Donor' })
  await app.createMatch({ organization: parent, donor: 'Paula Parent' })
  await closed(chapter, head, 'Leaf')
  const ours = await app.createOrganization({ name: 'Ours', cancelled_at: clock(), rule_deactivated: true })
  clock.set(weekBefore)
  expect(await warnOfErasure(app.platform)).toBe(true)
  expect(await warnOfErasure(app.platform)).toBe(false)
  await expect
    .poll(async () => (await sentMails()).filter(({ recipient }) => recipient === head.email))
    .toEqual([{ recipient: head.email, state: 'sent' }])
  clock.set(over)
  expect(await beginErasure(app.platform)).toBe(1)
  await eraseAll()
  expect((await tablesWith(chapter)).filter((name) => !books.includes(name))).toEqual([])
  expect(await tablesWith(parent)).toContain('donations')
  expect((await app.query('SELECT FROM users WHERE id = $1', [head.id])).length).toBe(1)
  const token = await app.signIn(head)
  const { children } = await app.call(organizations.getOrganization, { params: { id: parent } }, { token })
  expect(children).toEqual([])
  expect((await listErased()).map(({ id }) => Number(id))).not.toContain(ours)
})

test('erases nothing without a sent letter, retries it weekly, and counts from its sending', async () => {
  const id = await app.createOrganization({ name: 'Unheard' })
  const admin = await app.createMember(id, 'admin')
  await app.createMatch({ organization: id, donor: 'Dana Donor' })
  await closed(id, admin, 'Unheard')
  await app.query("UPDATE users SET email = 'away@elsewhere.test' WHERE id = $1", [admin.id])
  clock.set(weekBefore)
  expect(await warnOfErasure(app.platform)).toBe(true)
  await expect.poll(() => lettersTo('away@elsewhere.test')).toEqual(['failed'])
  clock.set('2026-07-10T14:59:59Z')
  expect(await warnOfErasure(app.platform), 'within the week').toBe(false)
  clock.set('2026-07-15T00:00:00Z')
  expect(await beginErasure(app.platform)).toBe(0)
  await app.query('UPDATE users SET email = $2 WHERE id = $1', [admin.id, admin.email])
  await warnedBy(admin.email)
  expect(await lettersTo(admin.email)).toEqual(['sent'])
  expect(smtp.mails.findLast(({ to }) => to.includes(admin.email))?.parsed.text).toContain('Jul 21, 2026')
  clock.set('2026-07-21T23:59:59Z')
  expect(await beginErasure(app.platform)).toBe(0)
  clock.set('2026-07-22T00:00:00Z')
  expect(await beginErasure(app.platform)).toBe(1)
  await eraseAll()
})

test('keeps an organization without administrators and warns support', async () => {
  const id = await app.createOrganization({ name: 'Deserted', cancelled_at: clock() })
  await app.createMatch({ organization: id, donor: 'Dana Donor' })
  clock.set(weekBefore)
  expect(await warnOfErasure(app.platform)).toBe(true)
  expect(logged.join('\n')).toContain(`"organization":${id},"msg":"closed organization has no administrator`)
  expect(await warnOfErasure(app.platform)).toBe(false)
  clock.set('2026-12-01T00:00:00Z')
  expect(await beginErasure(app.platform)).toBe(0)
  expect(await tablesWith(id)).toContain('donations')
})

test('erases the counters of an account’s address, but not those of an address with the same ending', async () => {
  const { id, admin } = await newClosed('Counted')
  const keys = [`login-account:${admin.email}`, `match-request-here:7:${admin.email}`, `login-account:x${admin.email}`]
  await app.query(
    'INSERT INTO rate_limits (key, points, expire) SELECT key, 1, NULL FROM unnest($1::text[]) AS key ON CONFLICT DO NOTHING',
    [keys],
  )
  clock.set(weekBefore)
  await warnedBy(admin.email)
  clock.set(over)
  expect(await beginErasure(app.platform)).toBe(1)
  await eraseAll()
  expect((await listErased()).map((one) => Number(one.id))).toContain(id)
  expect(await app.query('SELECT key FROM rate_limits WHERE key = ANY ($1)', [keys])).toEqual([{ key: keys[2] }])
})

test('an account that cannot be erased does not block others and is retried later', async () => {
  const [stuck, other] = [await newClosed('Stuck'), await newClosed('Moving')]
  await app.query(`
    CREATE FUNCTION refuse_account() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not today'; END $$;
    CREATE TRIGGER refuse_account BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.id = ${stuck.admin.id}) EXECUTE FUNCTION refuse_account()`)
  clock.set(weekBefore)
  for (const _ of [stuck, other]) expect(await warnOfErasure(app.platform)).toBe(true)
  const toBoth = async () => [...(await lettersTo(stuck.admin.email)), ...(await lettersTo(other.admin.email))]
  await expect.poll(toBoth).toEqual(['sent', 'sent'])
  clock.set(over)
  while ((await beginErasure(app.platform)) > 0);
  await eraseAll()
  const left = () => app.query('SELECT id::int FROM users WHERE id = ANY ($1)', [[stuck.admin.id, other.admin.id]])
  expect(await left()).toEqual([{ id: stuck.admin.id }])
  await app.query('DROP TRIGGER refuse_account ON users')
  await eraseAll()
  expect(await left(), 'not at once').toEqual([{ id: stuck.admin.id }])
  clock.advance({ hours: 2 })
  await eraseAll()
  expect(await left()).toEqual([])
})
