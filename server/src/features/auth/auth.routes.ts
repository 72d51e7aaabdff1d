import { auth } from '@twofold/contract'
import { acrossOrganizations, inProduct } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Call, type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import { listOrganizationsOfUser } from '../organizations/index.ts'
import { sendAccountMail } from './account-mails.ts'
import { emailKey, endSession, findUserByEmail, useLoginLink } from './auth.queries.ts'
import { limitAccountMails, wrongPasswords, wrongPasswordsPerClient } from './limits.ts'
import { passwordRoutes } from './password.routes.ts'
import { passwordFits } from './passwords.ts'
import { openSession, type SessionReader } from './sessions.ts'

export function authRoutes(sessions: SessionReader): ServedRoute[] {
  return [
    serve(auth.login, async ({ platform, request, body }) => {
      // Counted before the password is looked at, so that many at once cannot slip through; given back on success.
      await platform.rates.take('login-client', wrongPasswordsPerClient, request.ip)
      await platform.rates.take('login-account', wrongPasswords, emailKey(body.email))
      const found = await inProduct(platform.database, (db) => findUserByEmail(db, body.email), { readOnly: true })
      const fits = await passwordFits(found?.passwordHash ?? null, body.password)
      if (!found || !fits) throw new Refusal('unauthenticated', auth.messages.wrongCredentials)
      refuseDemoInProduction(platform, found.user.email)
      await platform.rates.giveBack('login-client', wrongPasswordsPerClient, request.ip)
      await platform.rates.giveBack('login-account', wrongPasswords, emailKey(body.email))
      return signIn(platform, request, found.user)
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
      return { ...(await signIn(platform, request, used.user)), redirect: used.redirect }
    }),

    ...passwordRoutes(sessions),
  ]
}

/** The demo's passwords are printed for everybody to read. */
function refuseDemoInProduction(platform: Platform, email: string): void {
  if (platform.config.isProduction && email.endsWith('.example')) {
    throw new Refusal('unauthenticated', auth.messages.wrongCredentials)
  }
}

async function signIn(platform: Platform, request: Call<typeof auth.login>['request'], user: auth.User) {
  const token = await openSession(platform, user, request.ip, request.headers['user-agent'] ?? '')
  return { access_token: token, me: await presentMe(platform, user) }
}

async function presentMe(platform: Platform, user: auth.User): Promise<auth.Me> {
  // A super user works with any organization and searches for it instead of getting a list.
  if (user.globalPermission === 'super') return { ...user, orgs: [] }
  const orgs = await acrossOrganizations(platform.database, (db) => listOrganizationsOfUser(db, user.id), {
    readOnly: true,
  })
  return { ...user, orgs }
}
