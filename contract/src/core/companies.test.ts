import { expect, it } from 'vitest'
import { abbreviateNames } from './companies.ts'

it('lists twenty names and the number of further ones', () => {
  const names = Array.from({ length: 23 }, (_, at) => `Name ${at + 1}`)
  expect(abbreviateNames(names.slice(0, 20))).toBe(names.slice(0, 20).join(', '))
  expect(abbreviateNames(names)).toMatch(/, Name 20, and 3 more$/)
  expect(abbreviateNames([])).toBe('')
})
