import { auth } from '@twofold/contract'
import { acrossOrganizations, readOnly } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { listOrganizationsOfUser } from '../../../core/organizations/index.ts'

let loadedPasswords: Set<string> | undefined
/** 49,000 passwords of known breaches, in lowercase: 0.4 MB, read on first use. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  loadedPasswords ??= new Set(dictionary['passwords-common'])
  return loadedPasswords
}

/** Throws if the password is too short, common in breaches, or derived from the person's data. */
export async function refuseGuessablePassword(
  platform: Pick<Platform, 'database' | 'config'>,
  { id, email, name }: { readonly id: number; readonly email: string; readonly name: string },
  password: string,
): Promise<void> {
  const organizations = await acrossOrganizations(readOnly(platform.database), (db) => listOrganizationsOfUser(db, id))
  const problem = auth.passwordProblem(password, {
    common: await commonPasswords(),
    minimum: platform.config.passwordMinLength,
    email,
    name,
    organizations: organizations.map((organization) => organization.name),
  })
  if (problem) throw new Refusal('invalid', problem, { fields: { password: problem } })
}
