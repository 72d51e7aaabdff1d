import { auth } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Db, withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { deleteLink, updateLinkDetail } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { recordAccountEvent } from '../account-events/account-events.ts'
import { recordRefusal } from '../account-events/refusals.ts'
import { knownBrowser } from '../known-browser.ts'
import { codeCounter } from '../limits.ts'
import { confirmTotpSecret, getFactors, markPasskeyUsed } from '../second-step/factors.queries.ts'
import {
  redeemRecoveryCode,
  redeemTotpCode,
  regenerateRecoveryCodes,
  startTotpSetup,
} from '../second-step/one-time-codes.ts'
import { authenticationOptions, verifyAssertion } from '../second-step/passkeys.ts'
import { findStep, type Step, type StepPurpose } from '../second-step/start-step.ts'
import { type SignInMethod, signIn } from './sign-in.ts'

const stepExpired = (): Refusal => new Refusal('gone', auth.messages.signInAgain)

export const secondStepRoutes: ServedRoute[] = [
  serve(auth.finishWithCode, async (call) => {
    const { platform, body } = call
    let by: SignInMethod = 'app'
    const finished = await checkAttempt(call, body.step, links.secondStep, async (db, { user }) => {
      const attempt = { userId: user.id, code: body.code, mustBe: 'in use' } as const
      if (await redeemTotpCode(db, platform, attempt)) return true
      by = 'recovery code'
      return redeemRecoveryCode(db, user.id, body.code, platform.clock())
    })
    if (!finished)
      throw new Refusal('unauthenticated', auth.messages.wrongCode, { fields: { code: auth.messages.wrongCode } })
    return finish(call, finished, by)
  }),

  serve(auth.askForPasskey, async ({ platform, request, body }) => {
    return withoutTenant(platform.database, async (db) => {
      const step = await findStep(db, platform, { token: body.step, purpose: links.secondStep })
      if (!step) throw stepExpired()
      const { passkeys } = await getFactors(db, step.user.id)
      const options = await authenticationOptions({ platform, request }, passkeys)
      await updateLinkDetail(db, step, { challenge: options.challenge })
      return { options: { ...options } }
    })
  }),

  serve(auth.finishWithPasskey, async (call) => {
    const { platform, request, body } = call
    const finished = await checkAttempt(call, body.step, links.secondStep, async (db, step) => {
      const { user, detail } = step
      const { challenge } = detail
      const { passkeys } = await getFactors(db, user.id)
      const passkey = passkeys.find(({ id }) => id === body.response.id)
      if (!passkey || !challenge) return false
      await updateLinkDetail(db, step, { challenge: null })
      const counter = await verifyAssertion({ platform, request }, body.response, {
        challenge,
        passkey,
        isOnlyFactor: false,
      })
      if (counter !== null) await markPasskeyUsed(db, passkey.id, counter, platform.clock())
      return counter !== null
    })
    if (!finished) throw new Refusal('unauthenticated', auth.messages.wrongPasskey)
    return finish(call, finished, 'passkey')
  }),

  serve(auth.setUpSecondStep, async ({ platform, body }) => {
    const step = await withoutTenant(platform.database, (db) =>
      findStep(db, platform, { token: body.step, purpose: links.setUp }),
    )
    const setup = step && (await startTotpSetup(platform, step.user))
    if (!setup) throw stepExpired()
    return setup
  }),

  serve(auth.finishSetUp, async (call) => {
    const { platform, request, body } = call
    let codes: string[] = []
    const finished = await checkAttempt(call, body.step, links.setUp, async (db, { user }) => {
      const attempt = { userId: user.id, code: body.code, mustBe: 'begun' } as const
      if (!(await redeemTotpCode(db, platform, attempt))) return false
      await confirmTotpSecret(db, user.id, platform.clock())
      codes = await regenerateRecoveryCodes(db, user.id)
      await recordAccountEvent(db, { platform, request }, { userId: user.id, action: 'app_added' })
      return true
    })
    if (!finished)
      throw new Refusal('unauthenticated', auth.messages.wrongCode, { fields: { code: auth.messages.wrongCode } })
    return { ...(await finish(call, finished, 'app')), recovery_codes: codes }
  }),
]

async function checkAttempt(
  { platform, request }: { readonly platform: Platform; readonly request: FastifyRequest },
  token: string,
  purpose: StepPurpose,
  check: (db: Db, step: Step) => Promise<boolean>,
): Promise<Step | null> {
  const current = await withoutTenant(platform.database, (db) => findStep(db, platform, { token, purpose }))
  if (!current) throw stepExpired()
  const counter = codeCounter(knownBrowser(platform, request, current.user.id), current.user.id)
  await platform.rates.take(...counter)
  const completed = await withoutTenant(platform.database, async (db) => {
    const step = await findStep(db, platform, { token, purpose, locks: true })
    if (!step) throw stepExpired()
    if (!(await check(db, step))) return null
    await deleteLink(db, step)
    return step
  })
  if (completed) await platform.rates.refund(...counter)
  else recordRefusal({ platform, request }, current.user, { action: 'sign_in_refused', detail: 'second step' })
  return completed
}

async function finish(
  call: { readonly platform: Platform; readonly request: FastifyRequest; readonly reply: FastifyReply },
  { user, detail: { redirect } }: Step,
  by: SignInMethod,
): Promise<auth.CompletedSignIn> {
  return { ...(await signIn(call, user, by)), redirect }
}
