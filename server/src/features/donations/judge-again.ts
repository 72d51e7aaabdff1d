import { findMove } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { listDonorsOf, lockDonations, lockJudging } from './donations.queries.ts'
import { type JudgingContext, judgeDonors } from './judge-donations.ts'

/**
 * Has the rules look at donations again after something outside of them changed: a policy, the directory, the setup of
 * the organization. Those that are past that are left alone. Answers how many were judged.
 */
export async function judgeAgain(db: Db, context: JudgingContext, donationIds: readonly number[]): Promise<number> {
  const { tenant, actor } = context
  await lockJudging(db, tenant.family)
  const rows = await lockDonations(db, tenant.family, donationIds)
  const open = rows.filter((row) => findMove('evaluate', row.status_id, actor.kind)).map(({ id }) => id)
  const donorIds = await listDonorsOf(db, tenant.family, open)
  await judgeDonors(db, context, { donorIds, donationIds: new Set(open), action: 'evaluate' })
  return open.length
}
