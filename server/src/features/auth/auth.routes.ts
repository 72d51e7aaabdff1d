import { auth } from '@twofold/contract'
import { inProduct } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import { sendAccountMail } from './account-mails.ts'
import { emailKey, endSession, findUserByEmail, useLoginLink } from './auth.queries.ts'
import { factorRoutes } from './factors.routes.ts'
import { limitAccountMails, wrongPasswords, wrongPasswordsPerClient } from './limits.ts'
import { linkRequestRoutes } from './link-request.routes.ts'
import { oneAfterAnother } from './one-after-another.ts'
import { passwordRoutes } from './password.routes.ts'
import { passwordFits } from './passwords.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { sessionListRoutes } from './session-list.routes.ts'
import type { SessionReader } from './sessions.ts'
import { afterFirstStep, presentMe } from './sign-in.ts'

type LoginForm = { readonly email: string; readonly password: string }

export function authRoutes(sessions: SessionReader): ServedRoute[] {
  return [
    serve(auth.login, async ({ platform, request, body }) => {
      const user = await oneAfterAnother(emailKey(body.email), () => checkPassword(platform, request.ip, body))
      return afterFirstStep(platform, request, user, null)
    }),

    serve(auth.logout, async ({ platform, reply, caller }) => {
      await inProduct(platform.database, (db) => endSession(db, caller.sessionId, platform.clock()))
      sessions.forget()
      reply.header('clear-site-data', '"cache"')
      return { ok: true } as const
    }),

    serve(auth.common, async ({ platform, caller }) => presentMe(platform, caller.user)),

    serve(auth.requestMagicLink, async ({ platform, request, reply, body }) => {
      await limitAccountMails(platform, request.ip, body.email)
      const answer = await inProduct(platform.database, async (db) => {
        const found = await findUserByEmail(db, body.email)
        if (!found) return auth.messages.noUserFound
        const parameters = { userId: found.user.id, redirect: body.redirect }
        await sendAccountMail(db, {
          kind: 'magic-link',
          recipient: found.user.email,
          parameters,
          now: platform.clock(),
        })
        return 'A sign-in link is on its way to your mailbox.'
      })
      return reply.type('text/plain; charset=utf-8').send(answer)
    }),

    serve(auth.redeemMagicLink, async ({ platform, request, body }) => {
      const used = await inProduct(platform.database, (db) => useLoginLink(db, digestOf(body.token), platform.clock()))
      if (!used) throw new Refusal('gone', auth.messages.linkUsed)
      refuseDemoInProduction(platform, used.user.email)
      return { ...(await afterFirstStep(platform, request, used.user, used.redirect)), redirect: used.redirect }
    }),

    ...linkRequestRoutes,
    ...passwordRoutes(sessions),
    ...sessionListRoutes(sessions),
    ...secondStepRoutes,
    ...factorRoutes,
  ]
}

/** Whose password it is. A guess is counted before it is looked at, so that many at once cannot slip through; a right one is given back. */
async function checkPassword(platform: Platform, client: string, form: LoginForm): Promise<auth.User> {
  const account = emailKey(form.email)
  await platform.rates.take('login-client', wrongPasswordsPerClient, client)
  await platform.rates.take('login-account', wrongPasswords, account)
  const found = await inProduct(platform.database, (db) => findUserByEmail(db, form.email), { readOnly: true })
  const fits = await passwordFits(found?.passwordHash ?? null, form.password)
  if (!found || !fits) throw new Refusal('unauthenticated', auth.messages.wrongCredentials)
  refuseDemoInProduction(platform, found.user.email)
  await platform.rates.giveBack('login-client', wrongPasswordsPerClient, client)
  await platform.rates.giveBack('login-account', wrongPasswords, account)
  return found.user
}

/** The demo's passwords are printed for everybody to read. */
function refuseDemoInProduction(platform: Platform, email: string): void {
  if (platform.config.isProduction && email.endsWith('.example')) {
    throw new Refusal('unauthenticated', auth.messages.wrongCredentials)
  }
}
