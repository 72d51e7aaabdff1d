import { expect, test } from 'vitest'
import { comparisonSentence, confidenceInterval } from './confidence-interval.ts'

test('returns no rate for fewer than twenty emails', () => {
  expect([confidenceInterval(0, 0), confidenceInterval(10, 19)]).toEqual([null, null])
  expect(confidenceInterval(0, 20)).toMatchObject({ rate: 0, low: 0 })
  expect(confidenceInterval(20, 20)?.high).toBeCloseTo(1)
})

test('names a winner only if the difference is significant', () => {
  const versionWith = (name: string, clicked: number, sent: number) => ({
    name,
    share: confidenceInterval(clicked, sent),
  })
  expect(comparisonSentence([versionWith('Default', 10, 1_000), versionWith('A', 90, 1_000)])).toContain(
    'A gets the most clicks',
  )
  expect(comparisonSentence([versionWith('Default', 10, 100), versionWith('A', 14, 100)])).toBe('No clear winner yet.')
  expect(comparisonSentence([versionWith('Default', 10, 100), versionWith('A', 3, 10)])).toContain('once two of them')
})
