import { expect, test } from 'vitest'
import { chaptersReopenedText } from './chapters-reopened-text.ts'

test('mentions chapters closed with an organization only if there are any', () => {
  expect(chaptersReopenedText([])).toBe('')
  expect(chaptersReopenedText([{ id: 2 }])).toContain('the chapters closed with it')
})
