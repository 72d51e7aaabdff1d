import { auth } from '@twofold/contract'
import { expect, it } from 'vitest'
import { sentenceOf } from './event-text.ts'

it.each(auth.accountAction.options)('%s becomes a sentence for every detail', (action) => {
  expect(sentenceOf({ action, detail: '3' })).toMatch(/^[A-Z].{5,}/)
  expect(sentenceOf({ action, detail: '' })).toMatch(/^[A-Z].{5,}/)
})

it('names the sign-in method', () => {
  expect(sentenceOf({ action: 'signed_in', detail: 'passkey' })).toBe('Signed in with a passkey')
  expect(sentenceOf({ action: 'signed_in', detail: 'something new' })).toBe('Signed in')
  expect(sentenceOf({ action: 'signed_out_elsewhere', detail: '1' })).toBe(
    'Signed out everywhere else: 1 session ended',
  )
  expect(sentenceOf({ action: 'sign_in_refused', detail: 'password' })).toBe('Sign-in refused: a wrong password')
  expect(sentenceOf({ action: 'access_refused', detail: 'Delete a gift' })).toBe('Access refused: Delete a gift')
})
