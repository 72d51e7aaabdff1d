import { auth } from '@twofold/contract'
import { inProduct } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { getPasswordHash } from './factors.queries.ts'
import { wrongCodes, wrongPasswords } from './limits.ts'
import { takeAppCode, takeCode } from './one-time-codes.ts'
import { passwordFits } from './passwords.ts'

/** An open screen is not enough to change how its owner signs in: the password, or a code of their app. */
export async function confirmIdentity(
  platform: Platform,
  caller: Caller,
  { password, code }: auth.Confirmed,
): Promise<void> {
  if (password) return confirmPassword(platform, caller, password, 'password')
  if (code) return confirmCode(platform, caller, code)
  throw refused('password', auth.messages.confirmMissing)
}

/** `field` is the name under which the form shows the refusal. */
export async function confirmPassword(
  platform: Platform,
  { user }: Caller,
  password: string,
  field: string,
): Promise<void> {
  const key = String(user.id)
  await platform.rates.take('confirm-password', wrongPasswords, key)
  const hash = await inProduct(platform.database, (db) => getPasswordHash(db, user.id), { readOnly: true })
  if (!(await passwordFits(hash, password))) throw refused(field, auth.messages.wrongPassword)
  await platform.rates.giveBack('confirm-password', wrongPasswords, key)
}

async function confirmCode(platform: Platform, { user }: Caller, code: string): Promise<void> {
  const key = String(user.id)
  await platform.rates.take('second-step', wrongCodes, key)
  const given = { userId: user.id, code, mustBe: 'in use' } as const
  const isRight = await inProduct(
    platform.database,
    async (db) => (await takeAppCode(db, platform, given)) || (await takeCode(db, user.id, code, platform.clock())),
  )
  if (!isRight) throw refused('code', auth.messages.wrongCode)
  await platform.rates.giveBack('second-step', wrongCodes, key)
}

const refused = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })
