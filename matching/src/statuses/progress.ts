import type { MoveAction } from './moves.ts'

export type StatusEvent = {
  readonly action: string
  readonly from_status_id: number | null
  readonly to_status_id: number
  readonly actor: 'system' | 'user' | 'donor' | 'import'
}

type Sentence = string | ((move: StatusEvent, company: string) => string)

/** Null if the rules decided, because their own sentence explains the status. */
const sentences: Readonly<Partial<Record<MoveAction, Sentence | null>>> = {
  create: null,
  evaluate: null,
  consent: null,
  give_employer: null,
  edit: null,
  release: null,
  open_instructions: 'The donor opened the instructions.',
  open_signing: (_, company) => `The donor opened ${company}’s form and hasn’t signed it yet.`,
  sign: ({ to_status_id: to }, company) =>
    to === 3
      ? `The donor signed ${company}’s form. It needs the nonprofit’s signature too.`
      : `The donor signed ${company}’s form.`,
  submit: ({ actor }) =>
    actor === 'donor' ? 'The donor said they requested the match.' : 'The match was marked as submitted.',
  ask_to_verify: (_, company) => `${company} asked the nonprofit to verify the gift.`,
  verify: 'The nonprofit verified the gift.',
  complete: (_, company) => `${company} approved or paid the match.`,
  refuse: (_, company) => `${company} refused the match.`,
  decline: 'The donor declined to request a match.',
  expire: 'The donor didn’t respond in time.',
  cancel: 'The match was canceled.',
  no_charge: 'The match was closed without a charge.',
  refund: 'The charge was refunded.',
}
/** These are outside the table of moves and also decide the status. */
const otherActions = ['merge', 'split', 'external', 'identified']
const sentenceByAction: ReadonlyMap<string, Sentence | null> = new Map([
  ...Object.entries(sentences),
  ...otherActions.map((action): [string, null] => [action, null]),
])

/**
 * Returns a sentence if people acted after the last evaluation, or null. `company` is empty if unknown. A restored
 * status has the sentence of its original move.
 */
export function progressSentence(
  newestFirst: readonly StatusEvent[],
  statusId: number,
  company: string,
): string | null {
  const name = company || 'the company'
  for (const move of newestFirst) {
    if (move.to_status_id !== statusId || move.from_status_id === statusId) continue
    const sentence = sentenceByAction.get(move.action)
    if (sentence === undefined) continue
    const text = typeof sentence === 'function' ? sentence(move, name) : sentence
    return text && `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
  }
  return null
}
