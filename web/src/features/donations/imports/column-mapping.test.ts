import { mappingProblems } from '@twofold/contract'
import { expect, test } from 'vitest'
import {
  conflictsIn,
  groupsOf,
  isGuess,
  mappingProblem,
  samplesOf,
  showsAllGroups,
  targetFor,
} from './column-mapping.ts'

const column = (header: string, target: string, confidence = 1) => ({
  header,
  original_header: header,
  target,
  confidence,
  reason: '',
})
const completeMapping = { a: 'amount', b: 'donated_at', c: 'donor.name' }

test('marks two columns with the same target as conflicts, unless they are not uploaded', () => {
  expect(conflictsIn({ a: 'amount', b: 'amount', c: 'ignored', d: 'ignored' })).toEqual(new Set(['a', 'b']))
})

test('reports a conflict before missing fields, with the spec’s text', () => {
  expect(mappingProblem({ a: 'amount', b: 'amount' }, { needsOrganization: true })).toBe(mappingProblems.conflict)
})

test('requires an organization column if there are chapters', () => {
  expect(mappingProblem(completeMapping, { needsOrganization: true })).toBe(mappingProblems.organizationNameMissing)
  expect(mappingProblem({ ...completeMapping, d: 'organization_name' }, { needsOrganization: true })).toBeNull()
  expect(mappingProblem(completeMapping)).toBeNull()
})

test('requires amount, date and donor', () => {
  expect(mappingProblem({ b: 'donated_at', c: 'donor.name' })).toBe(mappingProblems.amountMissing)
  expect(mappingProblem({ a: 'amount', c: 'donor.name' })).toBe(mappingProblems.dateMissing)
  expect(mappingProblem({ a: 'amount', c: 'donor.name' }, { giftDate: '2026-11-03' })).toBeNull()
  expect(mappingProblem({ a: 'amount', b: 'donated_at' })).toBe(mappingProblems.donorMissing)
  expect(mappingProblem({ a: 'amount', b: 'donated_at', c: 'donor.last_name' })).toBeNull()
})

test('requires no other fields if the file contains donation ids', () => {
  expect(mappingProblem({ a: 'amply_id', b: 'amount' })).toBeNull()
})

test('uses the proposed custom name, or the column name', () => {
  expect(targetFor('custom', column('source', 'custom.origin'))).toBe('custom.origin')
  expect(targetFor('custom', column('source', 'ignored'))).toBe('custom.source')
  expect(targetFor('ignored', column('source', 'amount'))).toBe('ignored')
  expect(targetFor('donor.email', column('source', 'amount'))).toBe('donor.email')
})

test('groups columns by their proposed target and omits empty groups', () => {
  const groups = groupsOf([column('a', 'amount'), column('b', 'ignored'), column('c', 'ignored')])
  expect(groups.map(({ title, columns }) => [title, columns.length])).toEqual([
    ['Matched to a field', 1],
    ['Not uploaded', 2],
  ])
})

test('treats only fields as guesses', () => {
  expect(isGuess(column('a', 'amount', 0.5))).toBe(true)
  expect(isGuess(column('a', 'amount', 0.9))).toBe(false)
  expect(isGuess(column('a', 'custom.a', 0.1))).toBe(false)
})

test('returns the first three distinct values as samples', () => {
  const sample = ['1', '', ' 1 ', '2', '3', '4'].map((a) => ({ a }))
  expect(samplesOf('a', sample)).toEqual(['1', '2', '3'])
  expect(samplesOf('missing', sample)).toEqual([])
})

test('shows all groups if a required column is not found', () => {
  const choices = { Pledge: 'custom.pledge', Date: 'donated_at', Name: 'donor.name' }
  expect(showsAllGroups(choices)).toBe(true)
  expect(showsAllGroups({ ...choices, Pledge: 'amount' })).toBe(false)
})
