import { findMove } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { moverOf } from './actor.ts'
import { type EvaluationContext, evaluateDonors } from './evaluate-donations.ts'
import { lockEvaluating } from './family.queries.ts'
import { leaveAlone, listDonorsOf, lockDonations } from './matches.queries.ts'

/**
 * Has the rules look at donations again after something outside of them changed: a policy, the directory, the setup of
 * the organization. Those that are past that are left alone. Answers how many were evaluated.
 */
export async function evaluateAgain(
  db: Db,
  context: EvaluationContext,
  donationIds: readonly number[],
): Promise<number> {
  const { tenant, actor } = context
  await lockEvaluating(db, tenant.family)
  const rows = await lockDonations(db, tenant.family, donationIds)
  const open = rows
    // what the employer refused stays refused, whatever its rules are found to be
    .filter((row) => row.payment_state !== 'refused' && findMove('evaluate', row.status_id, moverOf(actor)))
    .map(({ id }) => id)
  const others = rows.filter(({ id, look_again_at }) => look_again_at !== null && !open.includes(id))
  await leaveAlone(
    db,
    tenant.family,
    others.map(({ id }) => id),
  )
  const donorIds = await listDonorsOf(db, tenant.family, open)
  await evaluateDonors(db, context, { donorIds, donationIds: new Set(open), action: 'evaluate' })
  return open.length
}
