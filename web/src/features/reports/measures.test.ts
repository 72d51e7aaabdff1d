import { expect, it } from 'vitest'
import { longestFirst, riskInWords } from './measures.ts'

const none = { given: 0, estimated: 0, submitted: 0, received: 0 }
const part = (key: string, estimated: number, loonies = 0) => ({
  ...none,
  key,
  gifts: 1,
  estimated,
  others: loonies === 0 ? [] : [{ ...none, currency: 'CAD' as const, estimated: loonies }],
})

it('parts stand by their own sum, and those whose sums are all in other currencies by these', () => {
  const parts = [part('none', 0), part('few loonies', 0, 5), part('dollars', 1), part('loonies', 0, 900)]
  const keys = longestFirst(parts, 'estimated').map(({ key }) => key)
  expect(keys).toEqual(['dollars', 'loonies', 'few loonies', 'none'])
  expect(longestFirst(parts, 'gifts')).toEqual(parts)
})

it('money at risk says what there is in each currency, and never nothing at all', () => {
  const loonies = (estimated: number) => [{ currency: 'CAD' as const, estimated }]
  expect(riskInWords({ estimated: 12, others: loonies(7) }, 'USD')).toBe('$12.00 and CA$7.00')
  expect(riskInWords({ estimated: 0, others: loonies(7) }, 'USD')).toBe('CA$7.00')
  expect(riskInWords({ estimated: 0, others: loonies(0) }, 'USD')).toBe('$0.00')
})
