import { expect, test } from 'vitest'
import { describeFiles } from './report-text.ts'

test('describes the number of gifts in a report’s files', () => {
  expect([0, 1, 2503].map(describeFiles)).toEqual([
    'No gifts match, so the file has no rows.',
    'The file has one row.',
    'The file has 2,503 rows, one for each gift.',
  ])
})
