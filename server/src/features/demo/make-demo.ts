import { acrossOrganizations, type Db, grantTenant, inProduct } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Directory } from '../companies/index.ts'
import { createChance } from './chance.ts'
import { demoCompanies, insertDemoCompanies } from './demo-companies.ts'
import { addDemoFiles } from './demo-files.ts'
import { type DemoOrganizations, insertDemoOrganizations } from './demo-organizations.ts'
import { playHistory } from './play-history.ts'

/** Two demo databases that are made on one day are equal. */
const seed = 20_260_101

/**
 * Fills a new database with the demo: everything by the real rules, month after month, with the clock set back. All or
 * nothing, so that a start after a kill begins anew. Does nothing where there is an organization.
 */
export async function makeDemo(platform: Platform, directory: Directory): Promise<void> {
  const { database, log } = platform
  if (!(await isEmpty(platform))) return
  const startedAt = performance.now()
  await inProduct(database, async (db) => {
    await lockDemo(db)
    const known = await sql`SELECT FROM companies WHERE name = ${demoCompanies[0]?.name}`.execute(db)
    if (known.count === 0) await insertDemoCompanies(db)
  })
  await acrossOrganizations(
    database,
    async (db) => {
      await lockDemo(db)
      const { count } = await sql`SELECT FROM organizations LIMIT 1`.execute(db)
      if (count > 0) return
      const organizations = await insertDemoOrganizations(db, platform.clock())
      await openFor(db, organizations)
      const { riverbend, chapters, maple } = organizations
      const tenant = grantTenant(riverbend, [riverbend, ...chapters, maple])
      await addDemoFiles(db, platform, organizations)
      await playHistory(db, { platform, directory, tenant, chance: createChance(seed), organizations })
    },
    { timeoutMs: 120_000 },
  )
  log.info({ seconds: Math.round((performance.now() - startedAt) / 100) / 10 }, 'the demo is ready')
}

const isEmpty = (platform: Platform): Promise<boolean> =>
  acrossOrganizations(
    platform.database,
    async (db) => (await sql`SELECT FROM organizations LIMIT 1`.execute(db)).count === 0,
    { readOnly: true },
  )

async function lockDemo(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(db)
}

/** The organizations were made in this transaction, after it was opened. */
async function openFor(db: Db, { riverbend, chapters, maple }: DemoOrganizations): Promise<void> {
  await sql`SELECT set_config('app.organizations', ${[riverbend, ...chapters, maple].join(',')}, true)`.execute(db)
}
