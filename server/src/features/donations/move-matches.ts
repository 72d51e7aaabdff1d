import {
  findMove,
  type MoveAction,
  previousStatusAfter,
  restoredStatus,
  type StatusId,
  signedStatus,
  statusOf,
} from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import {
  type Actor,
  insertEvents,
  type JudgedRow,
  listDonorsOf,
  lockDonations,
  lockJudging,
  updateMoved,
} from './donations.queries.ts'
import { type JudgingContext, judgeDonors } from './judge-donations.ts'
import { listFormsNeedingNonprofit } from './world.queries.ts'

/** Actions with one outcome. The others are decided by the rules: see `judgedActions`. */
const outcomes = {
  open_instructions: 28,
  open_signing: 5,
  submit: 4,
  verify: 4,
  complete: 1,
  refuse: 11,
  expire: 20,
  decline: 21,
  cancel: 12,
  no_charge: 13,
  refund: 16,
} as const satisfies Partial<Record<MoveAction, StatusId>>

type PlainAction = keyof typeof outcomes | 'sign' | 'restore'
/** After these the rules decide where the match goes. */
const judgedActions = ['consent', 'evaluate', 'release'] as const
export type RequestedMove = PlainAction | (typeof judgedActions)[number]

const isJudged = (action: RequestedMove): action is (typeof judgedActions)[number] =>
  judgedActions.some((judged) => judged === action)

export type MovedMatch = { readonly id: number; readonly from: StatusId; readonly to: StatusId }

/**
 * Moves matches: the only writer of a status beside the rules themselves. Status, history and what follows are written
 * in the caller's transaction. All of them move or none: a move that is not allowed throws a `conflict` that says why.
 * A match that already is where the action leads stays there, so a press that arrives twice counts once.
 */
export async function moveMatches(
  db: Db,
  context: JudgingContext & { readonly actor: Actor },
  request: {
    readonly donationIds: readonly number[]
    readonly action: RequestedMove
    /** Leaves out matches that may not move, for many at once that were chosen a moment ago. */
    readonly whereAllowed?: boolean
  },
): Promise<MovedMatch[]> {
  const { tenant, platform, actor } = context
  if (isJudged(request.action)) await lockJudging(db, tenant.family)
  const locked = await lockDonations(db, tenant.family, request.donationIds)
  const rows = request.whereAllowed
    ? locked.filter((row) => findMove(request.action, row.status_id, actor.kind))
    : locked
  if (!request.whereAllowed && locked.length < new Set(request.donationIds).size) throw notFound()
  const now = platform.clock()
  if (isJudged(request.action)) return moveByRules(db, context, request.action, rows)

  const plain = request.action
  const versionIds = rows.flatMap((row) => row.policy_version_id ?? [])
  const needingNonprofit = plain === 'sign' ? await listFormsNeedingNonprofit(db, versionIds) : new Set<number | null>()
  const signed = (row: JudgedRow): StatusId => signedStatus(needingNonprofit.has(row.policy_version_id))
  const moved = rows.map((row) => ({ row, to: targetOf(plain, row, actor, signed) }))
  const changed = moved.filter(({ row, to }) => row.status_id !== to)
  await updateMoved(
    db,
    changed.map(({ row, to }) => ({
      organization_id: row.organization_id,
      id: row.id,
      status_id: to,
      previous_status_id: previousStatusAfter(row.status_id, to, row.previous_status_id),
      payment_state: paymentAfter(row, to),
      reason_code: reasonOf(plain, row, now),
      consented: false,
    })),
    now,
  )
  await insertEvents(
    db,
    changed.map(({ row, to }) => ({
      organization_id: row.organization_id,
      donation_id: row.id,
      action: plain,
      from_status_id: row.status_id,
      to_status_id: to,
      reason_code: reasonOf(plain, row, now),
    })),
    actor,
    now,
  )
  return moved.map(({ row, to }) => ({ id: row.id, from: row.status_id, to }))
}

function targetOf(action: PlainAction, row: JudgedRow, actor: Actor, signed: (row: JudgedRow) => StatusId): StatusId {
  if (action === 'restore') {
    const restored = restoredStatus(row.status_id, row.previous_status_id)
    if (restored === null) throw forbiddenMove(action, row.status_id)
    return restored
  }
  const to = action === 'sign' ? signed(row) : outcomes[action]
  if (row.status_id !== to && !findMove(action, row.status_id, actor.kind)) throw forbiddenMove(action, row.status_id)
  return to
}

/** Time closes a match at its deadline, or because nobody answered; the other moves say why themselves. */
const reasonOf = (action: PlainAction, { deadline_at }: JudgedRow, now: Date): string =>
  action === 'expire' && deadline_at !== null && Date.parse(deadline_at) < now.getTime() ? 'expired' : ''

function paymentAfter(row: JudgedRow, to: StatusId): JudgedRow['payment_state'] {
  if (to === 4 && row.payment_state === 'none') return 'expected'
  if (row.status_id === 4 && to === 11) return 'refused'
  return row.payment_state
}

async function moveByRules(
  db: Db,
  context: JudgingContext & { readonly actor: Actor },
  action: (typeof judgedActions)[number],
  rows: readonly JudgedRow[],
): Promise<MovedMatch[]> {
  const { tenant, platform, actor } = context
  const open = rows.filter((row) => findMove(action, row.status_id, actor.kind))
  const closed = rows.find((row) => !open.includes(row) && !(action === 'consent' && row.consented))
  if (closed) throw forbiddenMove(action, closed.status_id)
  if (action === 'consent') {
    const consents = open.map((row) => ({ ...row, reason_code: '', consented: true }))
    await updateMoved(db, consents, platform.clock())
  }
  const ids = open.map((row) => row.id)
  const donorIds = await listDonorsOf(db, tenant.family, ids)
  const results = await judgeDonors(db, context, { donorIds, donationIds: new Set(ids), action })
  return rows.map((row) => ({ id: row.id, from: row.status_id, to: results.get(row.id) ?? row.status_id }))
}

const actionWords: Record<RequestedMove, string> = {
  open_instructions: 'opened by the donor',
  open_signing: 'opened for signing',
  sign: 'signed',
  submit: 'marked as submitted',
  verify: 'verified',
  complete: 'completed',
  refuse: 'marked as refused',
  expire: 'closed for want of a response',
  decline: 'declined',
  cancel: 'cancelled',
  no_charge: 'set to No Charge',
  refund: 'refunded',
  restore: 'restored',
  consent: 'consented to',
  evaluate: 'evaluated again',
  release: 'submitted for match',
}

const forbiddenMove = (action: RequestedMove, from: StatusId): Refusal =>
  new Refusal('conflict', `A match that is “${statusOf(from).label}” cannot be ${actionWords[action]}.`)
