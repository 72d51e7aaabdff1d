import { expect, it } from 'vitest'
import { companiesQueryOf, shownFilterOf } from './companies-query.ts'

it.each([
  ['', { search: '', page: 1, policyFilter: undefined }],
  ['search=+boeing+&page=3', { search: 'boeing', page: 3, policyFilter: undefined }],
  ['known=program&page=2', { search: '', page: 2, policyFilter: 'program' }],
  ['known=all', { search: '', page: 1, policyFilter: 'all' }],
  ['known=everything', { search: '', page: 1, policyFilter: undefined }],
  ['page=0', { search: '', page: 1, policyFilter: undefined }],
  ['page=1.5', { search: '', page: 1, policyFilter: undefined }],
  ['page=many', { search: '', page: 1, policyFilter: undefined }],
  ['page=999999', { search: '', page: 1, policyFilter: undefined }],
])('parses the address %j', (address, query) => {
  expect(companiesQueryOf(new URLSearchParams(address))).toEqual(query)
})

it('lists known rules at first, and all companies once a name is searched for', () => {
  const filterFor = (address: string) => shownFilterOf(companiesQueryOf(new URLSearchParams(address)))
  expect(['', 'search=boeing', 'known=all', 'known=program&search=boeing'].map(filterFor)).toEqual([
    'rules',
    'all',
    'all',
    'program',
  ])
})
