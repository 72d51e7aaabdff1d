import { expect, it } from 'vitest'
import { companiesQueryOf } from './companies-query.ts'

it.each([
  ['', { search: '', page: 1 }],
  ['search=+boeing+&page=3', { search: 'boeing', page: 3 }],
  ['page=0', { search: '', page: 1 }],
  ['page=1.5', { search: '', page: 1 }],
  ['page=many', { search: '', page: 1 }],
  ['page=999999', { search: '', page: 1 }],
])('reads the address %j', (address, query) => {
  expect(companiesQueryOf(new URLSearchParams(address))).toEqual(query)
})
