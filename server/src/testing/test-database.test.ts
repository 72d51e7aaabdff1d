import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutTenant } from '../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

describe('a test database', () => {
  let one: TestDatabase
  let other: TestDatabase
  beforeAll(async () => {
    ;[one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  })
  afterAll(() => Promise.all([one.drop(), other.drop()]))

  it('is migrated, and shares no rows with another', async () => {
    await one.query("INSERT INTO companies (name, origin) VALUES ('Acme', 'super')")
    expect(await one.query("SELECT name FROM companies WHERE origin <> 'directory'")).toEqual([{ name: 'Acme' }])
    expect(await other.query("SELECT name FROM companies WHERE origin <> 'directory'")).toEqual([])
  })

  it('is used with the role that owns nothing', async () => {
    const role = await withoutTenant(one.database, async (_db, client) =>
      client.query('SELECT current_user::text AS name'),
    )
    expect(role.rows).toEqual([{ name: 'twofold_server_twofold_template' }])
  })
})
