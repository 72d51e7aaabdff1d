import { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import type { Caller } from '../../../../platform/http/serve.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { recordRefusal } from '../account-events/refusals.ts'
import { wrongCodes, wrongPasswords } from '../limits.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { getPasswordHash } from './factors.queries.ts'
import { redeemRecoveryCode, redeemTotpCode } from './one-time-codes.ts'

export type ConfirmationContext = {
  readonly platform: Platform
  readonly request: FastifyRequest
  readonly caller: Caller
}

/** An unlocked screen must not be enough to change sign-in factors. */
export async function confirmIdentity(
  context: ConfirmationContext,
  { password, code }: auth.Reauthentication,
): Promise<void> {
  if (password) return confirmPassword(context, password, 'password')
  if (code) return confirmCode(context, code)
  throw invalidField('password', auth.messages.confirmMissing)
}

export async function confirmPassword(
  { platform, request, caller: { user } }: ConfirmationContext,
  password: string,
  field: string,
): Promise<void> {
  const key = String(user.id)
  await platform.rates.take('confirm-password', wrongPasswords, key)
  const hash = await withoutTenant(readOnly(platform.database), (db) => getPasswordHash(db, user.id))
  if (!(await verifyPassword(hash, password))) {
    recordRefusal({ platform, request }, user, { action: 'identity_refused', detail: 'password' })
    throw invalidField(field, auth.messages.wrongPassword)
  }
  await platform.rates.refund('confirm-password', wrongPasswords, key)
}

async function confirmCode({ platform, request, caller: { user } }: ConfirmationContext, code: string): Promise<void> {
  const key = String(user.id)
  await platform.rates.take('confirm-code', wrongCodes, key)
  const attempt = { userId: user.id, code, mustBe: 'in use' } as const
  const isCorrect = await withoutTenant(
    platform.database,
    async (db) =>
      (await redeemTotpCode(db, platform, attempt)) || (await redeemRecoveryCode(db, user.id, code, platform.clock())),
  )
  if (!isCorrect) {
    recordRefusal({ platform, request }, user, { action: 'identity_refused', detail: 'second step' })
    throw invalidField('code', auth.messages.wrongCode)
  }
  await platform.rates.refund('confirm-code', wrongCodes, key)
}

const invalidField = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })
