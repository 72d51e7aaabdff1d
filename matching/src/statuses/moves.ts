import {
  answerableStatusIds,
  askingStatusIds,
  donorMayActStatusIds,
  setAsideStatusIds,
  toldStatusIds,
} from './status-sets.ts'
import { billableStatusIds, type StatusId, statusIds } from './statuses.ts'

/** A person's level; each may what the ones before it may. */
export const levels = ['read', 'write', 'admin', 'super'] as const
export type Level = (typeof levels)[number]

/** Who asks for a move: the product itself, the donor, an upload, or a person of a level. */
export type Mover = 'system' | 'donor' | 'import' | Level

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
  /** Null is a gift that is just arriving. */
  readonly from: readonly (StatusId | null)[]
  readonly to: readonly StatusId[]
  /** A level stands for itself and those above it. */
  readonly by: readonly Mover[]
}

/** What an evaluation may answer, but for inert gifts, which keep any status they were given. */
export const evaluatedStatusIds = [
  2, 3, 6, 7, 8, 9, 10, 11, 14, 15, 17, 19, 22, 23, 24, 25,
] as const satisfies StatusId[]
export type EvaluatedStatusId = (typeof evaluatedStatusIds)[number]

const setAside: readonly StatusId[] = setAsideStatusIds
const inPlay = statusIds.filter((id) => !setAside.includes(id))
const openForEvaluation: readonly StatusId[] = [2, ...askingStatusIds, 9, 10, 11, 14, 15, 17, 19, 20, 21, 22, 23, 24]

/**
 * Every allowed move. An action may have several rows, told apart by `from` or `by`.
 * In 3 and 4 nothing closes by itself: only staff evaluate a 3 again, nobody a 1, and a 4 only where staff name an employer who has
 * yet to be asked.
 */
export const moves: readonly Move[] = [
  { action: 'create', from: [null], to: statusIds, by: ['system', 'donor', 'import', 'write'] },
  { action: 'evaluate', from: openForEvaluation, to: evaluatedStatusIds, by: ['system', 'import', 'write'] },
  { action: 'evaluate', from: [3], to: evaluatedStatusIds, by: ['import', 'write'] },
  { action: 'consent', from: [24], to: evaluatedStatusIds, by: ['donor'] },
  // a request from a public page: a file names the gift, or staff know of it
  { action: 'confirm', from: [14, 17, 24], to: evaluatedStatusIds, by: ['import', 'write'] },
  { action: 'give_employer', from: [2, 23], to: evaluatedStatusIds, by: ['donor', 'import', 'system', 'write'] },
  // "I work somewhere else"
  {
    action: 'give_employer',
    from: [9, 10, 11, 15, 19, ...toldStatusIds, 28, 20],
    to: evaluatedStatusIds,
    by: ['donor'],
  },
  // the request was made to a former employer, and staff say that this one has yet to be asked
  { action: 'give_employer', from: [4], to: evaluatedStatusIds, by: ['write'] },
  { action: 'edit', from: openForEvaluation, to: evaluatedStatusIds, by: ['donor', 'system', 'import', 'write'] },
  { action: 'edit', from: [3], to: evaluatedStatusIds, by: ['import', 'write'] },
  { action: 'decline', from: [...askingStatusIds, 20, 24], to: [21], by: ['donor'] },
  // at 20 this is "any donor click before the deadline"
  { action: 'open_instructions', from: [7, 8, 20], to: [28], by: ['donor'] },
  // 28: a form's donor who came back from 20
  { action: 'open_signing', from: [25, 28], to: [5], by: ['donor', 'system'] },
  // 25 and 28: the signing service may report the signature before the opening
  { action: 'sign', from: [5, 25, 28], to: [3, 4], by: ['donor', 'system'] },
  // 25 and 5: a form is sent on paper or as a file as well
  { action: 'submit', from: [...askingStatusIds, 20], to: [4], by: ['donor'] },
  // the donor did it without us: see `whyUnexpected`
  { action: 'submit', from: [3, ...donorMayActStatusIds, 2, 9, 11], to: [4], by: ['write'] },
  // the company or its platform writes to the nonprofit, whatever we knew of a request
  { action: 'ask_to_verify', from: [4, ...askingStatusIds, 20], to: [3], by: ['write'] },
  { action: 'verify', from: [3], to: [4], by: ['write', 'system'] },
  // the employer pays, approves or refuses, whatever we knew of a request
  { action: 'complete', from: answerableStatusIds, to: [1], by: ['write', 'system'] },
  { action: 'refuse', from: answerableStatusIds, to: [11], by: ['write', 'system'] },
  { action: 'expire', from: askingStatusIds, to: [20], by: ['system'] },
  { action: 'release', from: [22], to: evaluatedStatusIds, by: ['write', 'system'] },
  { action: 'cancel', from: inPlay, to: [12], by: ['write'] },
  { action: 'no_charge', from: billableStatusIds, to: [13], by: ['write'] },
  { action: 'refund', from: billableStatusIds, to: [16], by: ['write'] },
  // to: where it came from, and nowhere else; see `restoredStatus`
  { action: 'restore', from: setAside, to: inPlay, by: ['write'] },
  // to: where it is
  // by the donor: unsubscribing from the emails about one gift
  { action: 'silence', from: statusIds, to: statusIds, by: ['donor', 'write'] },
  { action: 'unsilence', from: statusIds, to: statusIds, by: ['donor', 'write'] },
]

const isLevel = (by: Mover): by is Level => levels.some((level) => level === by)

/** May `by` do what the table allows to these? */
export function isAmong(by: Mover, allowed: readonly Mover[]): boolean {
  if (!isLevel(by)) return allowed.includes(by)
  return levels.slice(0, levels.indexOf(by) + 1).some((level) => allowed.includes(level))
}

const staying: readonly MoveAction[] = ['silence', 'unsilence']

/** The row that allows the action from this status, for this mover where one is named; null: forbidden. */
export function findMove(action: MoveAction, from: StatusId | null, by?: Mover): Move | null {
  return (
    moves.find((move) => move.action === action && move.from.includes(from) && (!by || isAmong(by, move.by))) ?? null
  )
}

/** May this mover take a match from one status to another by this action? */
export function isMoveAllowed(action: MoveAction, from: StatusId | null, to: StatusId, by: Mover): boolean {
  if (staying.includes(action) && from !== to) return false
  return moves.some(
    (move) => move.action === action && move.from.includes(from) && move.to.includes(to) && isAmong(by, move.by),
  )
}

/** What this mover may do with a match at this status, each action once. */
export function actionsFrom(status: StatusId | null, by: Mover): MoveAction[] {
  const allowed = moves.filter((move) => move.from.includes(status) && isAmong(by, move.by))
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

const told: readonly StatusId[] = toldStatusIds

/**
 * An evaluation that again says "the donor should ask for the match" does not throw away how far the donor has come.
 * Not for '& Re-Email', where starting over is the point.
 */
export function keepProgress(current: StatusId, evaluated: StatusId): StatusId {
  const again = (current === 5 && evaluated === 25) || ([3, 20, 21, 28].includes(current) && told.includes(evaluated))
  return again ? current : evaluated
}
