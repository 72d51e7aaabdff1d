import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDecimalMark, parseMoney } from './money.ts'

test.each([
  ['USD250', 25_000, 'USD'],
  ['CAD1,250.00', 125_000, 'CAD'],
  ['EUR75', 7_500, 'EUR'],
])('%s has its currency before the number', (text, cents, currency) => {
  expect(parseMoney(text)).toEqual({ cents, currency })
})

test.each([
  ['$1,234.56', 123456, null],
  ['(12.00)', -1200, null],
  ['($1,250.00)', -125000, null],
  ['-$25.00', -2500, null],
  ['$-25.00', -2500, null],
  ['12.00-', -1200, null],
  ['−5', -500, null],
  ['USD 25', 2500, 'USD'],
  ['25.00 USD', 2500, 'USD'],
  ['CA$10', 1000, 'CAD'],
  ['C$ 10.50', 1050, 'CAD'],
  ['CAD $20.00', 2000, 'CAD'],
  ['£1,000', 100000, 'GBP'],
  ['Mex$500', 50000, 'MXN'],
  ['HK$800', 80000, 'HKD'],
  ['R$ 75', 7500, 'BRL'],
  ['ZW$75', 7500, 'ZW$'],
  ['US$75', 7500, 'USD'],
  ['$75.00 CAD', 7500, 'CAD'],
  ["1'234.50", 123450, null],
  ['$ 25.-', 2500, null],
  ['1,234', 123400, null],
  ['1,234,567', 123456700, null],
  ['1,23,456.00', 12345600, null],
  ['.5', 50, null],
  ['12.', 1200, null],
  ['12,50', 1250, null],
  ['25.000000', 2500, null],
  ['0.125', 13, null],
  ['19.99', 1999, null],
  ['1e3', 100000, null],
  ['1.5E+03', 150000, null],
  ['２５.００', 2500, null],
  ['\u00a0$ 7.00\u00a0', 700, null],
])('%s is %i cents (%s)', (text, cents, currency) => {
  expect(parseMoney(text)).toEqual({ cents, currency })
})

test.each([
  ['1.234,56 €', 123456, 'EUR'],
  ['1 234,56', 123456, null],
  ['1\u202f234,50\u00a0$', 123450, null],
  ['12,5', 1250, null],
  ['1.234', 123400, null],
  ['R$ 1.234,56', 123456, 'BRL'],
  ['25,00 $ CA', 2500, 'CAD'],
])('with decimal commas %s is %i cents (%s)', (text, cents, currency) => {
  expect(parseMoney(text, ',')).toEqual({ cents, currency })
})

test.each([
  '',
  'abc',
  '1.2.3',
  '12 34',
  '10%',
  '1-2',
  '1,2345.00',
  'twenty',
  '$',
  '12/5',
  '1e99',
  '99999999999999999',
  '25.00 26.00',
  'N/A',
])('"%s" is not an amount', (text) => {
  expect(parseMoney(text)).toBeNull()
})

test('the decimal mark is found from unambiguous cells', () => {
  expect(findDecimalMark(['12,50', '1.234'])).toBe(',')
  expect(findDecimalMark(['1.234,00'])).toBe(',')
  expect(findDecimalMark(['1,234', '5'])).toBe('.')
  expect(findDecimalMark(['$1,234.56', '12.00', '1,000'])).toBe('.')
  expect(findDecimalMark([])).toBe('.')
})

test('every amount is read exactly in every format', () => {
  const styles = [
    new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }),
    new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 }),
    new Intl.NumberFormat('fr-CA', { minimumFractionDigits: 2 }),
  ]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
      styles.forEach((style, at) => {
        expect(parseMoney(style.format(cents / 100), at === 0 ? '.' : ',')?.cents).toBe(cents)
      })
    }),
  )
})
