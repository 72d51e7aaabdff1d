import { randomUUID } from 'node:crypto'
import type { audit } from '@twofold/contract'
import { statusOf } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import type { KeepResult } from '../../../platform/http/serve.ts'
import { notFound, organizationClosed } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import {
  findRelatives,
  lockEvaluating,
  lockPeople,
  lockToPress,
  type MovedMatch,
  moveMatches,
  type RequestedMove,
  undoStaffChange,
} from '../../matches/matches/index.ts'
import { joinAgain, judgeRest, leaveWholes, leavingAmong } from './cancel-gift.ts'
import { noteRefunds } from './change-by-hand.queries.ts'
import { contextOf, type Writing } from './change-donation.ts'
import { othersAtWork, refusePress } from './press.ts'

type Pressed = { readonly moved: MovedMatch[]; readonly undoId: string | null }

/**
 * Moves matches as a staff action requests, all or none. Matches already in the target status are unchanged, so a
 * repeated request has no effect. A part is canceled alone; with `giftOnly`, so is the gift that carries the others.
 * @throws Refusal not_found, forbidden for a closed organization, conflict with the reason of the first refused match
 */
export async function pressMove(
  call: Writing,
  directory: Directory,
  donationIds: readonly number[],
  action: PressedMove,
  { giftOnly = false, keepResult }: { readonly giftOnly?: boolean; readonly keepResult?: KeepResult } = {},
): Promise<Pressed> {
  const { platform, tenant } = call
  const ids = [...new Set(donationIds)]
  const undoId = randomUUID()
  // Several matches update several email counters of the organization in no fixed order, so the family lock serializes them.
  const holdsPeople = ids.length === 1
  const press = async (db: Db): Promise<Pressed> => {
    const { family: seen } = tenant
    const [held, { rows, bills, charged, areWaitedFor, isClosed }] = await Promise.all([
      holdsPeople ? lockPeople(db, seen, { donationIds: ids }) : lockEvaluating(db, seen),
      lockToPress(db, seen, ids, { partsToo: action === 'cancel' }),
    ]).catch(othersAtWork)
    const relatives = held ? { family: held, seen } : await findRelatives(db, seen)
    if (rows.length < ids.length) throw notFound()
    if (isClosed) throw organizationClosed()
    const open = rows.filter(({ status_id }) => status_id !== endOf[action])
    await refusePress(db, call, open, action, bills)
    const context = { ...contextOf(call, directory, undoId), holdsPeople, relatives }
    const leaving = action === 'cancel' ? leavingAmong(rows, giftOnly) : []
    const left = await leaveWholes(db, context, leaving)
    // Totals of the family are complete only if the caller has access to all of its organizations.
    const isFilledUp = !areWaitedFor && relatives.family.every((id) => seen.includes(id))
    const locked = leaving.length === 0 ? { locked: rows, charged, isFilledUp } : {}
    const asked = await moveMatches(db, context, { donationIds: ids, action, ...locked })
    await judgeRest(db, context, rows, left)
    const moved = action === 'restore' ? await joinAgain(db, context, asked) : asked
    if (moved.some(({ from, to }) => from === 16 || to === 16)) await noteRefunds(db, tenant.family, ids)
    for (const { organization_id, id } of open) {
      const { from, to } = moved.find((one) => one.id === id) ?? { from: 2, to: 2 }
      await writeAudit(db, call, {
        organizationId: organization_id,
        action: words[action],
        subject: 'match',
        subjectId: id,
        before: { status: statusOf(from).label },
        after: { status: statusOf(to).label },
      })
    }
    const pressed = { moved, undoId: open.length === 0 ? null : undoId }
    keepResult?.(pressed)
    return pressed
  }
  return inTenant(platform.database, tenant, press, { keepsPlans: holdsPeople })
}

/** Target statuses of actions that may be repeated. */
const endOf: Partial<Record<PressedMove, number>> = { submit: 4, verify: 4, cancel: 12, no_charge: 13, refund: 16 }

/** Audit trail names of the actions. */
const words = {
  submit: 'submitted',
  verify: 'verified',
  cancel: 'cancelled',
  no_charge: 'closed without a charge',
  refund: 'refunded',
  restore: 'restored',
  release: 'submitted for match',
  confirm: 'confirmed',
} satisfies Partial<Record<RequestedMove, (typeof audit.auditActs.match)[number]>>
export type PressedMove = keyof typeof words

/** Undoes a recent change by staff; returns the changed donations. */
export async function takeBackChange(call: Writing, directory: Directory, undoId: string): Promise<number[]> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    const ids = await undoStaffChange(db, contextOf(call, directory), undoId)
    await noteRefunds(db, tenant.family, ids)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'taken back',
      subject: 'match',
      subjectId: ids.length === 1 ? (ids[0] ?? '') : '',
      after: { matches: ids.length },
    })
    return ids
  })
}
