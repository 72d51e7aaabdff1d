import { acrossOrganizations, inProduct } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { editionOf, readDirectoryFiles } from './directory-files.ts'
import {
  insertEdition,
  isLastEdition,
  keepEmployers,
  keepPlatforms,
  keepPolicies,
  lockDirectory,
  lookAgain,
} from './load-directory.queries.ts'

/**
 * Brings the database up to the product's own directory, once for each edition of its files. A company that changed gets a
 * new version of its policy, with source and date; what people have entered is left alone. Open matches of companies that
 * changed are checked again by what passes time. Any number of nodes may start together.
 */
export async function loadStarterDirectory(platform: Pick<Platform, 'clock' | 'database'>): Promise<void> {
  const files = await readDirectoryFiles()
  const now = platform.clock()
  const changed = await inProduct(platform.database, async (db) => {
    await lockDirectory(db)
    if (await isLastEdition(db, files.digest)) return []
    const edition = editionOf(files) // takes a fifth of a second, which most starts need not
    await keepEmployers(db, edition)
    await keepPlatforms(db, edition)
    const companyIds = await keepPolicies(db, edition)
    await insertEdition(db, edition, { now, policiesChanged: companyIds.length })
    return companyIds
  })
  if (changed.length > 0) await acrossOrganizations(platform.database, (db) => lookAgain(db, changed, now))
}
