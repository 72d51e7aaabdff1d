import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../platform/database/database.ts'
import { createTestDatabase, explaining, type TestDatabase } from '../../testing/index.ts'
import { countMailsGone, findDaysOfImport, findImport, listImportRows } from './imports.queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = new Date('2026-06-15T14:00:00Z')
const gifts = 500
/** One for the gift and one for its mail, and their indexes. What went wrong looked at half a million for each upload. */
const pagesOfAGift = 4

/** What an upload leaves behind, in as few statements. */
async function load(importId: number, state: 'sent' | 'queued') {
  await database.query(
    `INSERT INTO imports (id, organization_id, user_id, state, phase, file_name, options, map, rows, accepted, created_at,
       finished_at)
     OVERRIDING SYSTEM VALUE VALUES ($1, 1, 1, 'done', 'finished', 'gifts.csv',
       '{"optIn":false,"noCompany":false,"dateOrder":null,"includeAttention":false,"sheet":null}', '{}', $2, $2, $3, $3)`,
    [importId, gifts, now],
  )
  await database.query(
    `INSERT INTO donors (organization_id, donor_key, email, name, created_at)
     SELECT 1, $1::text || '-' || n, '', 'Donor', $3 FROM generate_series(1, $2::int) n`,
    [importId, gifts, now],
  )
  await database.query(
    `INSERT INTO donations (organization_id, gift_key, donor_id, donated_at, amount_cents, currency, status_id,
       status_changed_at, import_id, created_at)
     SELECT 1, gen_random_uuid(), id, '2026-06-01', 5000, 'USD', 7, $2, $1::bigint, $2
     FROM donors WHERE donor_key LIKE $1::text || '-%'`,
    [importId, now],
  )
  await database.query(
    `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at, state)
     SELECT 1, id, donor_id, 'initial', 7, 'm' || id, $2, $2, $3 FROM donations WHERE import_id = $1`,
    [importId, now, state],
  )
}

test('several uploads in a row are listed and looked at by their own rows, whatever the planner believes', async () => {
  await database.query(
    `INSERT INTO organizations (id, name, slug, type, ein)
     OVERRIDING SYSTEM VALUE VALUES (1, 'Riverbend', 'riverbend', 'non-profit', '12-3450001')`,
  )
  await database.query(
    `INSERT INTO users (id, email, email_key, name)
     OVERRIDING SYSTEM VALUE VALUES (1, 'ada@example.org', 'ada@example.org', 'Ada')`,
  )
  // Nobody looks at what has changed: statistics are those of empty tables, and after the third upload of three uploads.
  for (const table of ['imports', 'donations', 'donors', 'notifications']) {
    await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
  }
  const tenant = grantTenant(1, [1])
  for (const importId of [1, 2, 3, 4, 5, 6]) {
    await load(importId, importId === 1 ? 'sent' : 'queued')
    if (importId === 3) await database.query('SELECT refresh_statistics_of_gifts()')
    const pages = await inTenant(database.database, tenant, async (db, client) => {
      const { db: counting, seen } = explaining(client, db)
      const { rows } = await listImportRows(counting, tenant, { limit: 20, offset: 0, now })
      expect(rows.map(({ mails_gone }) => mails_gone)).toEqual([...Array(importId - 1).fill(false), true])
      await findImport(counting, tenant, importId, now)
      await findDaysOfImport(counting, tenant, importId)
      expect(await countMailsGone(counting, tenant, importId)).toBe(importId === 1 ? gifts : 0)
      return seen.pages
    })
    expect(pages).toBeLessThan((importId + 3) * gifts * pagesOfAGift)
  }
})
