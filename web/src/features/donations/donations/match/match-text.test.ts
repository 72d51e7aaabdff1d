import { describe, expect, it } from 'vitest'
import { customFields, describeAction, formatAsOf, formatDaysLeft, parseLink, splitTrace } from './match-text.ts'

describe('formatDaysLeft', () => {
  it.each([
    ['2026-11-29', '9 days left'],
    ['2026-11-21', 'tomorrow is the last day'],
    ['2026-11-20', 'today is the last day'],
    ['2026-11-19', 'passed'],
    ['2027-03-20', '120 days left'],
  ])('formats the deadline %s as: %s', (deadline, text) => {
    expect(formatDaysLeft(deadline, '2026-11-20')).toBe(text)
  })
})

it('shows custom fields but not reserved keys', () => {
  expect(
    customFields(
      { campaign: 'Gala', company: 'x', history: [], amply: {}, empty: '', n: 3, list: ['a'], table_no: 4 },
      ['Table No.'],
    ),
  ).toEqual([
    ['Table No.', '4'],
    ['campaign', 'Gala'],
    ['n', '3'],
    ['list', '["a"]'],
  ])
})

it('falls back to a readable form of an unknown action', () => {
  expect(describeAction('sign')).toBe('Signed the form')
  expect(describeAction('send_to_moon')).toBe('Send to moon')
})

it('links only http and https addresses', () => {
  expect(parseLink('https://www.example.org/giving?a=1')?.name).toBe('example.org')
  expect(['javascript:alert(1)', 'data:text/html,x', 'giving page', '', null].map(parseLink)).toEqual(
    Array(5).fill(null),
  )
})

it('formats a policy date with its known precision', () => {
  expect(formatAsOf('2026-01')).toBe('Jan 2026')
  expect(formatAsOf('2025')).toBe('2025')
  expect(formatAsOf('spring')).toBe('spring')
})

it('lists the deciding rule and the estimate first', () => {
  const lines = ['organization_open', 'program', 'method', 'estimate', 'estimate'].map((rule) => ({ rule, text: rule }))
  const { deciding, others } = splitTrace(lines)
  expect(deciding.map(({ rule }) => rule)).toEqual(['method', 'estimate', 'estimate'])
  expect(others.map(({ rule }) => rule)).toEqual(['organization_open', 'program'])
  expect(splitTrace([])).toEqual({ deciding: [], others: [] })
  const since = splitTrace([...lines, { rule: 'progress', text: 'The donor signed Acme’s form.' }])
  expect(since.deciding.map(({ rule }) => rule)).toEqual(['progress', 'estimate', 'estimate'])
  expect(since.others.map(({ rule }) => rule)).toEqual(['organization_open', 'program', 'method'])
})
