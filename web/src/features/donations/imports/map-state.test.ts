import { mappingProblems } from '@twofold/contract'
import { expect, test } from 'vitest'
import { conflictsIn, groupsOf, isGuess, problemOf, samplesOf, targetFor } from './map-state.ts'

const column = (header: string, target: string, confidence = 1) => ({
  header,
  original_header: header,
  target,
  confidence,
  reason: '',
})
const whole = { a: 'amount', b: 'donated_at', c: 'donor.name' }

test('two columns with one target are both red, and two that are not uploaded are not', () => {
  expect(conflictsIn({ a: 'amount', b: 'amount', c: 'ignored', d: 'ignored' })).toEqual(new Set(['a', 'b']))
})

test('a conflict is named before anything that is missing, in the words of the spec', () => {
  expect(problemOf({ a: 'amount', b: 'amount' }, true)).toBe(mappingProblems.conflict)
})

test('an organization with chapters needs a column for the organization', () => {
  expect(problemOf(whole, true)).toBe(mappingProblems.organizationNameMissing)
  expect(problemOf({ ...whole, d: 'organization_name' }, true)).toBeNull()
  expect(problemOf(whole, false)).toBeNull()
})

test('amount, date and somebody who gave are needed', () => {
  expect(problemOf({ b: 'donated_at', c: 'donor.name' }, false)).toBe(mappingProblems.amountMissing)
  expect(problemOf({ a: 'amount', c: 'donor.name' }, false)).toBe(mappingProblems.dateMissing)
  expect(problemOf({ a: 'amount', b: 'donated_at' }, false)).toBe(mappingProblems.donorMissing)
  expect(problemOf({ a: 'amount', b: 'donated_at', c: 'donor.last_name' }, false)).toBeNull()
})

test('a file that names donations of the portal may bring any part of a gift', () => {
  expect(problemOf({ a: 'amply_id', b: 'amount' }, false)).toBeNull()
})

test('custom keeps the name that was proposed, else takes the name of the column', () => {
  expect(targetFor('custom', column('source', 'custom.origin'))).toBe('custom.origin')
  expect(targetFor('custom', column('source', 'ignored'))).toBe('custom.source')
  expect(targetFor('ignored', column('source', 'amount'))).toBe('ignored')
  expect(targetFor('donor.email', column('source', 'amount'))).toBe('donor.email')
})

test('columns stand in the groups that were proposed for them, empty groups left out', () => {
  const groups = groupsOf([column('a', 'amount'), column('b', 'ignored'), column('c', 'ignored')])
  expect(groups.map(({ title, columns }) => [title, columns.length])).toEqual([
    ['Matched to a field', 1],
    ['Not uploaded', 2],
  ])
})

test('only a field can be a guess', () => {
  expect(isGuess(column('a', 'amount', 0.5))).toBe(true)
  expect(isGuess(column('a', 'amount', 0.9))).toBe(false)
  expect(isGuess(column('a', 'custom.a', 0.1))).toBe(false)
})

test('samples are the first three different values', () => {
  const sample = ['1', '', ' 1 ', '2', '3', '4'].map((a) => ({ a }))
  expect(samplesOf('a', sample)).toEqual(['1', '2', '3'])
  expect(samplesOf('missing', sample)).toEqual([])
})
