import { expect, test } from 'vitest'
import { comparisonSentence, confidenceInterval } from './confidence-interval.ts'

test('returns no rate for fewer than twenty emails', () => {
  expect([confidenceInterval(0, 0), confidenceInterval(10, 19)]).toEqual([null, null])
  expect(confidenceInterval(0, 20)).toMatchObject({ rate: 0, low: 0 })
  expect(confidenceInterval(20, 20)?.high).toBeCloseTo(1)
})

test('names a winner only if the difference is significant', () => {
  const named = (name: string, clicked: number, sent: number) => ({ name, share: confidenceInterval(clicked, sent) })
  expect(comparisonSentence([named('Default', 10, 1_000), named('A', 90, 1_000)])).toContain('A gets the most clicks')
  expect(comparisonSentence([named('Default', 10, 100), named('A', 14, 100)])).toBe('No clear winner yet.')
  expect(comparisonSentence([named('Default', 10, 100), named('A', 3, 10)])).toContain('once two of them')
})
