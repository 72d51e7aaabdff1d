import { expect, it } from 'vitest'
import { someNames } from './companies.ts'

it('lists twenty names and the number of further ones', () => {
  const names = Array.from({ length: 23 }, (_, at) => `Name ${at + 1}`)
  expect(someNames(names.slice(0, 20))).toBe(names.slice(0, 20).join(', '))
  expect(someNames(names)).toMatch(/, Name 20, and 3 more$/)
  expect(someNames([])).toBe('')
})
