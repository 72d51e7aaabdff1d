import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pendingStatusIds, statusIds, withEmployerStatusIds } from '@twofold/matching'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

/** Checks every organization table in the database itself, so that new tables are covered. */

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const organizationTables = `
  SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`

test('there are organization tables to check', async () => {
  const tables = await db.query<{ relname: string }>(organizationTables)
  expect(tables.map((table) => table.relname)).toContain('donations')
})

test('every primary key, unique key, and unique index of an organization table includes organization_id', async () => {
  const without = await db.query(`
    SELECT i.indexrelid::regclass::text AS index FROM (${organizationTables}) t JOIN pg_index i ON i.indrelid = t.oid
    WHERE (i.indisunique OR i.indisprimary) AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'organization_id' AND a.attnum = ANY (i.indkey))`)
  expect(without).toEqual([])
  const withoutPrimary = await db.query(`
    SELECT relname FROM (${organizationTables}) t
    WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)`)
  expect(withoutPrimary).toEqual([])
})

test('every foreign key between organization tables includes organization_id', async () => {
  const without = await db.query(`
    SELECT k.conname FROM pg_constraint k
    JOIN (${organizationTables}) child ON child.oid = k.conrelid JOIN (${organizationTables}) parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'organization_id' AND a.attnum = ANY (k.conkey))`)
  expect(without).toEqual([])
})

test('row-level security is forced on organizations and on every organization table', async () => {
  const open = await db.query(`
    SELECT c.relname FROM pg_class c
    WHERE (c.oid IN (SELECT t.oid FROM (${organizationTables}) t) OR c.oid = 'organizations'::regclass)
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity
        AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'of_organization')
        AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polroles = ARRAY[c.relowner]))`)
  expect(open).toEqual([])
})

test('no table of the product belongs to the role that its server connects with', async () => {
  const { rows } = await db.database.pool.query('SELECT FROM pg_class WHERE relowner = current_user::regrole')
  expect(rows).toEqual([])
})

test('a transaction without an organization sees no row of any organization table', async () => {
  await db.query(`
    WITH o AS (INSERT INTO organizations (name, slug, type) VALUES ('A', 'a', 'non-profit') RETURNING id)
    INSERT INTO donors (organization_id, donor_key) SELECT id, 'x@example.org' FROM o`)
  const tables = await db.query<{ relname: string }>(organizationTables)
  for (const relname of ['organizations', ...tables.map((table) => table.relname)]) {
    const { rows } = await db.database.pool.query(`SELECT count(*) AS seen FROM ${relname}`)
    expect(rows, relname).toEqual([{ seen: 0 }])
  }
})

test('the statuses that the database allows are the statuses of the rules', async () => {
  const [check] = await db.query<{ definition: string }>(`
    SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = 'donations'::regclass AND conname = 'donations_status_id_check'`)
  const allowed = [...(check?.definition ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))
  expect(allowed.sort((a, b) => a - b)).toEqual([...statusIds].sort((a, b) => a - b))
})

test.each<[string, readonly number[]]>([
  ['donations_due_by_deadline', pendingStatusIds],
  ['donation_events_of_week', withEmployerStatusIds],
])('the index %s contains the statuses that its statements request', async (name, ids) => {
  const [index] = await db.query<{ predicate: string }>(
    `SELECT pg_get_expr(indpred, indrelid) AS predicate FROM pg_index WHERE indexrelid = '${name}'::regclass`,
  )
  const list = /status_id = ANY \(ARRAY\[([^\]]*)\]/.exec(index?.predicate ?? '')?.[1] ?? ''
  const held = [...list.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  expect(held.sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
})

// Under row-level security, indexes only serve leakproof comparisons: two timestamps or two dates.
test('no statement compares a timestamp with a date', () => {
  const features = fileURLToPath(new URL('../../features/', import.meta.url))
  const compared = /\b(?:at|\w+_at) (?:>=|<=|<|>|=) \$\{[^}\n]*\}::date\b/
  const sources = globSync('**/*.ts', { cwd: features })
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((source) => compared.test(readFileSync(features + source, 'utf8')))).toEqual([])
})
