import { expect, it } from 'vitest'
import { policySentence } from './policy-sentence.ts'

const lantern = {
  name: 'Lanternhill Bank',
  has_program: 'yes',
  ratio: '1:1',
  min_amount: 25,
  max_amount: 5000,
} as const

it.each([
  [lantern, "Lanternhill Bank matches its people's gifts 1:1, from $25.00 up to $5,000.00 a year."],
  [{ ...lantern, min_amount: null }, "Lanternhill Bank matches its people's gifts 1:1, up to $5,000.00 a year."],
  [{ ...lantern, max_amount: null, ratio: null }, "Lanternhill Bank matches its people's gifts, from $25.00."],
  [{ ...lantern, ratio: null, min_amount: null, max_amount: null }, "Lanternhill Bank matches its people's gifts."],
  [{ ...lantern, has_program: 'no' }, 'Lanternhill Bank has no matching program, as far as we know.'],
  [{ ...lantern, has_program: 'unknown' }, 'We do not know yet whether Lanternhill Bank matches gifts.'],
] as const)('says of %j: %s', (policy, sentence) => {
  expect(policySentence(policy, 'en-US')).toBe(sentence)
})
