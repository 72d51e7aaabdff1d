import { expect, test } from 'vitest'
import { withChapters } from './closing-words.ts'

test('chapters that were closed with an organization are spoken of only where it has some', () => {
  expect(withChapters([])).toBe('')
  expect(withChapters([{ id: 2 }])).toContain('chapters that were closed with it')
})
