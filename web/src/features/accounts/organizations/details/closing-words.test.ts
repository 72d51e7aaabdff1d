import { expect, test } from 'vitest'
import { withChapters } from './closing-words.ts'

test('mentions chapters closed with an organization only if there are any', () => {
  expect(withChapters([])).toBe('')
  expect(withChapters([{ id: 2 }])).toContain('chapters that were closed with it')
})
