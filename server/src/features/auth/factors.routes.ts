import { auth } from '@twofold/contract'
import { type Db, inProduct } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { type Caller, type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import { sendAccountMail } from './account-mails.ts'
import {
  confirmTotpSecret,
  deletePasskey,
  deleteTotp,
  type FactorRows,
  getPasswordHash,
  insertPasskey,
  readFactors,
  replaceRecoveryCodes,
} from './factors.queries.ts'
import { wrongCodes, wrongPasswords } from './limits.ts'
import { beginApp, renewCodes, takeAppCode } from './one-time-codes.ts'
import { newPasskey, optionsToAdd } from './passkeys.ts'
import { passwordFits } from './passwords.ts'
import { hasFactor, needsFactor, startStep } from './sign-in.ts'
import { endStep, findStep } from './steps.queries.ts'

/** The second factors of the caller: an authenticator app, passkeys, and the codes for the day when both are lost. */
export const factorRoutes: ServedRoute[] = [
  serve(auth.getFactors, async ({ platform, caller }) =>
    inProduct(platform.database, (db) => presentFactors(db, platform, caller.user), { readOnly: true }),
  ),

  serve(auth.beginTotp, async ({ platform, caller, body }) => {
    await confirm(platform, caller, body.password)
    const begun = await beginApp(platform, caller.user)
    if (!begun) throw new Refusal('conflict', 'An authenticator app is set up already. Remove it first.')
    return begun
  }),

  serve(auth.confirmTotp, async ({ platform, caller, body }) => {
    const { user } = caller
    await platform.rates.take('second-step', wrongCodes, String(user.id))
    const added = await change(platform, user, 'An authenticator app was added.', async (db, before) => {
      if (!(await takeAppCode(db, platform, { userId: user.id, code: body.code, mustBe: 'begun' }))) {
        throw new Refusal('invalid', auth.messages.wrongCode, { fields: { code: auth.messages.wrongCode } })
      }
      await confirmTotpSecret(db, user.id, platform.clock())
      return before.recoveryCodesLeft > 0 ? null : renewCodes(db, user.id)
    })
    await platform.rates.giveBack('second-step', wrongCodes, String(user.id))
    return added
  }),

  serve(auth.removeTotp, async ({ platform, caller, body }) => {
    await confirm(platform, caller, body.password)
    return change(platform, caller.user, 'Your authenticator app was removed.', async (db) => {
      await deleteTotp(db, caller.user.id)
      return null
    })
  }),

  serve(auth.renewRecoveryCodes, async ({ platform, caller, body }) => {
    await confirm(platform, caller, body.password)
    return change(platform, caller.user, 'Your recovery codes were replaced.', (db, before) => {
      if (!hasFactor(before))
        throw new Refusal('conflict', 'Recovery codes come with an authenticator app or a passkey.')
      return renewCodes(db, caller.user.id)
    })
  }),

  serve(auth.beginPasskey, async ({ platform, caller, body }) => {
    await confirm(platform, caller, body.password)
    return inProduct(platform.database, async (db) => {
      const { passkeys } = await readFactors(db, caller.user.id)
      const options = await optionsToAdd(platform, caller.user, passkeys)
      const { challenge } = options
      const { step } = await startStep(db, platform, caller.user.id, { purpose: 'add-passkey', challenge })
      return { step, options: { ...options } }
    })
  }),

  serve(auth.addPasskey, async ({ platform, caller, body }) => {
    const { user } = caller
    const name = body.name || 'Passkey'
    return change(platform, user, `A passkey was added: ${name}.`, async (db, before) => {
      const tokenHash = digestOf(body.step)
      const now = platform.clock()
      const step = await findStep(db, tokenHash, 'add-passkey', now)
      if (!step?.challenge || step.user.id !== user.id) throw new Refusal('gone', auth.messages.wrongPasskey)
      await endStep(db, tokenHash)
      const made = await newPasskey(platform, body.response, step.challenge)
      if (!made || !(await insertPasskey(db, user.id, { ...made, name, now }))) {
        throw new Refusal('invalid', auth.messages.wrongPasskey)
      }
      return before.recoveryCodesLeft > 0 ? null : renewCodes(db, user.id)
    })
  }),

  serve(auth.removePasskey, async ({ platform, caller, body }) => {
    await confirm(platform, caller, body.password)
    return change(platform, caller.user, 'A passkey was removed.', async (db) => {
      if (!(await deletePasskey(db, caller.user.id, body.id))) throw notFound()
      return null
    })
  }),
]

/** An open screen is not enough to change how its owner signs in. */
async function confirm(platform: Platform, caller: Caller, password: string): Promise<void> {
  const key = String(caller.user.id)
  await platform.rates.take('confirm-password', wrongPasswords, key)
  const hash = await inProduct(platform.database, (db) => getPasswordHash(db, caller.user.id), { readOnly: true })
  if (!(await passwordFits(hash, password))) {
    throw new Refusal('invalid', auth.messages.wrongPassword, { fields: { password: auth.messages.wrongPassword } })
  }
  await platform.rates.giveBack('confirm-password', wrongPasswords, key)
}

/** Makes a change, tells the owner by mail, and answers what there is now with the codes that are shown once. */
async function change(
  platform: Platform,
  user: auth.User,
  said: string,
  work: (db: Db, before: FactorRows) => Promise<string[] | null>,
) {
  return inProduct(platform.database, async (db) => {
    const codes = await work(db, await readFactors(db, user.id))
    const after = await readFactors(db, user.id)
    if (!hasFactor(after)) {
      if (needsFactor(platform, user)) throw new Refusal('conflict', auth.messages.factorRequired)
      await replaceRecoveryCodes(db, user.id, [])
    }
    const parameters = { userId: user.id, change: said }
    await sendAccountMail(db, { kind: 'factors-changed', recipient: user.email, parameters, now: platform.clock() })
    return { factors: await presentFactors(db, platform, user), recovery_codes: codes }
  })
}

async function presentFactors(db: Db, platform: Pick<Platform, 'config'>, user: auth.User): Promise<auth.Factors> {
  const { totpSince, hasPassword, passkeys, recoveryCodesLeft } = await readFactors(db, user.id)
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
