import type { MoveAction } from './moves.ts'
import { type StatusId, statusOf } from './statuses.ts'

/** What each action is called and where it leads, for buttons, refusals, history and documentation. */

/** `rules`: an evaluation decides; `before`: where it came from; `form`: 3 where the form needs the nonprofit, else 4. */
export type Leads = StatusId | 'rules' | 'before' | 'form' | 'stays'

export type Action = {
  readonly leads: Leads
  /** After "A match that is … cannot be". */
  readonly done: string
  /** As the history tells it. */
  readonly history: string
  /** What the button of the staff says; missing: staff have none. */
  readonly button?: string
  /** What the specification calls it in a call: the `status` of `donation/confirm`, or its own call. */
  readonly spec?: 'submitted' | 'refunded' | 'no-charge' | 'cancel' | 'silence' | 'submit for match' | 'reprocess'
  /** No mail follows: the donor had an answer from elsewhere. */
  readonly quiet?: true
}

export const actions: Readonly<Record<MoveAction, Action>> = {
  create: { leads: 'rules', done: 'recorded', history: 'Recorded' },
  evaluate: {
    leads: 'rules',
    done: 'evaluated again',
    history: 'Checked against the company’s policy',
    button: '& Re-Email',
    spec: 'reprocess',
  },
  consent: { leads: 'rules', done: 'consented to', history: 'Agreed to hear about matching' },
  confirm: { leads: 'rules', done: 'confirmed', history: 'Confirmed the request', button: 'Confirm' },
  give_employer: { leads: 'rules', done: 'given an employer', history: 'Named the employer' },
  edit: { leads: 'rules', done: 'changed', history: 'Changed the match request', button: 'Save' },
  decline: { leads: 21, done: 'declined', history: 'Declined to request a match' },
  open_instructions: { leads: 28, done: 'opened by the donor', history: 'Opened the instructions' },
  open_signing: { leads: 5, done: 'opened for signing', history: 'Opened the form' },
  sign: { leads: 'form', done: 'signed', history: 'Signed the form' },
  submit: {
    leads: 4,
    done: 'marked as submitted',
    history: 'Submitted the request',
    button: 'Submitted',
    spec: 'submitted',
  },
  ask_to_verify: {
    leads: 3,
    done: 'set to be verified',
    history: 'Asked the nonprofit to verify the gift',
    button: 'Asked to Verify',
    quiet: true,
  },
  verify: { leads: 4, done: 'verified', history: 'Verified the gift', button: 'Verified' },
  complete: { leads: 1, done: 'completed', history: 'Completed' },
  refuse: { leads: 11, done: 'marked as refused', history: 'Refused by the company', quiet: true },
  expire: { leads: 20, done: 'closed for lack of a response', history: 'Closed without an answer' },
  release: {
    leads: 'rules',
    done: 'submitted for match',
    history: 'Requested the collected installments',
    button: 'Submit for Match',
    spec: 'submit for match',
  },
  cancel: { leads: 12, done: 'canceled', history: 'Canceled', button: 'Cancel/Delete Match', spec: 'cancel' },
  no_charge: {
    leads: 13,
    done: 'set to No Charge',
    history: 'Closed without a charge',
    button: 'No Charge',
    spec: 'no-charge',
  },
  refund: { leads: 16, done: 'refunded', history: 'Refunded the charge', button: 'Refund', spec: 'refunded' },
  restore: { leads: 'before', done: 'restored', history: 'Brought back', button: 'Restore' },
  silence: { leads: 'stays', done: 'silenced', history: 'Silenced', button: 'Silence Match', spec: 'silence' },
  unsilence: {
    leads: 'stays',
    done: 'un-silenced',
    history: 'Un-silenced',
    button: 'Un-Silence Match',
    spec: 'silence',
  },
}

/** Actions that a donor can undo on their page for `donorUndoDays`: the match goes back to the status it had. */
export const undoableDonorActions = ['submit', 'decline'] as const satisfies MoveAction[]
export type UndoableDonorAction = (typeof undoableDonorActions)[number]
export const donorUndoDays = 14

const startedOver: Partial<Record<StatusId, string>> = {
  4: 'The company already has the request, so this match isn’t started over and no email goes out.',
  1: 'The company already approved or paid this match, so it isn’t started over and no email goes out.',
}

/** Why an action is not possible from a status that the table does not allow it from. */
export function whyForbidden(action: MoveAction, from: StatusId): string {
  const isStart = action === 'evaluate' || action === 'edit'
  return (
    (isStart ? startedOver[from] : undefined) ??
    `A match that is “${statusOf(from).label}” cannot be ${actions[action].done}.`
  )
}

const unexpectedRequest: Partial<Record<StatusId, string>> = {
  2: 'We hadn’t found out yet which company the donor works for.',
  9: 'We did not know how this company takes match requests.',
  10: 'The gift is below the minimum we know of.',
  11: 'By the rules we know, the company doesn’t match this gift.',
  20: 'The donor had not answered in time.',
  21: 'The donor had declined to request a match.',
  22: 'The installments of the series were still being collected.',
  23: 'We did not know where the donor works.',
  24: 'The donor had not agreed yet to hear about matching.',
}

/** The sentence that goes with Submitted where nobody expected it: the donor asked without us. Null: it was expected. */
export const whyUnexpected = (action: MoveAction, from: StatusId): string | null =>
  action === 'submit' ? (unexpectedRequest[from] ?? null) : null
