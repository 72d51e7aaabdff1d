import type { mails } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Gained } from '../../matches/index.ts'

type Change = (db: Db) => Promise<unknown>

/** What a change would bring to the open matches of these companies; what refuses the change refuses the review. */
export type ReviewChange = (
  companyIds: readonly number[],
  change: Change,
  gained?: Gained,
) => Promise<mails.ChangeReview>

/** Tried once by itself first: where no match is open, nothing else would try it, and a mistake has to be told now. */
export const reviewing =
  (platform: Platform, review: ReviewChange): ReviewChange =>
  async (companyIds, change, gained) => {
    await acrossOrganizations(platform.database, change, { rehearsal: true })
    return review(companyIds, change, gained)
  }
