import { statusIds } from '@twofold/matching'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

/** What every organization table promises, read from the database itself, so that a new table cannot forget it. */

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const organizationTables = `
  SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`

test('there are organization tables to look at', async () => {
  const tables = await db.query<{ relname: string }>(organizationTables)
  expect(tables.map((table) => table.relname)).toContain('donations')
})

test('every primary key, unique key and unique index of an organization table holds organization_id', async () => {
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

test('every foreign key from one organization table to another holds organization_id', async () => {
  const without = await db.query(`
    SELECT k.conname FROM pg_constraint k
    JOIN (${organizationTables}) child ON child.oid = k.conrelid JOIN (${organizationTables}) parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'organization_id' AND a.attnum = ANY (k.conkey))`)
  expect(without).toEqual([])
})

test('every organization table is guarded by row-level security, and the product owns none of them', async () => {
  const open = await db.query(`
    SELECT c.relname FROM (${organizationTables}) t JOIN pg_class c ON c.oid = t.oid
    WHERE NOT c.relrowsecurity OR c.relowner = 'twofold_app'::regrole
      OR NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)`)
  expect(open).toEqual([])
})

test('a transaction that was opened for nobody sees no row of any organization table', async () => {
  await db.query(`
    WITH o AS (INSERT INTO organizations (name, slug, type) VALUES ('A', 'a', 'non-profit') RETURNING id)
    INSERT INTO donors (organization_id, donor_key) SELECT id, 'x@example.org' FROM o`)
  const tables = await db.query<{ relname: string }>(organizationTables)
  for (const { relname } of tables) {
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
