import { expect, it } from 'vitest'
import { companiesQueryOf } from './companies-query.ts'

it.each([
  ['', { search: '', page: 1, level: undefined }],
  ['search=+boeing+&page=3', { search: 'boeing', page: 3, level: undefined }],
  ['known=program&page=2', { search: '', page: 2, level: 'program' }],
  ['known=everything', { search: '', page: 1, level: undefined }],
  ['page=0', { search: '', page: 1, level: undefined }],
  ['page=1.5', { search: '', page: 1, level: undefined }],
  ['page=many', { search: '', page: 1, level: undefined }],
  ['page=999999', { search: '', page: 1, level: undefined }],
])('parses the address %j', (address, query) => {
  expect(companiesQueryOf(new URLSearchParams(address))).toEqual(query)
})
