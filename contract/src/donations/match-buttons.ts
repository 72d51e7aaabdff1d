import { actions, findMove, isActorAllowed, type Level, type MoveAction, type StatusId } from '@twofold/matching'
import { changeMessages } from './donation-changes.ts'
import type { DonationDetail } from './donations.ts'

/** Buttons are in the order of spec 2, section 2. The server applies the same table. */

type Match = Pick<
  DonationDetail,
  'inert' | 'silenced' | 'unconfirmed' | 'refunded_bill_id' | 'processed_bill_id' | 'eligible_bill_id'
> & { readonly status_id: StatusId }

export type MatchButton = {
  readonly action: MoveAction
  readonly label: string
  /** False for a completed action, which is shown but disabled. */
  readonly isOpen: boolean
}

const inOrder = [
  'confirm',
  'cancel',
  'refund',
  'no_charge',
  'silence',
  'unsilence',
  'submit',
  'verify',
  'ask_to_verify',
  'release',
  'restore',
  'edit',
  'evaluate',
] as const satisfies MoveAction[]

const hasBill = ({ processed_bill_id, eligible_bill_id }: Match): boolean =>
  processed_bill_id !== null || eligible_bill_id !== null

const alreadyRefunded = 'This match was already refunded.'
const noMailToExternal = 'This is an external match, so no emails are sent.'

const places: Partial<Record<MoveAction, (match: Match) => string | null>> = {
  refund: (match) =>
    match.refunded_bill_id !== null ? alreadyRefunded : hasBill(match) ? null : changeMessages.noBill,
  no_charge: (match) =>
    match.refunded_bill_id !== null ? alreadyRefunded : hasBill(match) ? changeMessages.hasBill : null,
  confirm: ({ unconfirmed }) => (unconfirmed ? null : 'This match request is already confirmed.'),
  silence: ({ silenced, inert }) => (inert ? noMailToExternal : silenced ? 'This match is already silenced.' : null),
  unsilence: ({ silenced, inert }) => (inert ? noMailToExternal : silenced ? null : 'This match is not silenced.'),
  release: ({ inert }) => (inert ? 'An external match can’t be a series here.' : null),
  ask_to_verify: ({ inert }) => (inert ? 'An external match is verified elsewhere.' : null),
  evaluate: ({ inert }) => (inert ? noMailToExternal : null),
}

/** Returns why an action's button is unavailable, whatever the status, or null. */
export const whyButtonHidden = (action: MoveAction, match: Match): string | null => places[action]?.(match) ?? null

/** Facts can be saved in every status. If the rules may not run, the status stays. */
const canUseButton = (action: MoveAction, { status_id }: Match, level: Level): boolean =>
  action === 'edit' ? isActorAllowed(level, ['write']) : findMove(action, status_id, level) !== null

/** A list that the nonprofit sends in status 3 is submitted, and other matches are verified. API calls accept both. */
const isHiddenByStatus = (action: MoveAction, { status_id, reason_code }: Shown): boolean =>
  status_id === 3 && action === (reason_code === 'group_submit' ? 'verify' : 'submit')

type Shown = Match & Pick<DonationDetail, 'reason_code'>

/** Returns the buttons for a person of this level. */
export function buttonsOf(match: Shown, level: Level): MatchButton[] {
  const open = inOrder
    .filter((action) => canUseButton(action, match, level))
    .filter((action) => whyButtonHidden(action, match) === null && !isHiddenByStatus(action, match))
    .map((action) => ({ action, label: actions[action].button ?? '', isOpen: true }))
  if (match.refunded_bill_id === null || !isActorAllowed(level, ['write'])) return open
  return [...open, { action: 'refund', label: 'Refunded', isOpen: false }]
}
