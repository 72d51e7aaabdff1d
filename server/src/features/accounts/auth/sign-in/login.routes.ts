import { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { emailKey, findUserByEmail } from '../../../core/users/index.ts'
import { recordRefusal } from '../account-events/refusals.ts'
import type { KnownBrowser } from '../known-browser.ts'
import { findKnownBrowser, keyOf, signInCounters } from '../limits.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { serializeByKey } from './serialize-by-key.ts'
import { afterFirstStep, presentMe, refuseDemoInProduction } from './sign-in.ts'

type LoginForm = { readonly email: string; readonly password: string }

export const loginRoutes: ServedRoute[] = [
  serve(auth.login, async ({ platform, request, reply, body }) => {
    const browser = await findKnownBrowser(platform, request, body.email)
    // A known browser does not wait behind strangers who guess the same account's password.
    const queue = browser ? keyOf(browser) : emailKey(body.email)
    const user = await serializeByKey(queue, () => checkPassword({ platform, request }, body, browser))
    return afterFirstStep({ platform, request, reply }, user, { by: 'password', redirect: null })
  }),

  serve(auth.getCurrentUser, async ({ platform, caller }) => presentMe(platform, caller.user)),
]

/** Counts an attempt before the check, so that concurrent ones cannot exceed the limit, and uncounts a correct one. */
async function checkPassword(
  { platform, request }: { readonly platform: Platform; readonly request: FastifyRequest },
  form: LoginForm,
  browser: KnownBrowser | null,
): Promise<auth.User> {
  const counters = signInCounters(browser, request.ip, form.email)
  for (const counter of counters) await platform.rates.take(...counter).catch(suggestLink)
  const found = await withoutTenant(readOnly(platform.database), (db) => findUserByEmail(db, form.email))
  const isCorrect = await verifyPassword(found?.passwordHash ?? null, form.password)
  if (!found || !isCorrect) {
    recordRefusal({ platform, request }, found?.user ?? null, { action: 'sign_in_refused', detail: 'password' })
    throw new Refusal('unauthenticated', auth.messages.wrongCredentials)
  }
  refuseDemoInProduction(platform, found.user.email)
  for (const counter of counters) await platform.rates.refund(...counter)
  return found.user
}

const linkText = 'To sign in now, choose Magic Link.'

/** Strangers may have used up the attempts of the owner. */
function suggestLink(error: unknown): never {
  if (!(error instanceof Refusal) || error.retryAfterSeconds === undefined) throw error
  const { code, message, retryAfterSeconds } = error
  throw new Refusal(code, `${message} ${linkText}`, { retryAfterSeconds })
}
