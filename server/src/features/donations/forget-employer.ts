import { findMove } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { clearEmployers } from './change.queries.ts'
import { lockDonations, lockJudging } from './donations.queries.ts'
import type { JudgingContext } from './judge-donations.ts'

type Mistaken = { readonly donationIds: readonly number[]; readonly companyId: number }

/**
 * A company was assigned by mistake: gifts that still have it, and are not past judging, are without one again, for
 * `judgeAgain` to look at. Answers which; those that are without one already are among them, so that it may be repeated.
 */
export async function forgetEmployer(
  db: Db,
  { tenant, actor }: Pick<JudgingContext, 'tenant' | 'actor'>,
  { donationIds, companyId }: Mistaken,
): Promise<number[]> {
  await lockJudging(db, tenant.family)
  const rows = await lockDonations(db, tenant.family, donationIds)
  const open = rows
    .filter((row) => row.company_id === companyId || row.company_id === null)
    .filter((row) => findMove('evaluate', row.status_id, actor.kind))
    .map(({ id }) => id)
  await clearEmployers(db, tenant.family, open)
  return open
}
