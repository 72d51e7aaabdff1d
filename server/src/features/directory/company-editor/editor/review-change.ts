import type { mails } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import type { Directory, NewCompanyIdentifiers } from '../../../core/companies/index.ts'
import { previewDirectoryChange } from '../../../matches/previews/index.ts'
import type { DirectoryChangeContext } from '../../changes/index.ts'

/** Refused for the same reasons as the change, which runs once by itself: mistakes show even without open matches. */
export async function reviewChange(
  { platform }: Pick<DirectoryChangeContext, 'platform'>,
  directory: Directory,
  companyIds: readonly number[],
  change: (db: Db) => Promise<unknown>,
  gained?: NewCompanyIdentifiers,
): Promise<mails.ChangeReview> {
  await acrossOrganizations(platform.database, change, { dryRun: true })
  return previewDirectoryChange({ platform, directory }, companyIds, change, gained)
}
