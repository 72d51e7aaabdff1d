import { dayText, readDay } from '@twofold/matching'
import type { Days } from './policy.queries.ts'

/** Days of policies: null is from ever, and until further notice. */

const first = ({ valid_from }: Days): string => valid_from ?? '0000-01-01'
const last = ({ valid_to }: Days): string => valid_to ?? '9999-12-31'

export const overlap = (one: Days, other: Days): boolean => first(one) <= last(other) && first(other) <= last(one)

/** What is left of the days of one where another takes its own out of them: none, one piece, or one on either side. */
export function daysLeft(one: Days, taken: Days): Days[] {
  const before: Days[] =
    first(one) < first(taken) ? [{ valid_from: one.valid_from, valid_to: beside(taken.valid_from, -1) }] : []
  const after: Days[] =
    last(one) > last(taken) ? [{ valid_from: beside(taken.valid_to, 1), valid_to: one.valid_to }] : []
  return [...before, ...after]
}

const beside = (day: string | null, by: 1 | -1): string | null => {
  const number = day === null ? null : readDay(day)
  return number === null ? null : dayText(number + by)
}
