import { expect, it } from 'vitest'
import { potentialMatchesSentence } from './potential-matches-sentence.ts'

it('contains the number of matchable gifts and the maximum sums, without sums if unknown', () => {
  const sums = [
    { currency: 'USD', sum: 214_990 },
    { currency: 'CAD', sum: 100 },
  ] as const
  expect(potentialMatchesSentence({ gifts: 623, sums: [...sums], is_whole: true })).toBe(
    '623 gifts could be matched, up to $214,990.00 and CA$100.00.',
  )
  expect(potentialMatchesSentence({ gifts: 1, sums: [], is_whole: true })).toBe('1 gift could be matched.')
  expect(potentialMatchesSentence({ gifts: 20_000, sums: [sums[0]], is_whole: false })).toBe(
    'At least 20,000 gifts could be matched, up to $214,990.00 or more.',
  )
})
