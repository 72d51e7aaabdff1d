import { findMove } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { moverOf } from './actor.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'
import { lockEvaluating } from './family.queries.ts'
import { lockDonations } from './matches.queries.ts'

type Mistaken = { readonly donationIds: readonly number[]; readonly companyId: number }

/**
 * A company was assigned by mistake: donations that still have it, and are not past evaluation, are without one again, for
 * `evaluateAgain` to look at. Answers which; those that are without one already are among them, so that it may be repeated.
 */
export async function forgetEmployer(
  db: Db,
  context: ChangeContext,
  { donationIds, companyId }: Mistaken,
): Promise<number[]> {
  const { tenant, actor } = context
  await lockEvaluating(db, tenant.family)
  const open = (await lockDonations(db, tenant.family, donationIds))
    .filter((row) => row.company_id === companyId || row.company_id === null)
    .filter((row) => findMove('edit', row.status_id, moverOf(actor)))
  const forgotten = { company_id: null, employer_how: null, employer_confidence: null }
  await changeMatches(
    db,
    context,
    open
      .filter((row) => row.company_id !== null)
      .map((row) => ({ action: 'edit', before: row, row: { ...row, ...forgotten } })),
  )
  return open.map(({ id }) => id)
}
