import { expect, test } from 'vitest'
import { possessive } from './possessive.ts'

test.each([
  ['Microsoft', 'Microsoft’s'],
  ['General Mills', 'General Mills’'],
  ['McDonald’s', 'McDonald’s'],
  ["Campbell's", "Campbell's"],
])('the possessive of %s', (name, owned) => {
  expect(possessive(name)).toBe(owned)
})
