import type { MoveAction } from './moves.ts'
import { type StatusId, statusOf } from './statuses.ts'

/**
 * `rules`: an evaluation decides. `before`: the previous status. `form`: 3 if the form requires the nonprofit,
 * otherwise 4.
 */
export type ActionTarget = StatusId | 'rules' | 'before' | 'form' | 'stays'

export type Action = {
  readonly leadsTo: ActionTarget
  /** Completes the sentence "… matches can’t be". */
  readonly done: string
  readonly history: string
  /** Undefined if staff have no button. */
  readonly button?: string
  /** The `status` of `donation/confirm`, or a separate call. */
  readonly spec?: 'submitted' | 'refunded' | 'no-charge' | 'cancel' | 'silence' | 'submit for match' | 'reprocess'
  /** No email, because the donor was already informed elsewhere. */
  readonly quiet?: true
}

export const actions: Readonly<Record<MoveAction, Action>> = {
  create: { leadsTo: 'rules', done: 'recorded', history: 'Recorded' },
  evaluate: {
    leadsTo: 'rules',
    done: 'evaluated again',
    history: 'Checked against the company’s policy',
    button: '& Re-Email',
    spec: 'reprocess',
  },
  consent: { leadsTo: 'rules', done: 'consented to', history: 'Agreed to matching emails' },
  confirm: { leadsTo: 'rules', done: 'confirmed', history: 'Confirmed the request', button: 'Confirm' },
  give_employer: { leadsTo: 'rules', done: 'given an employer', history: 'Added the employer' },
  edit: { leadsTo: 'rules', done: 'changed', history: 'Edited this match', button: 'Save' },
  decline: { leadsTo: 21, done: 'declined', history: 'Declined to request a match' },
  open_instructions: { leadsTo: 28, done: 'opened by the donor', history: 'Opened the instructions' },
  open_signing: { leadsTo: 5, done: 'opened for signing', history: 'Opened the form' },
  sign: { leadsTo: 'form', done: 'signed', history: 'Signed the form' },
  submit: {
    leadsTo: 4,
    done: 'marked as submitted',
    history: 'Submitted the request',
    button: 'Submitted',
    spec: 'submitted',
  },
  ask_to_verify: {
    leadsTo: 3,
    done: 'set to be verified',
    history: 'Asked the nonprofit to verify the gift',
    button: 'Asked to Verify',
    quiet: true,
  },
  verify: { leadsTo: 4, done: 'verified', history: 'Verified the gift', button: 'Verified' },
  complete: { leadsTo: 1, done: 'completed', history: 'Completed' },
  refuse: { leadsTo: 11, done: 'marked as refused', history: 'Refused by the company', quiet: true },
  expire: { leadsTo: 20, done: 'closed for lack of a response', history: 'Closed with no response' },
  release: {
    leadsTo: 'rules',
    done: 'submitted for match',
    history: 'Requested the collected installments',
    button: 'Submit for Match',
    spec: 'submit for match',
  },
  cancel: { leadsTo: 12, done: 'canceled', history: 'Canceled', button: 'Cancel/Delete Match', spec: 'cancel' },
  no_charge: {
    leadsTo: 13,
    done: 'set to No Charge',
    history: 'Closed without a charge',
    button: 'No Charge',
    spec: 'no-charge',
  },
  refund: { leadsTo: 16, done: 'refunded', history: 'Refunded the charge', button: 'Refund', spec: 'refunded' },
  restore: { leadsTo: 'before', done: 'restored', history: 'Restored', button: 'Restore' },
  silence: { leadsTo: 'stays', done: 'silenced', history: 'Silenced', button: 'Silence Match', spec: 'silence' },
  unsilence: {
    leadsTo: 'stays',
    done: 'un-silenced',
    history: 'Un-silenced',
    button: 'Un-Silence Match',
    spec: 'silence',
  },
}

/** Donors can undo these within `donorUndoDays`. */
export const undoableDonorActions = ['submit', 'decline'] as const satisfies MoveAction[]
export type UndoableDonorAction = (typeof undoableDonorActions)[number]
export const donorUndoDays = 14

const restartRefusals: Partial<Record<StatusId, string>> = {
  4: 'The company already has the request, so this match can’t restart and no email will be sent.',
  1: 'The company already approved or paid this match, so it can’t restart and no email will be sent.',
}

/** Returns the reason why an action is not allowed from a status. */
export function whyForbidden(action: MoveAction, from: StatusId): string {
  const isStart = action === 'evaluate' || action === 'edit'
  return (
    (isStart ? restartRefusals[from] : undefined) ??
    `“${statusOf(from).label}” matches can’t be ${actions[action].done}.`
  )
}

const unexpectedRequest: Partial<Record<StatusId, string>> = {
  2: 'We hadn’t identified the donor’s employer yet.',
  9: 'We didn’t know how this company accepts match requests.',
  10: 'The gift is below the company’s minimum.',
  11: 'The company’s rules exclude this gift.',
  20: 'The donor hadn’t answered in time.',
  21: 'The donor had declined to request a match.',
  22: 'We were still collecting installments.',
  23: 'We didn’t know where the donor works.',
  24: 'The donor hadn’t agreed to matching emails yet.',
}

/** Returns a sentence if the donor requested the match outside Twofold, or null. */
export const whyUnexpected = (action: MoveAction, from: StatusId): string | null =>
  action === 'submit' ? (unexpectedRequest[from] ?? null) : null
