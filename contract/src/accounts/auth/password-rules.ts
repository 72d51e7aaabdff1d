import { messages, passwordTooShort } from './messages.ts'

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

type PasswordRules = {
  readonly common: ReadonlySet<string>
  readonly minimum: number
  readonly email: string
  readonly name: string
  readonly organizations: readonly string[]
}

/** Returns the message for a password that is too short, common, or the person's own data; null if it fits. */
export function passwordProblem(password: string, rules: PasswordRules): string | null {
  const text = password.normalize('NFKC').toLowerCase()
  if ([...password].length < rules.minimum) return passwordTooShort(rules.minimum)
  const isCommon = rules.common.has(text) || rules.common.has(plain(text)) || new Set(text).size === 1
  if (isCommon) return messages.passwordTooCommon
  const { email, name, organizations } = rules
  const own = ['twofold', email, email.split('@')[0] ?? '', name, ...organizations]
    .map(plain)
    .filter((word) => word.length >= 4)
  // "twofold2026" and "Riverbend1!" count as the word without its suffix.
  const core = plain(text).replace(/(?<!\d)\d+$/, '')
  return own.some((word) => word === plain(text) || word === core) ? messages.passwordIsYours : null
}
