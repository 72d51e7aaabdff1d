import { expect, test } from 'vitest'
import { inGuillemets, quoted } from './quoted.ts'

test.each([
  ['Riverbend', '“Riverbend”'],
  ['Société “Ñandú”', '“Société ‘Ñandú’”'],
  ['“Friends” of O’Neil', '“‘Friends’ of O’Neil”'],
  ['', '“”'],
])('%s is quoted as %s', (name, words) => {
  expect(quoted(name)).toBe(words)
})

test('quotes in French and Spanish', () => {
  expect(inGuillemets('Dons «Noël»')).toBe('«Dons “Noël”»')
  expect(inGuillemets('Dons « Noël »', ' ')).toBe('« Dons “Noël” »')
})
