import type { imports } from '@twofold/contract'
import { formatCount, formatMoney, plural } from '../../../ui/format.ts'

type Outcome = imports.ImportOutcome

const sumsOf = ({ sums }: Outcome): string => sums.map(({ currency, sum }) => formatMoney(sum, currency)).join(' and ')

export const outcomeOf = (
  { outcome, outcome_once_set_up: then }: Pick<imports.ImportRun, 'outcome' | 'outcome_once_set_up'>,
  isSetUp: boolean,
): Outcome | null => (isSetUp && then ? then : outcome)

const isOnlyOnceSetUp = ({ matchable }: Outcome, onceSetUp: Outcome | null): boolean =>
  onceSetUp !== null && onceSetUp.matchable > matchable

/** `623 gifts could be matched, up to $214,990.` Omits unknown sums. */
export function matchableSentence(outcome: Outcome, onceSetUp: Outcome | null = null): string {
  const { matchable, unknown_sums: unknownCount } = outcome
  if (onceSetUp && isOnlyOnceSetUp(outcome, onceSetUp)) {
    return `Once you finish setup: ${matchableSentence(onceSetUp)}`
  }
  // The notes explain why these gifts are unchecked.
  if (matchable === 0 && outcome.waiting_for_setup + outcome.waiting_for_consent > 0) {
    return 'We haven’t checked these gifts for matches yet.'
  }
  if (matchable === 0) return 'No matches found so far.'
  const gifts = `${plural(matchable, 'gift')} could be matched`
  if (unknownCount === 0) return `${gifts}, up to ${sumsOf(outcome)}.`
  if (unknownCount === matchable) return `${gifts}. Amounts unknown so far.`
  const otherText = unknownCount === 1 ? 'one' : formatCount(unknownCount)
  return `${gifts}: up to ${sumsOf(outcome)} for ${formatCount(matchable - unknownCount)} of them. Amount${unknownCount === 1 ? '' : 's'} for the other ${otherText} unknown so far.`
}

/** Repeats nothing from `matchableSentence`. */
export function outcomeNotes(outcome: Outcome, onceSetUp: Outcome | null = null): readonly string[] {
  const { with_employer: withEmployerCount, employers } = outcome
  return [
    withEmployerCount > 0 &&
      `${plural(withEmployerCount, 'gift has', 'gifts have')} a known employer (${plural(employers, 'company', 'companies')}).`,
    outcome.in_review > 0 &&
      `${plural(outcome.in_review, 'gift lists', 'gifts list')} an employer we don’t recognize. Our team will look into it.`,
    outcome.waiting_for_consent > 0 && `We’ll ask ${plural(outcome.waiting_for_consent, 'donor')} for consent first.`,
    outcome.waiting_for_setup > 0 &&
      !isOnlyOnceSetUp(outcome, onceSetUp) &&
      `Finish setup and we’ll check ${plural(outcome.waiting_for_setup, 'gift')} for matches.`,
  ].filter((note) => note !== false)
}

/** Merging makes the list shorter; null if it shows all gifts. */
export function mergedSentence({ added, merged }: { readonly added: number; readonly merged: number }): string | null {
  if (merged === 0) return null
  return `${plural(merged, 'gift was', 'gifts were')} combined with other gifts from the same ${merged === 1 ? 'donor' : 'donors'}. Your list shows ${formatCount(added - merged)}.`
}
