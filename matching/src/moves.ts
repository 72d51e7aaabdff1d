import { billableStatusIds, type StatusId, statusIds } from './statuses.ts'

/** Who asks for a move. A super user is a user; who may press what is the contract's affair. */
export type Actor = 'system' | 'user' | 'donor' | 'import'

export type MoveAction =
  | 'create'
  | 'evaluate'
  | 'consent'
  | 'give_employer'
  | 'edit'
  | 'decline'
  | 'open_instructions'
  | 'open_signing'
  | 'sign'
  | 'submit'
  | 'verify'
  | 'complete'
  | 'refuse'
  | 'expire'
  | 'release'
  | 'cancel'
  | 'no_charge'
  | 'refund'
  | 'restore'

export type Move = {
  readonly action: MoveAction
  /** Null is a gift that is just arriving. */
  readonly from: readonly (StatusId | null)[]
  readonly to: readonly StatusId[]
  readonly by: readonly Actor[]
}

/** What an evaluation may answer, but for inert gifts, which keep any status they were given. */
export const evaluatedStatusIds = [
  2, 3, 6, 7, 8, 9, 10, 11, 14, 15, 17, 19, 22, 23, 24, 25,
] as const satisfies StatusId[]
export type EvaluatedStatusId = (typeof evaluatedStatusIds)[number]

const setAside: readonly StatusId[] = [12, 13, 16]
const inPlay = statusIds.filter((id) => !setAside.includes(id))
const openForEvaluation: readonly StatusId[] = [2, 5, 6, 7, 8, 9, 10, 11, 14, 15, 17, 19, 20, 21, 22, 23, 24, 25, 28]

/**
 * Every allowed move. An action may have several rows, told apart by `from` or `by`.
 * In 3 and 4 nothing closes by itself: only staff re-evaluate a 3, and nobody a 4 or a 1.
 */
export const moves: readonly Move[] = [
  { action: 'create', from: [null], to: statusIds, by: ['system', 'user', 'import'] },
  { action: 'evaluate', from: openForEvaluation, to: evaluatedStatusIds, by: ['system', 'user', 'import'] },
  { action: 'evaluate', from: [3], to: evaluatedStatusIds, by: ['user', 'import'] },
  { action: 'consent', from: [24], to: evaluatedStatusIds, by: ['donor'] },
  { action: 'give_employer', from: [2, 23], to: evaluatedStatusIds, by: ['donor', 'user', 'import', 'system'] },
  { action: 'edit', from: openForEvaluation, to: evaluatedStatusIds, by: ['donor'] },
  { action: 'decline', from: [5, 6, 7, 8, 20, 24, 25, 28], to: [21], by: ['donor'] },
  // at 20 this is "any donor click before the deadline"
  { action: 'open_instructions', from: [7, 8, 20], to: [28], by: ['donor'] },
  // 28: a form's donor who came back from 20
  { action: 'open_signing', from: [25, 28], to: [5], by: ['donor', 'system'] },
  // 25 and 28: the signing service may report the signature before the opening
  { action: 'sign', from: [5, 25, 28], to: [3, 4], by: ['donor', 'system'] },
  { action: 'submit', from: [6, 7, 8, 20, 28], to: [4], by: ['donor', 'user'] },
  { action: 'submit', from: [3, 5, 25], to: [4], by: ['user'] },
  { action: 'verify', from: [3], to: [4], by: ['user', 'system'] },
  { action: 'complete', from: [4], to: [1], by: ['user', 'system'] },
  { action: 'refuse', from: [4], to: [11], by: ['user', 'system'] },
  { action: 'expire', from: [5, 6, 7, 8, 25, 28], to: [20], by: ['system'] },
  { action: 'release', from: [22], to: [3, 6, 7, 8, 25], by: ['user', 'system'] },
  { action: 'cancel', from: inPlay, to: [12], by: ['user'] },
  { action: 'no_charge', from: billableStatusIds, to: [13], by: ['user'] },
  { action: 'refund', from: billableStatusIds, to: [16], by: ['user'] },
  // to: where it came from, and nowhere else; see `restoredStatus`
  { action: 'restore', from: setAside, to: inPlay, by: ['user'] },
]

/** The row that allows the action from this status, for this actor where one is named; null: forbidden. */
export function findMove(action: MoveAction, from: StatusId | null, by?: Actor): Move | null {
  return (
    moves.find((move) => move.action === action && move.from.includes(from) && (!by || move.by.includes(by))) ?? null
  )
}

/** May this actor take a match from one status to another by this action? */
export function isMoveAllowed(action: MoveAction, from: StatusId | null, to: StatusId, by: Actor): boolean {
  return moves.some(
    (move) => move.action === action && move.from.includes(from) && move.to.includes(to) && move.by.includes(by),
  )
}

/** What this actor may do with a match at this status, each action once. */
export function actionsFrom(status: StatusId | null, actor: Actor): MoveAction[] {
  const allowed = moves.filter((move) => move.from.includes(status) && move.by.includes(actor))
  return [...new Set(allowed.map(({ action }) => action))]
}

/** Where 'restore' leads from 12, 13 or 16: back to where it came from. Null: nothing to restore. */
export function restoredStatus(status: StatusId, previous: StatusId | null): StatusId | null {
  return setAside.includes(status) && previous !== null && inPlay.includes(previous) ? previous : null
}

/** What `previous_status_id` becomes with a move; moving from one set-aside status to another keeps the older origin. */
export function previousStatusAfter(from: StatusId | null, to: StatusId, previous: StatusId | null): StatusId | null {
  if (!setAside.includes(to)) return null
  return from !== null && setAside.includes(from) ? previous : from
}

/** Signed by the donor: to the nonprofit where the form needs it, else to the employer. */
export const signedStatus = (formNeedsNonprofit: boolean): StatusId => (formNeedsNonprofit ? 3 : 4)

/**
 * An evaluation that again says "the donor should ask for the match" does not throw away how far the donor has come.
 * Not for '& Re-Email', where starting over is the point.
 */
export function keepProgress(current: StatusId, evaluated: StatusId): StatusId {
  const again =
    (current === 5 && evaluated === 25) ||
    (current === 28 && [6, 7, 8, 25].includes(evaluated)) ||
    ((current === 20 || current === 21) && [6, 7, 8, 25].includes(evaluated)) ||
    (current === 3 && [6, 7, 8, 25].includes(evaluated))
  return again ? current : evaluated
}
