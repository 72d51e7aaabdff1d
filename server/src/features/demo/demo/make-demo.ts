import { acrossOrganizations, grantTenant, readOnly, withoutTenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { hasCompany, hasOrganizations, lockDemo, setVisibleOrganizations } from './demo.queries.ts'
import { demoCompanies, insertDemoCompanies } from './demo-companies.ts'
import type { DemoSize } from './demo-context.ts'
import { addDemoDirectoryData } from './demo-directory.queries.ts'
import { addDemoDonorData } from './demo-donors.queries.ts'
import { addDemoFiles } from './demo-files.ts'
import { addDemoForms } from './demo-forms.ts'
import { insertDemoOrganizations } from './demo-organizations.ts'
import { addDemoReports } from './demo-reports.queries.ts'
import { createRandom } from './random.ts'
import { simulateHistory } from './simulate-history.ts'

/** Two demo databases created on the same day are equal. */
const seed = 20_260_101

const twoYears: DemoSize = { months: 24, donors: 1500, gifts: 5000 }

/** All or nothing, so that a start after a crash begins again. Does nothing if there is an organization. */
export async function makeDemo(platform: Platform, directory: Directory, size = twoYears): Promise<void> {
  const { database, log } = platform
  if (!(await isEmpty(platform))) return
  const startedAt = performance.now()
  await withoutTenant(database, async (db) => {
    await lockDemo(db)
    if (!(await hasCompany(db, demoCompanies[0]?.name ?? ''))) await insertDemoCompanies(db)
  })
  await addDemoForms(platform)
  await acrossOrganizations(
    database,
    async (db) => {
      await lockDemo(db)
      if (await hasOrganizations(db)) return
      const organizations = await insertDemoOrganizations(db, platform.clock())
      const { riverbend, chapters, maple } = organizations
      const tenant = grantTenant(riverbend, [riverbend, ...chapters, maple])
      await setVisibleOrganizations(db, tenant.family)
      await addDemoFiles(db, platform, organizations)
      await simulateHistory(db, { platform, directory, tenant, random: createRandom(seed), organizations, size })
      await addDemoDonorData(db, riverbend, platform.clock())
      await addDemoReports(db, riverbend, platform.clock())
      await addDemoDirectoryData(db, riverbend, platform.clock())
    },
    { timeoutMs: 120_000 },
  )
  log.info({ seconds: Math.round((performance.now() - startedAt) / 100) / 10 }, 'the demo is ready')
}

const isEmpty = async (platform: Platform): Promise<boolean> =>
  !(await acrossOrganizations(readOnly(platform.database), hasOrganizations))
