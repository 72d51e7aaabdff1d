import { describe, expect, it } from 'vitest'
import { actionInWords, customFields, daysLeftInWords, linkOf } from './words.ts'

describe('the days that are left', () => {
  it.each([
    ['2026-11-29', '9 days left'],
    ['2026-11-21', 'tomorrow is the last day'],
    ['2026-11-20', 'today is the last day'],
    ['2026-11-19', 'passed'],
    ['2027-03-20', '120 days left'],
  ])('until %s read: %s', (deadline, words) => {
    expect(daysLeftInWords(deadline, '2026-11-20')).toBe(words)
  })
})

it('shows custom fields but not what the product keeps there for itself', () => {
  expect(
    customFields({ campaign: 'Gala', company: 'x', history: [], amply: {}, empty: '', n: 3, list: ['a'] }),
  ).toEqual([
    ['campaign', 'Gala'],
    ['n', '3'],
    ['list', '["a"]'],
  ])
})

it('says an action that it does not know as plainly as it can', () => {
  expect(actionInWords('sign')).toBe('Signed the form')
  expect(actionInWords('send_to_moon')).toBe('Send to moon')
})

it('follows only addresses of the web', () => {
  expect(linkOf('https://www.example.org/giving?a=1')?.name).toBe('example.org')
  expect(['javascript:alert(1)', 'data:text/html,x', 'giving page', '', null].map(linkOf)).toEqual(Array(5).fill(null))
})
