import { expect, test } from 'vitest'
import { caretAfter } from './ein-input.tsx'

test.each([
  ['12-3', 3, 4],
  ['12-9345', 3, 4],
  ['12-345', 2, 2],
  ['12', 2, 2],
  ['', 0, 0],
])('in %j the caret after %i digits is at %i', (text, count, caret) => {
  expect(caretAfter(text, count)).toBe(caret)
})
