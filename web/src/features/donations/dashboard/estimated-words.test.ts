import { expect, test } from 'vitest'
import { estimatedWords } from './estimated-words.ts'

test.each([
  [0, 0, 'estimated, 0 matches'],
  [1, 0, 'estimated, 1 match'],
  [282, 40, 'estimated, 282 matches (40 without an estimate)'],
  [1, 1, '1 match, no estimate'],
  [158, 158, '158 matches, no estimates'],
  [90_000, 1_000, 'estimated, 90,000 matches (1,000 or more without an estimate)'],
])('of %d matches %d have no estimate: %s', (count, unestimated, words) => {
  expect(estimatedWords({ count }, unestimated)).toBe(words)
})
