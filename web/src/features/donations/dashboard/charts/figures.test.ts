import { expect, it } from 'vitest'
import { describeBucket, formatAllCurrencies } from './figures.ts'

const own = { count: 1_651, sum: 346_136.46, other_sums: {}, matched: 112_465.7, other_matched: {} }

it('lists other currencies separately and never adds them', () => {
  const both = { ...own, other_sums: { CAD: 500 }, other_matched: { CAD: 674.99 } }
  expect(formatAllCurrencies(both, 'matched', 'USD')).toBe('$112,465.70 and CA$674.99')
  expect(describeBucket(both, 'USD')).toBe(
    '1,651 gifts, $346,136.46 and CA$500.00 given, $112,465.70 and CA$674.99 in estimated matches',
  )
  expect(describeBucket(own, 'USD')).toBe('1,651 gifts, $346,136.46 given, $112,465.70 in estimated matches')
  expect(describeBucket({ ...own, count: 1, other_sums: { CAD: 0 } }, 'USD')).toContain('1 gift, $346,136.46 given')
})
