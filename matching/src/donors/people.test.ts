import { expect, test } from 'vitest'
import { areTwoPeople, isPlaceholderAddress, isRoleAt, isSameName } from './people.ts'

test.each([
  ['John Olds', 'Mary Olds'],
  ['J. Smith', 'Mary Smith'],
  ['Ann Lee', 'Bo Diaz'],
  ['Cher', 'Ann Lee'],
  ['Acme LLC', 'Jane Poe'],
  ['Ann M. Poe', 'Mary Poe'],
  ['Olds, John', 'Olds, Mary'],
  ['John & Mary Olds', 'Pat Quinn'],
])('%s and %s are two people', (one, other) => {
  expect([areTwoPeople(one, other), areTwoPeople(other, one)]).toEqual([true, true])
})

test.each([
  ['John & Mary Olds', 'Mary Olds'],
  ['Mr. and Mrs. Brad Smith', 'Jane Smith'],
  ['Robert Smith', 'Bob Smith'],
  ['J. Smith', 'John Smith'],
  ['JS', 'Jane Smith'],
  ['Mary Jones', 'Mary Smith'],
  ['Lee', 'Ann Lee'],
  ['Catherine Poe', 'Cathrine Poe'],
  ['The Alvarez Family', 'Rosa Alvarez'],
  ['Jo Ann Roe', 'Joann Roe'],
  ['Anonymous', 'Ann Lee'],
  ['', 'Ann Lee'],
])('%s and %s may be one person', (one, other) => {
  expect([areTwoPeople(one, other), areTwoPeople(other, one)]).toEqual([false, false])
})

test.each([
  ['SMITHSON, JOHN', 'John Smithson'],
  ['José Núñez', 'jose nunez'],
  ['Dr. Wei Chen', 'Wei Chen'],
])('%s and %s are the same name in different spellings', (one, other) => {
  expect(isSameName(one, other)).toBe(true)
})

test.each([
  'noemail@noemail.com',
  'NoEmail17@gmail.com',
  'no-email@example.org',
  'none@none.com',
  'na@na.com',
  'donotreply@example.com',
  'no.reply@example.org',
  'test@example.com',
  'anything@noemail.com',
  'sincorreo@example.org',
  'no@email.com',
  'email@example.com',
  'doesnothaveemail@gmail.com',
  'manuallyentered@cheddarup.com',
])('%s is a placeholder', (email) => {
  expect(isPlaceholderAddress(email)).toBe(true)
})

test.each([
  'noel@example.org',
  'na@gmail.com',
  'nona@example.org',
  'test.user@example.org',
  'nonesuch@example.org',
  'none4u@example.org',
  'abc123@example.org',
  '',
  'email@annable.example',
  'no@gmail.com',
])('%s is not a placeholder', (email) => {
  expect(isPlaceholderAddress(email)).toBe(false)
})

test('a role address belongs to an organization only at its own domain', () => {
  const domains = new Set(['riverbend.example'])
  expect(isRoleAt('Info@riverbend.example', domains)).toBe(true)
  expect(isRoleAt('info@elsewhere.example', domains)).toBe(false)
  expect(isRoleAt('jane@riverbend.example', domains)).toBe(false)
})
