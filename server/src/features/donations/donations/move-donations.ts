import { randomUUID } from 'node:crypto'
import type { audit } from '@twofold/contract'
import { statusOf } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import type { SaveResult } from '../../../platform/http/serve.ts'
import { notFound, organizationClosed } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { findFamilyScope, lockDonorsForEvaluation, lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { type MovedMatch, moveMatches, type RequestedMove, undoStaffChange } from '../../matches/matches/index.ts'
import { lockForAction } from '../../matches/rows/index.ts'
import { recordingContextOf } from '../recording/index.ts'
import { refuseLockTimeout, requireActionAllowed } from './action-permissions.ts'
import {
  evaluateRemaining,
  filterLeaving,
  leaveCombinedMatches,
  rejoinCombinedMatches,
} from './cancel-combined-donation.ts'
import { markRefundedCharges } from './staff-changes.queries.ts'

type MoveResult = { readonly moved: MovedMatch[]; readonly undoId: string | null }

/**
 * Moves all or none, and is repeatable. A part is canceled alone; with `giftOnly`, so is the gift that carries the
 * others. @throws Refusal not_found, conflict, forbidden for a closed organization
 */
export async function moveDonations(
  call: WriteCall,
  directory: Directory,
  donationIds: readonly number[],
  action: StaffMove,
  { giftOnly = false, keepResult }: { readonly giftOnly?: boolean; readonly keepResult?: SaveResult } = {},
): Promise<MoveResult> {
  const { platform, tenant } = call
  const ids = [...new Set(donationIds)]
  const undoId = randomUUID()
  // Several matches update email counters in no fixed order, so the family lock serializes them.
  const holdsPeople = ids.length === 1
  const move = async (db: Db): Promise<MoveResult> => {
    const { family: visibleFamily } = tenant
    const [lockedFamily, { rows, bills, charged, areWaitedFor, isClosed }] = await Promise.all([
      holdsPeople
        ? lockDonorsForEvaluation(db, visibleFamily, { donationIds: ids })
        : lockFamilyForEvaluation(db, visibleFamily),
      lockForAction(db, visibleFamily, ids, { includeCombined: action === 'cancel' }),
    ]).catch(refuseLockTimeout)
    const relatives = lockedFamily
      ? { family: lockedFamily, seen: visibleFamily }
      : await findFamilyScope(db, visibleFamily)
    if (rows.length < ids.length) throw notFound()
    if (isClosed) throw organizationClosed()
    const open = rows.filter(({ status_id }) => status_id !== endStatusOf[action])
    await requireActionAllowed(db, call, open, action, bills)
    const context = { ...recordingContextOf(call, directory, undoId), holdsPeople, relatives }
    const leaving = action === 'cancel' ? filterLeaving(rows, giftOnly) : []
    const splitIds = await leaveCombinedMatches(db, context, leaving)
    // Totals of the family are complete only if the caller sees all of its organizations.
    const skipsReevaluation = !areWaitedFor && relatives.family.every((id) => visibleFamily.includes(id))
    const locked = leaving.length === 0 ? { locked: rows, charged, skipsReevaluation } : {}
    const movedMatches = await moveMatches(db, context, { donationIds: ids, action, ...locked })
    await evaluateRemaining(db, context, rows, splitIds)
    const moved = action === 'restore' ? await rejoinCombinedMatches(db, context, movedMatches) : movedMatches
    if (moved.some(({ from, to }) => from === 16 || to === 16)) await markRefundedCharges(db, tenant.family, ids)
    for (const { organization_id, id } of open) {
      const { from, to } = moved.find((one) => one.id === id) ?? { from: 2, to: 2 }
      await writeAudit(db, call, {
        organizationId: organization_id,
        action: auditActionOf[action],
        subject: 'match',
        subjectId: id,
        before: { status: statusOf(from).label },
        after: { status: statusOf(to).label },
      })
    }
    const result = { moved, undoId: open.length === 0 ? null : undoId }
    keepResult?.(result)
    return result
  }
  return inTenant(platform.database, tenant, move, { keepsPlans: holdsPeople })
}

const endStatusOf: Partial<Record<StaffMove, number>> = { submit: 4, verify: 4, cancel: 12, no_charge: 13, refund: 16 }

const auditActionOf = {
  submit: 'submitted',
  verify: 'verified',
  cancel: 'cancelled',
  no_charge: 'closed without a charge',
  refund: 'refunded',
  restore: 'restored',
  release: 'submitted for match',
  confirm: 'confirmed',
} satisfies Partial<Record<RequestedMove, (typeof audit.auditActions.match)[number]>>
export type StaffMove = keyof typeof auditActionOf

export async function undoChange(call: WriteCall, directory: Directory, undoId: string): Promise<number[]> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    const ids = await undoStaffChange(db, recordingContextOf(call, directory), undoId)
    await markRefundedCharges(db, tenant.family, ids)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'change undone',
      subject: 'match',
      subjectId: ids.length === 1 ? (ids[0] ?? '') : '',
      after: { matches: ids.length },
    })
    return ids
  })
}
