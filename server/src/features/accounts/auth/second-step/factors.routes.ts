import { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { type Db, readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { type Caller, type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { deleteLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { notFound, Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { FactorChange } from '../../../core/texts/index.ts'
import { sendAccountMail } from '../account-emails.ts'
import { recordAccountEvent } from '../account-events/account-events.ts'
import { wrongCodes } from '../limits.ts'
import { confirmIdentity } from './confirm-identity.ts'
import {
  confirmTotpSecret,
  deletePasskey,
  deleteTotp,
  type FactorRows,
  getFactors,
  hasFactor,
  insertPasskey,
  replaceRecoveryCodes,
} from './factors.queries.ts'
import { needsFactor } from './needs-factor.ts'
import { redeemTotpCode, regenerateRecoveryCodes, startTotpSetup } from './one-time-codes.ts'
import { registrationOptions, verifyRegistration } from './passkeys.ts'
import { findStep, startStep } from './start-step.ts'

export const factorRoutes: ServedRoute[] = [
  serve(auth.getFactors, async ({ platform, caller }) =>
    withoutTenant(readOnly(platform.database), (db) => presentFactors(db, platform, caller.user)),
  ),

  serve(auth.beginTotp, async ({ platform, request, caller, body }) => {
    await confirmIdentity({ platform, request, caller }, body)
    const setup = await startTotpSetup(platform, caller.user)
    if (!setup) throw new Refusal('conflict', 'An authenticator app is already set up. Remove it first.')
    return setup
  }),

  serve(auth.confirmTotp, async (call) => {
    const { platform, body } = call
    const { user } = call.caller
    await platform.rates.take('confirm-code', wrongCodes, String(user.id))
    const added = await changeFactors(call, { action: 'app_added' }, async (db, before) => {
      if (!(await redeemTotpCode(db, platform, { userId: user.id, code: body.code, mustBe: 'begun' }))) {
        throw new Refusal('invalid', auth.messages.wrongCode, { fields: { code: auth.messages.wrongCode } })
      }
      await confirmTotpSecret(db, user.id, platform.clock())
      return before.recoveryCodesLeft > 0 ? null : regenerateRecoveryCodes(db, user.id)
    })
    await platform.rates.refund('confirm-code', wrongCodes, String(user.id))
    return added
  }),

  serve(auth.removeTotp, async (call) => {
    await confirmIdentity(call, call.body)
    return changeFactors(call, { action: 'app_removed' }, async (db) => {
      await deleteTotp(db, call.caller.user.id)
      return null
    })
  }),

  serve(auth.renewRecoveryCodes, async (call) => {
    await confirmIdentity(call, call.body)
    return changeFactors(call, { action: 'codes_renewed' }, async (db, before) => {
      if (!hasFactor(before))
        throw new Refusal('conflict', 'Set up an authenticator app or a passkey first. Recovery codes come with it.')
      return regenerateRecoveryCodes(db, call.caller.user.id)
    })
  }),

  serve(auth.beginPasskey, async ({ platform, request, caller, body }) => {
    await confirmIdentity({ platform, request, caller }, body)
    return withoutTenant(platform.database, async (db) => {
      const { passkeys } = await getFactors(db, caller.user.id)
      const options = await registrationOptions({ platform, request }, caller.user, passkeys)
      const { challenge } = options
      const { step } = await startStep(db, platform, caller.user.id, { purpose: links.addPasskey, challenge })
      return { step, options: { ...options } }
    })
  }),

  serve(auth.addPasskey, async (call) => {
    const { platform, body } = call
    const { user } = call.caller
    const name = body.name || 'Passkey'
    return changeFactors(call, { action: 'passkey_added', detail: name }, async (db, before) => {
      const step = await findStep(db, platform, { token: body.step, purpose: links.addPasskey, locks: true })
      if (!step?.detail.challenge || step.user.id !== user.id) throw new Refusal('gone', auth.messages.wrongPasskey)
      await deleteLink(db, step)
      const passkey = await verifyRegistration(call, body.response, step.detail.challenge)
      if (!passkey || !(await insertPasskey(db, user.id, { ...passkey, name, now: platform.clock() }))) {
        throw new Refusal('invalid', auth.messages.wrongPasskey)
      }
      return before.recoveryCodesLeft > 0 ? null : regenerateRecoveryCodes(db, user.id)
    })
  }),

  serve(auth.removePasskey, async (call) => {
    const { platform, caller, body } = call
    await confirmIdentity(call, body)
    const factors = await withoutTenant(readOnly(platform.database), (db) => getFactors(db, caller.user.id))
    const name = factors.passkeys.find(({ id }) => id === body.id)?.name
    if (name === undefined) throw notFound()
    return changeFactors(call, { action: 'passkey_removed', detail: name }, async (db) => {
      if (!(await deletePasskey(db, caller.user.id, body.id))) throw notFound()
      return null
    })
  }),
]

type FactorContext = { readonly platform: Platform; readonly request: FastifyRequest; readonly caller: Caller }
type Change = { readonly action: Exclude<FactorChange, 'changed'>; readonly detail?: string }

async function changeFactors(
  { platform, request, caller: { user } }: FactorContext,
  event: Change,
  work: (db: Db, before: FactorRows) => Promise<string[] | null>,
) {
  return withoutTenant(platform.database, async (db) => {
    const codes = await work(db, await getFactors(db, user.id))
    const after = await getFactors(db, user.id)
    if (!hasFactor(after)) {
      if (needsFactor(platform, user)) throw new Refusal('conflict', auth.messages.factorRequired)
      await replaceRecoveryCodes(db, user.id, [])
    }
    await recordAccountEvent(db, { platform, request }, { userId: user.id, ...event })
    const parameters = { userId: user.id, change: event.action, name: event.detail ?? '' }
    await sendAccountMail(db, { kind: 'factors-changed', recipient: user.email, parameters, now: platform.clock() })
    return { factors: await presentFactors(db, platform, user), recovery_codes: codes }
  })
}

async function presentFactors(db: Db, platform: Pick<Platform, 'config'>, user: auth.User): Promise<auth.Factors> {
  const { totpSince, hasPassword, passkeys, recoveryCodesLeft } = await getFactors(db, user.id)
  return {
    required: needsFactor(platform, user),
    has_password: hasPassword,
    totp_since: totpSince?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    recovery_codes_left: recoveryCodesLeft,
  }
}
