import { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { inProduct } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountRoutes } from './account.routes.ts'
import { emailKey, endSession, findUserByEmail } from './auth.queries.ts'
import { factorRoutes } from './factors.routes.ts'
import { wrongPasswords, wrongPasswordsPerClient } from './limits.ts'
import { linkRequestRoutes } from './link-request.routes.ts'
import { magicLinkRoutes } from './magic-link.routes.ts'
import { oneAfterAnother } from './one-after-another.ts'
import { passkeySignInRoutes } from './passkey-sign-in.routes.ts'
import { passwordRoutes } from './password.routes.ts'
import { passwordFits } from './passwords.ts'
import { noteRefusal } from './refusals.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { sessionListRoutes } from './session-list.routes.ts'
import type { SessionReader } from './sessions.ts'
import { afterFirstStep, presentMe, refuseDemoInProduction } from './sign-in.ts'

type LoginForm = { readonly email: string; readonly password: string }

export function authRoutes(sessions: SessionReader): ServedRoute[] {
  return [
    serve(auth.login, async ({ platform, request, body }) => {
      const user = await oneAfterAnother(emailKey(body.email), () => checkPassword({ platform, request }, body))
      return afterFirstStep(platform, request, user, { by: 'password', redirect: null })
    }),

    serve(auth.logout, async ({ platform, reply, caller }) => {
      await inProduct(platform.database, (db) => endSession(db, caller.sessionId, platform.clock()))
      sessions.forget()
      reply.header('clear-site-data', '"cache"')
      return { ok: true } as const
    }),

    serve(auth.common, async ({ platform, caller }) => presentMe(platform, caller.user)),

    ...magicLinkRoutes,
    ...passkeySignInRoutes,
    ...linkRequestRoutes,
    ...passwordRoutes(sessions),
    ...sessionListRoutes(sessions),
    ...secondStepRoutes,
    ...factorRoutes,
    ...accountRoutes(sessions),
  ]
}

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
