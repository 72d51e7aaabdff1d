import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordHint } from './password-hint.ts'

const person = { email: 'rowan.reed@example.org', name: 'Rowan Reed', organizations: ['Riverside Pantry'] }
const short = 'Too short. Add a word or two.'
const common = 'This password is on lists of stolen passwords. Choose another one.'
const own = 'This password is too easy to guess. Don’t use your name or email.'
const fair = 'OK. To make it stronger, add a word or two.'

test.each([
  ['', ''],
  ['otter', short],
  ['Dragon', common],
  ['Password1', common],
  ['aaaaaaaa', common],
  ['Riverside-Pantry', own],
  ['rowan.reed7', own],
  ['otter bell', fair],
  ['abababababababab', fair],
  ['otter lantern seven', 'Good. Long passwords are hard to guess.'],
])('%j: %s', (password, hint) => {
  expect(passwordHint(password, person)).toBe(hint)
})

it('calls no password common that the server accepts', () => {
  const refused = new Set(dictionary['passwords-common'])
  expect([...commonPasswords].filter((password) => !refused.has(password))).toEqual([])
})
