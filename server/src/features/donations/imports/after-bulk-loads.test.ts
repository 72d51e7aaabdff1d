import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTenant, inTenant, withoutTenant } from '../../../platform/database/database.ts'
import { type Factories, factoriesOn } from '../../../testing/factories.ts'
import { countPages, createTestDatabase, type TestDatabase } from '../../../testing/index.ts'
import {
  analyzeDonationTablesIfMany,
  countSentEmails,
  findDaysOfImport,
  findImport,
  listImportRows,
} from './imports.queries.ts'

let database: TestDatabase
let factories: Factories
beforeAll(async () => {
  database = await createTestDatabase()
  factories = factoriesOn(database)
})
afterAll(() => database.drop())

const now = new Date('2026-06-15T14:00:00Z')
const gifts = 500
const pagesOfAGift = 4

async function load(organization: number, user: number, state: 'sent' | 'queued'): Promise<number> {
  const upload = await factories.createImport({ organization, user, state: 'done', rows: gifts, createdAt: now })
  await factories.createDonations(
    Array.from({ length: gifts }, (_, n) => ({
      organization,
      donor: `Donor ${upload} ${n}`,
      at: '2026-06-01',
      import: upload,
      createdAt: now,
    })),
  )
  await database.query(
    `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at, state)
     SELECT organization_id, id, donor_id, 'initial', 7, 'm' || id, $2, $2, $3 FROM donations WHERE import_id = $1`,
    [upload, now, state],
  )
  return upload
}

const refreshFor = (uploaded: number): Promise<void> =>
  withoutTenant(database.database, (db) => analyzeDonationTablesIfMany(db, uploaded))

async function giftsBelieved(): Promise<number> {
  const rows = await database.query("SELECT reltuples FROM pg_class WHERE oid = 'donations'::regclass")
  return Number(rows[0]?.reltuples)
}

test("listing and checking several uploads reads only their own rows, regardless of the planner's statistics", async () => {
  const organization = await factories.createOrganization()
  const user = (await factories.createUser()).id
  // Without autovacuum, statistics are those of empty tables, and of the third upload of three.
  for (const table of ['imports', 'donations', 'donors', 'notifications']) {
    await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
  }
  const tenant = grantTenant(organization, [organization])
  for (const time of [1, 2, 3, 4, 5, 6]) {
    const importId = await load(organization, user, time === 1 ? 'sent' : 'queued')
    if (time === 3) await refreshFor(gifts)
    const pages = await inTenant(database.database, tenant, async (db, client) => {
      const { db: counting, seen } = countPages(client, db)
      const { rows } = await listImportRows(counting, tenant, { limit: 20, offset: 0, now })
      expect(rows.map(({ mails_gone }) => mails_gone)).toEqual([...Array(time - 1).fill(false), true])
      await findImport(counting, tenant, importId, now)
      await findDaysOfImport(counting, tenant, importId)
      expect(await countSentEmails(counting, tenant, importId, { states: ['sending', 'sent'], holds: true })).toBe(
        time === 1 ? gifts : 0,
      )
      return seen.pages
    })
    expect(pages).toBeLessThan((time + 3) * gifts * pagesOfAGift)
  }
  // Fewer than a tenth are left to autovacuum.
  await refreshFor((3 * gifts) / 10)
  expect(await giftsBelieved()).toBe(3 * gifts)
  await refreshFor(gifts)
  expect(await giftsBelieved()).toBe(6 * gifts)
})
