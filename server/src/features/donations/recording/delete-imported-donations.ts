import type { Db } from '../../../platform/database/database.ts'
import { inFamily, lockFamilyForEvaluation } from '../../matches/family/index.ts'
import {
  changeMatches,
  deleteMatches,
  type EvaluationContext,
  evaluateExistingDonations,
} from '../../matches/matches/index.ts'
import { listMergedWith, lockDonationsOfDonors, ownCents } from '../../matches/rows/index.ts'
import { deleteOrphanedDonors, listImportedDonationIds, undoIdentification } from './change.queries.ts'

/** Returns their number. Donations of other uploads that were merged with them are evaluated again. */
export async function deleteImportedDonations(
  db: Db,
  context: EvaluationContext,
  importId: number,
  onProgress: (deleted: number) => void = () => {},
): Promise<number> {
  await lockFamilyForEvaluation(db, context.tenant.family)
  return inFamily(db, context, (familyContext) => deleteAll(db, familyContext, importId, onProgress))
}

/** Progress is reported after this many donations. */
const deletedAtOnce = 500

async function deleteAll(
  db: Db,
  context: EvaluationContext,
  importId: number,
  onProgress: (deleted: number) => void,
): Promise<number> {
  const { tenant } = context
  const ids = await listImportedDonationIds(db, tenant.family, importId)
  const merged = await listMergedWith(db, tenant.family, ids)
  await undoIdentification(db, tenant.family, importId)
  let deletedCount = 0
  for (let at = 0; at < ids.length; at += deletedAtOnce) {
    deletedCount += await deleteMatches(db, context, ids.slice(at, at + deletedAtOnce))
    onProgress(deletedCount)
  }
  await deleteOrphanedDonors(db, tenant.family, { importId })
  const donorIds = [...new Set(merged.map(({ donor_id }) => donor_id))]
  const mergedIds = new Set(merged.map(({ id }) => id))
  const rows = (await lockDonationsOfDonors(db, tenant.family, donorIds)).filter(({ id }) => mergedIds.has(id))
  await changeMatches(
    db,
    context,
    rows.map((row) => ({
      action: 'split',
      before: row,
      row: { ...row, amount_cents: ownCents(row), own_cents: null, merged_into_id: null },
    })),
  )
  await evaluateExistingDonations(db, context, { donorIds, donationIds: mergedIds, action: 'evaluate' })
  return deletedCount
}
