import type { Db } from '../../platform/database/database.ts'
import { deleteImport, listDonorsOfMergesWith } from './change.queries.ts'
import { lockGiftsOfDonors, lockJudging, updateJudged } from './donations.queries.ts'
import { ownCents, partsOfMatch } from './gifts-together.ts'
import { type JudgingContext, judgeDonors } from './judge-donations.ts'

/**
 * Takes out again what an import recorded; answers how many gifts. Gifts of other uploads that were merged with its gifts
 * stand for themselves again and are judged anew.
 */
export async function deleteImported(db: Db, context: JudgingContext, importId: number): Promise<number> {
  const { tenant, platform } = context
  await lockJudging(db, tenant.family)
  const donorIds = await listDonorsOfMergesWith(db, tenant.family, importId)
  const taken = await deleteImport(db, tenant.family, importId)
  const left = await lockGiftsOfDonors(db, tenant.family, donorIds)
  const merged = left.filter((row) => row.merged_into_id !== null || partsOfMatch(row).length > 0)
  for (const row of merged) {
    row.amount_cents = ownCents(row)
    row.merged_into_id = null
    const { history: _, ...custom } = row.custom
    row.custom = custom
  }
  await updateJudged(db, merged, platform.clock())
  await judgeDonors(db, context, { donorIds, donationIds: new Set(merged.map(({ id }) => id)), action: 'evaluate' })
  return taken
}
