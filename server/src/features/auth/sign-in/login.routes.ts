import { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { inProduct } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { wrongPasswords, wrongPasswordsPerClient } from '../limits.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { noteRefusal } from '../trail/refusals.ts'
import { emailKey, findUserByEmail } from '../users.queries.ts'
import { oneAfterAnother } from './one-after-another.ts'
import { afterFirstStep, presentMe, refuseDemoInProduction } from './sign-in.ts'

type LoginForm = { readonly email: string; readonly password: string }

/** Signing in with a password, and who somebody is then. */
export const loginRoutes: ServedRoute[] = [
  serve(auth.login, async ({ platform, request, body }) => {
    const user = await oneAfterAnother(emailKey(body.email), () => checkPassword({ platform, request }, body))
    return afterFirstStep(platform, request, user, { by: 'password', redirect: null })
  }),

  serve(auth.common, async ({ platform, caller }) => presentMe(platform, caller.user)),
]

/** Whose password it is. A guess is counted before it is looked at, so that many at once cannot slip through; a right one is given back. */
async function checkPassword(
  { platform, request }: { readonly platform: Platform; readonly request: FastifyRequest },
  form: LoginForm,
): Promise<auth.User> {
  const client = request.ip
  const account = emailKey(form.email)
  await platform.rates.takeOfClient('login-client', wrongPasswordsPerClient, client)
  await platform.rates.take('login-account', wrongPasswords, account)
  const found = await inProduct(platform.database, (db) => findUserByEmail(db, form.email), { readOnly: true })
  const fits = await passwordFits(found?.passwordHash ?? null, form.password)
  if (!found || !fits) {
    noteRefusal({ platform, request }, found?.user ?? null, { action: 'sign_in_refused', detail: 'password' })
    throw new Refusal('unauthenticated', auth.messages.wrongCredentials)
  }
  refuseDemoInProduction(platform, found.user.email)
  await platform.rates.giveBackToClient('login-client', wrongPasswordsPerClient, client)
  await platform.rates.giveBack('login-account', wrongPasswords, account)
  return found.user
}
