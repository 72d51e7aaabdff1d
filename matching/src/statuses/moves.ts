import {
  awaitingRequestStatusIds,
  donorMayActStatusIds,
  employerCanAnswerStatusIds,
  instructedStatusIds,
  voidedStatusIds,
} from './status-sets.ts'
import { billableStatusIds, type StatusId, statusIds } from './statuses.ts'

/** Each level includes the ones before it. */
export const levels = ['read', 'write', 'admin', 'super'] as const
export type Level = (typeof levels)[number]

/** The system, the donor, an import, or a user with a level. */
export type MoveActor = 'system' | 'donor' | 'import' | Level

export type MoveAction =
  | 'create'
  | 'evaluate'
  | 'consent'
  | 'confirm'
  | 'give_employer'
  | 'edit'
  | 'decline'
  | 'open_instructions'
  | 'open_signing'
  | 'sign'
  | 'submit'
  | 'ask_to_verify'
  | 'verify'
  | 'complete'
  | 'refuse'
  | 'expire'
  | 'release'
  | 'cancel'
  | 'no_charge'
  | 'refund'
  | 'restore'
  | 'silence'
  | 'unsilence'

export type Move = {
  readonly action: MoveAction
  readonly from: readonly (StatusId | null)[]
  readonly to: readonly StatusId[]
  /** A level includes the levels above it. */
  readonly by: readonly MoveActor[]
}

/** Inert gifts keep any given status instead. */
export const evaluatedStatusIds = [
  2, 3, 6, 7, 8, 9, 10, 11, 14, 15, 17, 19, 22, 23, 24, 25,
] as const satisfies StatusId[]

const voidedIds: readonly StatusId[] = voidedStatusIds
const activeIds = statusIds.filter((id) => !voidedIds.includes(id))
const openForEvaluation: readonly StatusId[] = [
  2,
  ...awaitingRequestStatusIds,
  9,
  10,
  11,
  14,
  15,
  17,
  19,
  20,
  21,
  22,
  23,
  24,
]

/**
 * An action may have several rows. Statuses 3 and 4 never close automatically; only staff evaluate a 3 again. A 1 is
 * never evaluated again, a 4 only if staff name an employer that has not been asked yet.
 */
export const moves: readonly Move[] = [
  { action: 'create', from: [null], to: statusIds, by: ['system', 'donor', 'import', 'write'] },
  { action: 'evaluate', from: openForEvaluation, to: evaluatedStatusIds, by: ['system', 'import', 'write'] },
  { action: 'evaluate', from: [3], to: evaluatedStatusIds, by: ['import', 'write'] },
  { action: 'consent', from: [24], to: evaluatedStatusIds, by: ['donor'] },
  // A request from a public page: a file contains the gift, or staff confirm it.
  { action: 'confirm', from: [14, 17, 24], to: evaluatedStatusIds, by: ['import', 'write'] },
  { action: 'give_employer', from: [2, 23], to: evaluatedStatusIds, by: ['donor', 'import', 'system', 'write'] },
  // The donor clicks "I work somewhere else".
  {
    action: 'give_employer',
    from: [9, 10, 11, 15, 19, ...instructedStatusIds, 28, 20],
    to: evaluatedStatusIds,
    by: ['donor'],
  },
  // The request went to a former employer.
  { action: 'give_employer', from: [4], to: evaluatedStatusIds, by: ['write'] },
  { action: 'edit', from: openForEvaluation, to: evaluatedStatusIds, by: ['donor', 'system', 'import', 'write'] },
  { action: 'edit', from: [3], to: evaluatedStatusIds, by: ['import', 'write'] },
  { action: 'decline', from: [...awaitingRequestStatusIds, 20, 24], to: [21], by: ['donor'] },
  // In status 20, this is "any donor click before the deadline".
  { action: 'open_instructions', from: [7, 8, 20], to: [28], by: ['donor'] },
  // Status 28: a form's donor who returned from 20.
  { action: 'open_signing', from: [25, 28], to: [5], by: ['donor', 'system'] },
  // The signing service may report the signature before the opening.
  { action: 'sign', from: [5, 25, 28], to: [3, 4], by: ['donor', 'system'] },
  { action: 'submit', from: [...awaitingRequestStatusIds, 20], to: [4], by: ['donor'] },
  // The donor requested the match outside Twofold; see `whyUnexpected`.
  { action: 'submit', from: [3, ...donorMayActStatusIds, 2, 9, 11], to: [4], by: ['write'] },
  // The company or its platform contacts the nonprofit, even if no request was known.
  { action: 'ask_to_verify', from: [4, ...awaitingRequestStatusIds, 20], to: [3], by: ['write'] },
  { action: 'verify', from: [3], to: [4], by: ['write', 'system'] },
  // The employer pays, approves, or refuses, even if no request was known.
  { action: 'complete', from: employerCanAnswerStatusIds, to: [1], by: ['write', 'system'] },
  { action: 'refuse', from: employerCanAnswerStatusIds, to: [11], by: ['write', 'system'] },
  { action: 'expire', from: awaitingRequestStatusIds, to: [20], by: ['system'] },
  { action: 'release', from: [22], to: evaluatedStatusIds, by: ['write', 'system'] },
  { action: 'cancel', from: activeIds, to: [12], by: ['write'] },
  { action: 'no_charge', from: billableStatusIds, to: [13], by: ['write'] },
  { action: 'refund', from: billableStatusIds, to: [16], by: ['write'] },
  // Restores only the previous status; see `restoredStatus`.
  { action: 'restore', from: voidedIds, to: activeIds, by: ['write'] },
  // Donors silence a match by unsubscribing from the emails about one gift.
  { action: 'silence', from: statusIds, to: statusIds, by: ['donor', 'write'] },
  { action: 'unsilence', from: statusIds, to: statusIds, by: ['donor', 'write'] },
]

const isLevel = (by: MoveActor): by is Level => levels.some((level) => level === by)

/** Returns whether `by` is among the allowed actors, including higher levels. */
export function isActorAllowed(by: MoveActor, allowed: readonly MoveActor[]): boolean {
  if (!isLevel(by)) return allowed.includes(by)
  return levels.slice(0, levels.indexOf(by) + 1).some((level) => allowed.includes(level))
}

const actionsKeepingStatus: readonly MoveAction[] = ['silence', 'unsilence']

/** Returns the row that allows the action, optionally for an actor, or null. */
export function findMove(action: MoveAction, from: StatusId | null, by?: MoveActor): Move | null {
  return (
    moves.find((move) => move.action === action && move.from.includes(from) && (!by || isActorAllowed(by, move.by))) ??
    null
  )
}

/** Returns whether the actor may move a match between two statuses with this action. */
export function isMoveAllowed(action: MoveAction, from: StatusId | null, to: StatusId, by: MoveActor): boolean {
  if (actionsKeepingStatus.includes(action) && from !== to) return false
  return moves.some(
    (move) => move.action === action && move.from.includes(from) && move.to.includes(to) && isActorAllowed(by, move.by),
  )
}

/** Returns the target of 'restore' from 12, 13, or 16: the previous status, or null. */
export function restoredStatus(status: StatusId, previous: StatusId | null): StatusId | null {
  return voidedIds.includes(status) && previous !== null && activeIds.includes(previous) ? previous : null
}

/** Returns `previous_status_id` after a move. A move between two set-aside statuses keeps the older origin. */
export function previousStatusAfter(from: StatusId | null, to: StatusId, previous: StatusId | null): StatusId | null {
  if (!voidedIds.includes(to)) return null
  return from !== null && voidedIds.includes(from) ? previous : from
}

/** Returns 3 if the form requires the nonprofit, otherwise 4. */
export const signedStatus = (formNeedsNonprofit: boolean): StatusId => (formNeedsNonprofit ? 3 : 4)

const instructedIds: readonly StatusId[] = instructedStatusIds

/** Returns the donor's progress if an evaluation only instructs them again. '& Re-Email' does not use it. */
export function keepProgress(current: StatusId, evaluated: StatusId): StatusId {
  const isInstructedAgain =
    (current === 5 && evaluated === 25) || ([3, 20, 21, 28].includes(current) && instructedIds.includes(evaluated))
  return isInstructedAgain ? current : evaluated
}
