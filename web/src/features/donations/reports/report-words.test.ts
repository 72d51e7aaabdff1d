import { expect, test } from 'vitest'
import { filesInWords } from './report-words.ts'

test('describes the number of gifts in a report’s files', () => {
  expect([0, 1, 2503].map(filesInWords)).toEqual([
    'No gift is behind these figures, so a file has no rows.',
    'A file has one row, the gift behind these figures.',
    'A file has the 2,503 gifts behind these figures, a row each.',
  ])
})
