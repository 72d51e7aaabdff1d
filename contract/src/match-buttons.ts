import { actions, findMove, isAmong, type Level, type MoveAction, type StatusId } from '@twofold/matching'
import type { DonationDetail } from './donations.ts'

/** The buttons of a match, in the order of spec 2, section 2: the server allows what the same table allows. */

type Match = Pick<
  DonationDetail,
  'inert' | 'silenced' | 'recurring_id' | 'refunded_bill_id' | 'processed_bill_id' | 'eligible_bill_id'
> & { readonly status_id: StatusId }

export type MatchButton = {
  readonly action: MoveAction
  readonly label: string
  /** False: shown, and done already. */
  readonly isOpen: boolean
}

const inOrder = [
  'cancel',
  'refund',
  'no_charge',
  'silence',
  'unsilence',
  'submit',
  'verify',
  'release',
  'restore',
  'edit',
  'evaluate',
] as const satisfies MoveAction[]

const hasBill = ({ processed_bill_id, eligible_bill_id }: Match): boolean =>
  processed_bill_id !== null || eligible_bill_id !== null

/** Where the status alone does not say whether a button has a place. */
const places: Partial<Record<MoveAction, (match: Match) => boolean>> = {
  refund: (match) => hasBill(match) && match.refunded_bill_id === null,
  no_charge: (match) => !hasBill(match) && match.refunded_bill_id === null,
  silence: ({ silenced, inert }) => !silenced && !inert,
  unsilence: ({ silenced, inert }) => silenced && !inert,
  release: ({ recurring_id }) => recurring_id !== null,
  evaluate: ({ inert }) => !inert,
}

/** Facts are saved at every status; where the rules may not look any more, they stay as they were. */
const mayPress = (action: MoveAction, { status_id }: Match, level: Level): boolean =>
  action === 'edit' ? isAmong(level, ['write']) : findMove(action, status_id, level) !== null

/** What a person of this level may press. */
export function buttonsOf(match: Match, level: Level): MatchButton[] {
  const open = inOrder
    .filter((action) => mayPress(action, match, level))
    .filter((action) => places[action]?.(match) ?? true)
    .map((action) => ({ action, label: actions[action].button ?? '', isOpen: true }))
  if (match.refunded_bill_id === null || !isAmong(level, ['write'])) return open
  return [...open, { action: 'refund', label: 'Refunded', isOpen: false }]
}
