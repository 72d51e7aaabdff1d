import { expect, test } from 'vitest'
import { shareOf, verdictOf } from './certainty.ts'

test('returns no rate for fewer than twenty emails', () => {
  expect([shareOf(0, 0), shareOf(10, 19)]).toEqual([null, null])
  expect(shareOf(0, 20)).toMatchObject({ rate: 0, low: 0 })
  expect(shareOf(20, 20)?.high).toBeCloseTo(1)
})

test('names a winner only if the difference is significant', () => {
  const named = (name: string, clicked: number, sent: number) => ({ name, share: shareOf(clicked, sent) })
  expect(verdictOf([named('Default', 10, 1_000), named('A', 90, 1_000)])).toContain('A is clicked more often')
  expect(verdictOf([named('Default', 10, 100), named('A', 14, 100)])).toContain('may be chance')
  expect(verdictOf([named('Default', 10, 100), named('A', 3, 10)])).toContain('said once two of them')
})
