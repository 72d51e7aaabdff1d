import { expect, it } from 'vitest'
import { formatAsOf } from './sources.tsx'

it.each([
  ['2019', '2019'],
  ['2024-05', 'May 2024'],
  ['2026-03-08', 'Mar 8, 2026'],
  ['', ''],
])('formats %j as %j', (asOf, text) => {
  expect(formatAsOf(asOf, 'en-US')).toBe(text)
})
