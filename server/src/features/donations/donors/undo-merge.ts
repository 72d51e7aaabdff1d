import { donorMerges, donors } from '@twofold/contract'
import { findMove } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { evaluateExistingDonations, splitCombinedMatches, undoOperation } from '../../matches/matches/index.ts'
import { lockDonationsOfDonors } from '../../matches/rows/index.ts'
import { recordingContextOf } from '../recording/index.ts'
import { insertDonorEvents, type LockedDonor, lockDonors, updateDonor } from './change.queries.ts'
import { requireActiveDonor } from './change-donor.ts'
import { lockMerge, markMergeUndone, type StoredMerge, unmergeRows } from './merge.queries.ts'
import { describeDonor } from './merge-donors.ts'

const { mergeMessages, mergeUndoDays } = donorMerges

/**
 * Restores matches if none has changed, otherwise evaluates again; returns which. @throws Refusal not_found, gone after
 * the undo period, conflict for a later merge
 */
export async function undoMerge(
  call: WriteCall,
  directory: Directory,
  keptId: number,
  mergeId: number,
): Promise<boolean> {
  const { platform, tenant, caller } = call
  const { organizationId } = tenant
  return inTenant(platform.database, tenant, async (db) => {
    const now = platform.clock()
    await lockFamilyForEvaluation(db, tenant.family)
    const merge = await lockMerge(db, organizationId, keptId, mergeId)
    if (!merge || merge.undone_at !== null) throw notFound()
    if (now.getTime() > merge.at.getTime() + mergeUndoDays * 86_400_000) throw new Refusal('gone', mergeMessages.late)
    if (!merge.is_latest) throw new Refusal('conflict', mergeMessages.notLatest)
    const donorsNow = await lockDonors(db, organizationId, [keptId, merge.merged_id])
    const keptDonor = donorsNow.find(({ id }) => id === keptId)
    const merged = donorsNow.find(({ id }) => id === merge.merged_id)
    if (!keptDonor || !merged) throw notFound()
    requireActiveDonor(keptDonor)
    const exact = await restoreGifts(db, call, directory, merge)
    await updateDonor(db, { ...keptDonor, ...fieldsBefore(keptDonor, merge) })
    await updateDonor(db, { ...merged, merged_into_id: null })
    await markMergeUndone(db, organizationId, mergeId, now)
    await insertDonorEvents(
      db,
      [keptId, merged.id].map((id) => ({
        organization_id: organizationId,
        donor_id: id,
        action: 'merge_undone',
        changes: [{ field: 'with', from: null, to: describeDonor(id === keptId ? merged : keptDonor) }],
      })),
      { userId: caller.user.id, now },
    )
    await writeAudit(db, call, {
      organizationId,
      action: 'merge undone',
      subject: 'donor',
      subjectId: keptId,
      after: { merge: mergeId, donor: merged.id, gifts: merge.donation_ids.length },
    })
    return exact
  })
}

/** Returns nothing if the donor was edited since. */
function fieldsBefore(donor: LockedDonor, { kept_before }: StoredMerge): Partial<Record<donors.DonorField, string>> {
  const fields = donors.donorFields.filter((field) => field !== 'email')
  return Object.fromEntries(
    fields.flatMap((field) => {
      const was = kept_before[field]
      return typeof was === 'string' && donor.version === Number(kept_before['version']) + 1 ? [[field, was]] : []
    }),
  )
}

async function restoreGifts(db: Db, call: WriteCall, directory: Directory, merge: StoredMerge): Promise<boolean> {
  const { tenant } = call
  const context = recordingContextOf(call, directory)
  const { changedSince } = await undoOperation(db, context, merge.operation_id, { all: true })
  if (changedSince.length === 0) {
    await unmergeRows(db, tenant.organizationId, merge)
    return true
  }
  await splitCombinedMatches(db, context, merge.donation_ids)
  const rows = await lockDonationsOfDonors(db, [tenant.organizationId], [merge.kept_id])
  await unmergeRows(db, tenant.organizationId, merge)
  const returnedIds = new Set(merge.donation_ids)
  const isOpen = rows.filter(
    ({ merged_into_id, status_id }) => merged_into_id === null && findMove('edit', status_id, call.level),
  )
  await evaluateExistingDonations(db, context, {
    donorIds: [merge.kept_id, merge.merged_id],
    donationIds: new Set(isOpen.map(({ id }) => id)),
    action: 'edit',
    before: new Map(rows.filter(({ id }) => returnedIds.has(id)).map((row) => [row.id, { ...row }])),
  })
  return false
}
