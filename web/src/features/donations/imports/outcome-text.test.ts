import type { imports } from '@twofold/contract'
import { expect, test } from 'vitest'
import { matchableSentence, mergedSentence, outcomeNotes, outcomeOf } from './outcome-text.ts'

const outcome: imports.ImportOutcome = {
  merged: 49,
  employers: 87,
  with_employer: 700,
  matchable: 623,
  sums: [{ currency: 'USD', sum: 214_990 }],
  unknown_sums: 0,
  in_review: 0,
  waiting_for_setup: 0,
  waiting_for_consent: 0,
}

test('formats the matchable gifts with known sums only', () => {
  expect(matchableSentence(outcome)).toBe('623 gifts could be matched, up to $214,990.00.')
  expect(matchableSentence({ ...outcome, unknown_sums: 23 })).toBe(
    '623 gifts could be matched: up to $214,990.00 for 600 of them. Amounts for the other 23 unknown so far.',
  )
  expect(matchableSentence({ ...outcome, unknown_sums: 1 })).toContain('Amount for the other one unknown so far.')
  expect(matchableSentence({ ...outcome, matchable: 1, unknown_sums: 1, sums: [] })).toBe(
    '1 gift could be matched. Amounts unknown so far.',
  )
  expect(matchableSentence({ ...outcome, matchable: 0 })).toBe('No matches found so far.')
  expect(matchableSentence({ ...outcome, matchable: 0, waiting_for_consent: 3 })).toBe(
    'We haven’t checked these gifts for matches yet.',
  )
  expect(matchableSentence({ ...outcome, matchable: 0, waiting_for_setup: 700 }, outcome)).toBe(
    'Once you finish setup: 623 gifts could be matched, up to $214,990.00.',
  )
  const both = [...outcome.sums, { currency: 'CAD', sum: 10 } as const]
  expect(matchableSentence({ ...outcome, sums: both })).toContain('up to $214,990.00 and CA$10.00')
})

test('explains why the list shows fewer gifts than were added', () => {
  expect(mergedSentence({ added: 2090, merged: 49 })).toContain('Your list shows 2,041.')
  expect(mergedSentence({ added: 3, merged: 0 })).toBeNull()
})

test('shows the waiting gifts before setup and the result afterward', () => {
  const waiting = { ...outcome, matchable: 0, sums: [], waiting_for_setup: 700 }
  const run = { outcome: waiting, outcome_once_set_up: outcome }
  expect([outcomeOf(run, false), outcomeOf(run, true)]).toEqual([waiting, outcome])
  expect(outcomeOf({ outcome: waiting, outcome_once_set_up: null }, true)).toBe(waiting)
  expect(matchableSentence(outcome, outcome)).toBe('623 gifts could be matched, up to $214,990.00.')
})

test('omits notes for zero counts', () => {
  expect(outcomeNotes({ ...outcome, with_employer: 0 })).toEqual([])
  expect(outcomeNotes({ ...outcome, in_review: 1, waiting_for_setup: 2 })).toHaveLength(3)
  expect(outcomeNotes({ ...outcome, matchable: 0, waiting_for_setup: 2 }, outcome)).toHaveLength(1)
})
