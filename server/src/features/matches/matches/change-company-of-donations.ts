import { findMove, reevaluatedStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { lockFamilyForEvaluation } from '../family/index.ts'
import type { MatchRow } from '../rows/index.ts'
import { lockDonationsOfDonors } from '../rows/index.ts'
import { changeMatches } from './change-matches.ts'
import { moveDonationsToCompany } from './company-of-donations.queries.ts'
import { type EvaluationContext, evaluateExistingDonations } from './evaluate-donations.ts'
import { personKeyOf } from './evaluation-state.ts'
import { splitCombinedMatches } from './split-combined-matches.ts'

type CompanyChange = {
  readonly donorIds: readonly number[]
  readonly from: number
  readonly to: number
  /** Null: all gifts of these donors at that company. */
  readonly onlyIds: readonly number[] | null
}

/**
 * Moves gifts after two companies were merged or separated, and returns them. The rules evaluate the same people's open
 * gifts at both companies, because of the yearly maximum per person and company.
 */
export async function changeCompanyOfDonations(
  db: Db,
  context: EvaluationContext,
  { donorIds, from, to, onlyIds }: CompanyChange,
): Promise<number[]> {
  const { organizationId, family } = context.tenant
  await lockFamilyForEvaluation(db, family)
  const isMoved = ({ id, company_id, donor_id }: MatchRow): boolean =>
    company_id === from && donorIds.includes(donor_id) && (onlyIds === null || onlyIds.includes(id))
  if (onlyIds !== null) {
    const all = await lockDonationsOfDonors(db, [organizationId], donorIds)
    // A combined match stays combined if all of its gifts move.
    const remainingMatchIds = new Set(all.filter((row) => !isMoved(row)).map(matchOf))
    const leavingRows = all.filter((row) => isMoved(row) && remainingMatchIds.has(matchOf(row)))
    const leavingIds = leavingRows.map(({ id }) => id)
    await splitCombinedMatches(db, context, leavingIds)
  }
  const rows = await lockDonationsOfDonors(db, [organizationId], donorIds)
  const before = rows.filter(isMoved).map((row) => ({ ...row }))
  const moved = await moveDonationsToCompany(db, { organizationId, donorIds, from, to, onlyIds })
  const isOpen = (row: MatchRow): boolean =>
    !row.inert &&
    row.merged_into_id === null &&
    row.payment_state !== 'refused' &&
    reevaluatedStatusIds.some((id) => id === row.status_id) &&
    findMove('evaluate', row.status_id, 'system') !== null
  await changeMatches(
    db,
    context,
    before
      .filter((row) => !isOpen(row))
      .map((row) => ({ action: 'edit', before: row, row: { ...row, company_id: to } })),
  )
  const open = before.filter(isOpen)
  const people = new Set(before.map(personKeyOf))
  const isAffected = (row: MatchRow): boolean => row.company_id === to || (onlyIds !== null && row.company_id === from)
  const affectedRows = rows.filter((row) => isAffected(row) && isOpen(row) && people.has(personKeyOf(row)))
  await evaluateExistingDonations(db, context, {
    donorIds,
    donationIds: new Set([...open, ...affectedRows].map(({ id }) => id)),
    action: 'evaluate',
    isSameEmployer: true,
    before: new Map(open.map((row) => [row.id, row])),
  })
  return moved
}

const matchOf = ({ id, merged_into_id }: MatchRow): number => merged_into_id ?? id
