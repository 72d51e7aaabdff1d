import { auth } from '@twofold/contract'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { listOrganizationsOfUser } from '../../../core/organizations/index.ts'

let common: Set<string> | undefined
/** Returns the 49,000 most common passwords of known breaches, in lowercase: 0.4 MB, read on first use. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  common ??= new Set(dictionary['passwords-common'])
  return common
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Also refuses passwords derived from the person's data: their name, address and organizations. */
export async function refuseGuessablePassword(
  platform: Pick<Platform, 'database' | 'config'>,
  { id, email, name }: { readonly id: number; readonly email: string; readonly name: string },
  password: string,
): Promise<void> {
  const organizations = await acrossOrganizations(platform.database, (db) => listOrganizationsOfUser(db, id), {
    readOnly: true,
  })
  refusePassword(password, {
    common: await commonPasswords(),
    minimum: platform.config.passwordMinLength,
    own: [email, email.split('@')[0] ?? '', name, ...organizations.map((organization) => organization.name)],
  })
}

type Given = {
  readonly common: ReadonlySet<string>
  readonly minimum: number
  readonly own: readonly string[]
}

/** Throws with the field's message if a password is too short, common in breaches, or derived from the person's data. */
function refusePassword(password: string, given: Given): void {
  const text = password.normalize('NFKC').toLowerCase()
  if ([...password].length < given.minimum) throw refused(auth.passwordTooShort(given.minimum))
  const isCommon = given.common.has(text) || given.common.has(plain(text)) || new Set(text).size === 1
  if (isCommon) throw refused(auth.messages.passwordTooCommon)
  const own = ['twofold', ...given.own].map(plain).filter((word) => word.length >= 4)
  // "twofold2026" and "Riverbend1!" count as the word without its suffix
  const core = plain(text).replace(/(?<!\d)\d+$/, '')
  if (own.some((word) => word === plain(text) || word === core)) throw refused(auth.messages.passwordIsYours)
}

const refused = (message: string): Refusal => new Refusal('invalid', message, { fields: { password: message } })
