import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyRatio, parseRatio, plus, roundHalfEven, wholeNumber } from '../index.ts'

const matchOf = (text: string, cents: number): number | null => {
  const ratio = parseRatio(text)
  return ratio && roundHalfEven(applyRatio(ratio, wholeNumber(cents)))
}

test.each([
  ['1:1', 5_000, 5_000],
  ['2:1', 5_000, 10_000],
  ['1.5:1', 5_000, 7_500],
  ['.5:1', 5_000, 2_500],
  ['0.4:1', 5_000, 2_000],
  ['1:2', 5_000, 2_500],
  [' 3 : 1 ', 100, 300],
  ['2 to 1', 100, 200],
  ['2-to-1', 100, 200],
  ['50%', 100, 50],
  ['0:1', 100, 0],
  ['1:3', 100, 33],
])('%s of %i cents is %i cents', (text, cents, match) => {
  expect(matchOf(text, cents)).toBe(match)
})

test.each(['', ' ', ':', '1', '1:', ':1', '1:0', '-1:1', '1:1:1', 'one to one', '1e9:1', '1,5:1', '1..5:1', '∞:1'])(
  '“%s” is not a ratio',
  (text) => {
    expect(parseRatio(text)).toBeNull()
  },
)

test.each([
  ['.5:1', 1, 0],
  ['.5:1', 3, 2],
  ['.5:1', 5, 2],
  ['.5:1', 7, 4],
  ['1.1:1', 5, 6],
])('rounds half a cent to even: %s of %i is %i', (text, cents, match) => {
  expect(matchOf(text, cents)).toBe(match)
})

test('no text throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseRatio(text)))
})

test('a match is exact to half a cent, however large the gift', () => {
  const tenths = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(tenths, fc.integer({ min: 0, max: 1e12 }), (company, cents) => {
      const match = matchOf(`${company / 10}:1`, cents)
      expect(match).not.toBeNull()
      const exact = BigInt(company) * BigInt(cents)
      const off = BigInt(match ?? 0) * 10n - exact
      expect(off <= 5n && off >= -5n).toBe(true)
    }),
  )
})

test('parts of a gift at one ratio have the same total as the whole gift', () => {
  const ratio = parseRatio('1.5:1') ?? { company: 0n, donor: 1n }
  const sum = plus(applyRatio(ratio, wholeNumber(333)), applyRatio(ratio, wholeNumber(667)))
  expect(roundHalfEven(sum)).toBe(1_500)
})
