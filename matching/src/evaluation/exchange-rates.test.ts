import { expect, test } from 'vitest'
import { findRate } from '../index.ts'

const rates = [
  { since: '2026-01-01', cadPerUsd: 1.4 },
  { since: '2025-01-01', cadPerUsd: 1.25 },
]

test.each([
  ['the day it begins', '2026-01-01', 1.4, '2026-01-01'],
  ['the day before', '2025-12-31 23:59:59', 1.25, '2025-01-01'],
  ['before the first', '2019-06-01', 1.25, '2025-01-01'],
])('uses the rate of the gift’s day: %s', (_case, day, rate, asOf) => {
  expect(findRate(rates, 'USD', 'CAD', day)).toEqual({ rate, asOf })
})

test('inverts the rate for the opposite direction', () => {
  expect(findRate(rates, 'CAD', 'USD', '2026-05-01')).toEqual({ rate: 0.714286, asOf: '2026-01-01' })
})

test('returns null for equal currencies and without rows', () => {
  expect(findRate(rates, 'USD', 'USD', '2026-05-01')).toBeNull()
  expect(findRate([], 'CAD', 'USD', '2026-05-01')).toBeNull()
})
