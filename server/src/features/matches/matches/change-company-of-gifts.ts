import { evaluatedAgainStatusIds, findMove } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { changeMatches } from './change-matches.ts'
import { moveGiftsToCompany } from './company-of-gifts.queries.ts'
import { type EvaluationContext, evaluateDonors } from './evaluate-donations.ts'
import { lockEvaluating } from './family.queries.ts'
import { personOf } from './gift-book.ts'
import type { MatchRow } from './match-row.ts'
import { lockDonationsOfDonors } from './matches.queries.ts'
import { takeApart } from './take-apart.ts'

type Moving = {
  readonly donorIds: readonly number[]
  readonly from: number
  readonly to: number
  /** Only these gifts move; null: all that these donors have there. */
  readonly only: readonly number[] | null
}

/**
 * Two companies turned out to be one, or did not: gifts of these donors are the other company's, each with one line of its
 * history. The rules look at those that they may still evaluate, and at what the same people have open at the other company, and at
 * the one that only some gifts leave, because a person has one yearly maximum there. What was asked for, paid or closed only changes
 * its company. Answers what moved.
 */
export async function changeCompanyOfGifts(
  db: Db,
  context: EvaluationContext,
  { donorIds, from, to, only }: Moving,
): Promise<number[]> {
  const { organizationId, family } = context.tenant
  await lockEvaluating(db, family)
  const moves = ({ id, company_id, donor_id }: MatchRow): boolean =>
    company_id === from && donorIds.includes(donor_id) && (only === null || only.includes(id))
  if (only !== null) {
    const all = await lockDonationsOfDonors(db, [organizationId], donorIds)
    // a match all of whose gifts go stays one
    const staying = new Set(all.filter((row) => !moves(row)).map(matchOf))
    const leaving = all.filter((row) => moves(row) && staying.has(matchOf(row)))
    await takeApart(
      db,
      context,
      leaving.map(({ id }) => id),
    )
  }
  const rows = await lockDonationsOfDonors(db, [organizationId], donorIds)
  const before = rows.filter(moves).map((row) => ({ ...row }))
  const moved = await moveGiftsToCompany(db, { organizationId, donorIds, from, to, only })
  const isOpen = (row: MatchRow): boolean =>
    !row.inert &&
    row.merged_into_id === null &&
    row.payment_state !== 'refused' &&
    evaluatedAgainStatusIds.some((id) => id === row.status_id) &&
    findMove('evaluate', row.status_id, 'system') !== null
  await changeMatches(
    db,
    context,
    before
      .filter((row) => !isOpen(row))
      .map((row) => ({ action: 'edit', before: row, row: { ...row, company_id: to } })),
  )
  const open = before.filter(isOpen)
  const people = new Set(before.map(personOf))
  const isBeside = (row: MatchRow): boolean => row.company_id === to || (only !== null && row.company_id === from)
  const beside = rows.filter((row) => isBeside(row) && isOpen(row) && people.has(personOf(row)))
  await evaluateDonors(db, context, {
    donorIds,
    donationIds: new Set([...open, ...beside].map(({ id }) => id)),
    action: 'evaluate',
    isSameEmployer: true,
    before: new Map(open.map((row) => [row.id, row])),
  })
  return moved
}

const matchOf = ({ id, merged_into_id }: MatchRow): number => merged_into_id ?? id
