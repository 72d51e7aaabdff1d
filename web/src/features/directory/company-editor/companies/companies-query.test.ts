import { expect, it } from 'vitest'
import { companiesQueryOf, shownOf } from './companies-query.ts'

it.each([
  ['', { search: '', page: 1, known: undefined }],
  ['search=+boeing+&page=3', { search: 'boeing', page: 3, known: undefined }],
  ['known=program&page=2', { search: '', page: 2, known: 'program' }],
  ['known=all', { search: '', page: 1, known: 'all' }],
  ['known=everything', { search: '', page: 1, known: undefined }],
  ['page=0', { search: '', page: 1, known: undefined }],
  ['page=1.5', { search: '', page: 1, known: undefined }],
  ['page=many', { search: '', page: 1, known: undefined }],
  ['page=999999', { search: '', page: 1, known: undefined }],
])('parses the address %j', (address, query) => {
  expect(companiesQueryOf(new URLSearchParams(address))).toEqual(query)
})

it('lists known rules at first, and all companies once a name is searched for', () => {
  const shown = (address: string) => shownOf(companiesQueryOf(new URLSearchParams(address)))
  expect(['', 'search=boeing', 'known=all', 'known=program&search=boeing'].map(shown)).toEqual([
    'rules',
    'all',
    'all',
    'program',
  ])
})
