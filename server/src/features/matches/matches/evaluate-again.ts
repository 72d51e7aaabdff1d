import { findMove } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { lockFamilyForEvaluation } from '../family/index.ts'
import { cancelReevaluation, listDonorsOf, lockDonations } from '../rows/index.ts'
import { moveActorOf } from './actor.ts'
import { type EvaluationContext, evaluateExistingDonations } from './evaluate-donations.ts'

/** Skips donations that are past evaluation. Returns the number evaluated. */
export async function evaluateAgain(
  db: Db,
  context: EvaluationContext,
  donationIds: readonly number[],
): Promise<number> {
  const { tenant, actor } = context
  await lockFamilyForEvaluation(db, tenant.family)
  const rows = await lockDonations(db, tenant.family, donationIds)
  const open = rows
    // A match that the employer refused stays refused, even if its rules change.
    .filter((row) => row.payment_state !== 'refused' && findMove('evaluate', row.status_id, moveActorOf(actor)))
    .map(({ id }) => id)
  const others = rows.filter(({ id, look_again_at }) => look_again_at !== null && !open.includes(id))
  const otherIds = others.map(({ id }) => id)
  await cancelReevaluation(db, tenant.family, otherIds)
  const donorIds = await listDonorsOf(db, tenant.family, open)
  await evaluateExistingDonations(db, context, { donorIds, donationIds: new Set(open), action: 'evaluate' })
  return open.length
}
