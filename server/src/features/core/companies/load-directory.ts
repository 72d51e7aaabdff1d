import { acrossOrganizations, withoutTenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { editionOf, readDirectoryFiles } from './directory-files.ts'
import {
  insertEdition,
  insertPolicyVersions,
  isLastEdition,
  lockDirectory,
  scheduleReevaluation,
  upsertEmployers,
  upsertPlatforms,
} from './load-directory.queries.ts'

/** Runs once per edition of the files; several nodes may start together. Data that people entered is kept. */
export async function loadStarterDirectory(platform: Pick<Platform, 'clock' | 'database'>): Promise<void> {
  const files = await readDirectoryFiles()
  const now = platform.clock()
  const changed = await withoutTenant(platform.database, async (db) => {
    await lockDirectory(db)
    if (await isLastEdition(db, files.digest)) return []
    const edition = editionOf(files)
    await upsertEmployers(db, edition)
    await upsertPlatforms(db, edition)
    const companyIds = await insertPolicyVersions(db, edition)
    await insertEdition(db, edition, { now, policiesChanged: companyIds.length })
    return companyIds
  })
  if (changed.length > 0) await acrossOrganizations(platform.database, (db) => scheduleReevaluation(db, changed, now))
}
