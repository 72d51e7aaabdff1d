import { findMove } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { lockFamilyForEvaluation } from '../family/index.ts'
import { lockDonations } from '../rows/index.ts'
import { moveActorOf } from './actor.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'

type CompanyAssignment = { readonly donationIds: readonly number[]; readonly companyId: number }

/** Returns donations that already have no company, too, so that the call can be repeated. */
export async function clearCompany(
  db: Db,
  context: ChangeContext,
  { donationIds, companyId }: CompanyAssignment,
): Promise<number[]> {
  const { tenant, actor } = context
  await lockFamilyForEvaluation(db, tenant.family)
  const open = (await lockDonations(db, tenant.family, donationIds))
    .filter((row) => row.company_id === companyId || row.company_id === null)
    .filter((row) => findMove('edit', row.status_id, moveActorOf(actor)))
  const clearedFields = { company_id: null, employer_how: null, employer_confidence: null }
  await changeMatches(
    db,
    context,
    open
      .filter((row) => row.company_id !== null)
      .map((row) => ({ action: 'edit', before: row, row: { ...row, ...clearedFields } })),
  )
  return open.map(({ id }) => id)
}
