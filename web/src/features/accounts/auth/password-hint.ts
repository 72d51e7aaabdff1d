import { auth } from '@twofold/contract'
import { commonPasswords } from './common-passwords.ts'

export type Person = { readonly email: string; readonly name: string; readonly organizations: readonly string[] }

/** Passwords with fewer different characters are easy to guess. */
const minDifferentCharacters = 6
const longLength = 15

/** The server decides: it knows more common passwords, and an installation may require more characters. */
export function passwordHint(password: string, person: Person): string {
  if (password === '') return ''
  const problem = auth.passwordProblem(password, { ...person, common: commonPasswords, minimum: auth.passwordMinimum })
  if (problem === auth.messages.passwordTooShort) return 'Too short. Add a word or two.'
  if (problem) return problem
  const isLong = [...password].length >= longLength && new Set(password).size >= minDifferentCharacters
  return isLong ? 'Good. Long passwords are hard to guess.' : 'OK. To make it stronger, add a word or two.'
}
