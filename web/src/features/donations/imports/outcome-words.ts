import type { imports } from '@twofold/contract'
import { formatCount, formatMoney, plural } from '../../../ui/format.ts'

type Outcome = imports.ImportOutcome

const sumsOf = ({ sums }: Outcome): string => sums.map(({ currency, sum }) => formatMoney(sum, currency)).join(' and ')

/** Returns the result of an upload, depending on whether setup is finished. */
export const outcomeOf = (
  { outcome, outcome_once_set_up: then }: Pick<imports.ImportRun, 'outcome' | 'outcome_once_set_up'>,
  isSetUp: boolean,
): Outcome | null => (isSetUp && then ? then : outcome)

/** Formats `623 gifts could be matched, up to $214,990.` Unknown sums are never included. */
export function matchableSentence(outcome: Outcome, onceSetUp: Outcome | null = null): string {
  const { matchable, unknown_sums: unknown } = outcome
  if (onceSetUp && onceSetUp.matchable > matchable) {
    return `Once your setup is finished: ${matchableSentence(onceSetUp)}`
  }
  // Waiting gifts are unchecked, and the notes explain the reason.
  if (matchable === 0 && outcome.waiting_for_setup + outcome.waiting_for_consent > 0) {
    return 'These gifts aren’t checked for matches yet.'
  }
  if (matchable === 0) return 'None of these gifts could be matched so far.'
  const gifts = `${plural(matchable, 'gift')} could be matched`
  if (unknown === 0) return `${gifts}, up to ${sumsOf(outcome)}.`
  if (unknown === matchable) return `${gifts}. How much their employers would add isn’t known yet.`
  const others = unknown === 1 ? 'one' : formatCount(unknown)
  return `${gifts}: up to ${sumsOf(outcome)} for ${formatCount(matchable - unknown)} of them. How much the other ${others} could add isn’t known yet.`
}

/** Returns further sentences about these gifts. Each one is independent. */
export function outcomeNotes(outcome: Outcome): readonly string[] {
  const { with_employer: known, employers } = outcome
  return [
    known > 0 &&
      `We know the employer of ${plural(known, 'gift')}: ${plural(employers, 'company', 'companies')} in all.`,
    outcome.in_review > 0 &&
      `${plural(outcome.in_review, 'gift names', 'gifts name')} an employer that our team is looking up.`,
    outcome.waiting_for_consent > 0 &&
      `${plural(outcome.waiting_for_consent, 'donor is', 'donors are')} asked for consent first.`,
    outcome.waiting_for_setup > 0 &&
      `${plural(outcome.waiting_for_setup, 'gift waits', 'gifts wait')} for your setup to be finished. Then we look for matches.`,
  ].filter((note) => note !== false)
}

/** Explains why the donations list shows fewer gifts than were added; null if it shows all. */
export function mergedSentence({ added, merged }: { readonly added: number; readonly merged: number }): string | null {
  if (merged === 0) return null
  return `${formatCount(merged)} of the ${plural(added, 'gift')} ${merged === 1 ? 'was' : 'were'} combined with another gift of the same donor to reach the employer’s minimum or as part of a series, so your donations list shows ${formatCount(added - merged)}.`
}
