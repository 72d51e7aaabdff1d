import {
  actions,
  canReopen,
  findMove,
  type MoveAction,
  type NoResponseReason,
  previousStatusAfter,
  restoredStatus,
  type StatusId,
  signedStatus,
  type VoidReason,
  voidedStatusIds,
  whyForbidden,
  whyUnexpected,
} from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import { lockUnlessHeld } from '../family/index.ts'
import type { Charge } from '../ledger/index.ts'
import { isExhausted, listDonorsOf, listReasonsBefore, lockDonations, type MatchRow } from '../rows/index.ts'
import { moveActorOf } from './actor.ts'
import { changeMatches, undoExpiresAt } from './change-matches.ts'
import { type EvaluationContext, evaluateExistingDonations } from './evaluate-donations.ts'
import { listFormsNeedingNonprofit } from './rule-context.queries.ts'

/** `recordDonations` and `updateDonations` create, edit, and change employers. */
export type RequestedMove = Exclude<MoveAction, 'create' | 'edit' | 'give_employer'>

export type MovedMatch = { readonly id: number; readonly from: StatusId; readonly to: StatusId }

/**
 * Moves all matches or none. A match with the target status stays unchanged. @throws Refusal conflict with the reason
 */
export async function moveMatches(
  db: Db,
  context: EvaluationContext,
  request: {
    readonly donationIds: readonly number[]
    readonly action: RequestedMove
    readonly whereAllowed?: boolean
    readonly reasonCode?: NoResponseReason | VoidReason
    /** '& Re-Email' evaluates again and discards the donors' progress. */
    readonly startsOver?: boolean
    readonly why?: string
    readonly locked?: readonly MatchRow[]
    readonly charged?: ReadonlyMap<number, Charge>
    /** No match waits for a maximum that these may free. */
    readonly skipsReevaluation?: boolean
  },
): Promise<MovedMatch[]> {
  const { tenant, actor } = context
  const { action, donationIds, whereAllowed = false, reasonCode = '', startsOver = false, why = '' } = request
  const isByRules = actions[action].leadsTo === 'rules'
  // Before any row lock, as everywhere: a move may free a maximum for the person's other matches.
  if (!request.locked) await lockUnlessHeld(db, context)
  const locked = request.locked ?? (await lockDonations(db, tenant.family, donationIds))
  const rows = whereAllowed ? locked.filter((row) => findMove(action, row.status_id, moveActorOf(actor))) : locked
  if (!whereAllowed && locked.length < new Set(donationIds).size) throw notFound()
  return isByRules
    ? moveByRules(db, context, action, rows, startsOver)
    : moveByTable(db, withKnownCharges(context, request), action, rows, { reasonCode, why })
}

const withKnownCharges = (
  context: EvaluationContext,
  {
    charged,
    skipsReevaluation = false,
  }: { readonly charged?: ReadonlyMap<number, Charge>; readonly skipsReevaluation?: boolean },
): EvaluationContext => ({
  ...context,
  ...(charged ? { charged } : {}),
  ...(skipsReevaluation ? { skipsReevaluation } : {}),
})

async function moveByTable(
  db: Db,
  context: EvaluationContext,
  action: RequestedMove,
  rows: readonly MatchRow[],
  { reasonCode, why }: { readonly reasonCode: string; readonly why: string },
): Promise<MovedMatch[]> {
  const now = context.platform.clock()
  const needingNonprofit = action === 'sign' ? await formsNeedingNonprofit(db, rows) : new Set<number | null>()
  const ids = rows.map(({ id }) => id)
  const before =
    action === 'restore' ? await listReasonsBefore(db, context.tenant.family, ids) : new Map<number, string>()
  const moved = rows.map((row) => {
    const to = targetOf(action, row, needingNonprofit)
    const isUnchanged = to === row.status_id && actions[action].leadsTo !== 'stays'
    if (!isUnchanged && !findMove(action, row.status_id, moveActorOf(context.actor)))
      throw forbidden(action, row.status_id)
    if (!isUnchanged && to === 28 && isPastDeadline(row, now)) throw forbidden(action, row.status_id)
    return { row, to }
  })
  await changeMatches(
    db,
    context,
    moved.flatMap(({ row, to }) => {
      const after = rowAfter(action, row, to, before.get(row.id) ?? reasonCode, now)
      return after
        ? [{ action, before: row, row: after, why: why || (whyUnexpected(action, row.status_id) ?? '') }]
        : []
    }),
  )
  return moved.map(({ row, to }) => ({ id: row.id, from: row.status_id, to }))
}

const formsNeedingNonprofit = (db: Db, rows: readonly MatchRow[]): Promise<Set<number | null>> =>
  listFormsNeedingNonprofit(
    db,
    rows.flatMap((row) => row.policy_version_id ?? []),
  )

function targetOf(action: RequestedMove, row: MatchRow, needingNonprofit: ReadonlySet<number | null>): StatusId {
  const { leadsTo } = actions[action]
  switch (leadsTo) {
    case 'before': {
      const restored = restoredStatus(row.status_id, row.previous_status_id)
      if (restored === null) throw forbidden(action, row.status_id)
      return restored
    }
    case 'form':
      return signedStatus(needingNonprofit.has(row.policy_version_id))
    case 'stays':
    case 'rules':
      return row.status_id
    default:
      return leadsTo
  }
}

function rowAfter(action: RequestedMove, row: MatchRow, to: StatusId, reasonCode: string, now: Date): MatchRow | null {
  if (action === 'silence' || action === 'unsilence') {
    const silenced = action === 'silence'
    return row.silenced === silenced ? null : { ...row, silenced }
  }
  if (row.status_id === to) return null
  const after = {
    ...row,
    status_id: to,
    previous_status_id: previousStatusAfter(row.status_id, to, row.previous_status_id),
    payment_state: paymentAfter(action, row, to),
    unconfirmed: row.unconfirmed && staysUnconfirmed(action, to),
    reason_code: action === 'refuse' ? 'refused' : reasonCode,
  }
  // An archived match was not woken when part of a maximum became free.
  return action === 'restore' && isExhausted(after)
    ? { ...after, look_again_at: undoExpiresAt(now).toISOString() }
    : after
}

/** Staff confirm a request by recording its outcome, but not by archiving or closing it. */
const staysUnconfirmed = (action: RequestedMove, to: StatusId): boolean =>
  action === 'restore' || to === 21 || voidedStatusIds.some((id) => id === to)

/** The match would expire again at once. */
const isPastDeadline = ({ status_id, deadline_at }: MatchRow, now: Date): boolean =>
  status_id === 20 && !canReopen(deadline_at === null ? null : new Date(deadline_at), now)

function paymentAfter(action: RequestedMove, row: MatchRow, to: StatusId): MatchRow['payment_state'] {
  if (to === 4 && row.payment_state === 'none') return 'expected'
  // An archived gift no longer expects money; restored to status 4, it does again.
  if (row.payment_state === 'expected' && voidedStatusIds.some((id) => id === to)) return 'none'
  return action === 'refuse' ? 'refused' : row.payment_state
}

async function moveByRules(
  db: Db,
  context: EvaluationContext,
  action: RequestedMove,
  rows: readonly MatchRow[],
  startsOver: boolean,
): Promise<MovedMatch[]> {
  const { tenant, actor, platform } = context
  const open = rows.filter((row) => findMove(action, row.status_id, moveActorOf(actor)))
  const blocked = rows.find((row) => !open.includes(row) && !(action === 'consent' && row.consented_at !== null))
  if (blocked) throw forbidden(action, blocked.status_id)
  const ids = open.map((row) => row.id)
  const donorIds = await listDonorsOf(db, tenant.family, ids)
  const donationIds = new Set(ids)
  const evaluationContext = startsOver ? { ...context, mailAgain: donationIds } : context
  const statuses = await evaluateExistingDonations(db, evaluationContext, {
    donorIds,
    donationIds,
    action,
    startsOver,
    consentedAt: action === 'consent' ? platform.clock().toISOString() : null,
  })
  return rows.map((row) => ({ id: row.id, from: row.status_id, to: statuses.get(row.id) ?? row.status_id }))
}

const forbidden = (action: MoveAction, from: StatusId): Refusal => new Refusal('conflict', whyForbidden(action, from))
