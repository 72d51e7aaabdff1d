import { expect, it } from 'vitest'
import { describeEmpty, describeRisk, isAllZero, largestFirst } from './measures.ts'

const none = { given: 0, estimated: 0, submitted: 0, received: 0 }
const part = (key: string, estimated: number, cad = 0) => ({
  ...none,
  key,
  gifts: 1,
  estimated,
  others: cad === 0 ? [] : [{ ...none, currency: 'CAD' as const, estimated: cad }],
})

it('sorts by the organization’s currency, then by other currencies', () => {
  const parts = [part('none', 0), part('few CAD', 0, 5), part('dollars', 1), part('CAD', 0, 900)]
  const keys = largestFirst(parts, 'estimated').map(({ key }) => key)
  expect(keys).toEqual(['dollars', 'CAD', 'few CAD', 'none'])
  expect(largestFirst(parts, 'gifts')).toEqual(parts)
})

it('treats a measure as empty only if every currency and part is zero', () => {
  expect(isAllZero(part('all', 0), [part('a', 0)], 'estimated')).toBe(true)
  expect(isAllZero(part('all', 0), [part('a', 0)], 'gifts')).toBe(false)
  expect(isAllZero(part('all', 0, 5), [part('a', 0, 5)], 'estimated')).toBe(false)
  expect(isAllZero(part('all', 0), [part('a', 5), part('b', -5)], 'estimated')).toBe(false)
})

it('describes missing sums for one gift and for many', () => {
  expect(describeEmpty('estimated', 1)).toBe('This gift has no estimated match.')
  expect(describeEmpty('estimated', 1_200)).toBe('None of these 1,200 gifts has an estimated match.')
  expect(describeEmpty('received', 12)).toBe('No money received for any of these 12 gifts.')
  expect(describeEmpty('submitted', 1)).toBe('No estimated match has been submitted for this gift.')
})

it('lists money at risk by currency, or zero', () => {
  const cad = (estimated: number) => [{ currency: 'CAD' as const, estimated }]
  expect(describeRisk({ estimated: 12, others: cad(7) }, 'USD')).toBe('$12.00 and CA$7.00')
  expect(describeRisk({ estimated: 0, others: cad(7) }, 'USD')).toBe('CA$7.00')
  expect(describeRisk({ estimated: 0, others: cad(0) }, 'USD')).toBe('$0.00')
})
