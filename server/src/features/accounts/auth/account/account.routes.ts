import { auth } from '@twofold/contract'
import { inProduct } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { endLinks, issueLink, useLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import { sendAccountMail } from '../letters.ts'
import { limitMailsOfUser } from '../limits.ts'
import { replacePassword } from '../passwords/password.queries.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refuseTheirPassword } from '../passwords/refuse-password.ts'
import { confirmIdentity, confirmPassword } from '../second-step/confirm-identity.ts'
import type { SessionReader } from '../sessions/sessions.ts'
import { listOfAccount, rememberOnAccount } from '../trail/account-events.ts'
import { emailKey, findUser } from '../users.queries.ts'
import { isAddressTaken, readAccount, setEmail, setName } from './email-changes.queries.ts'

const taken = (): Refusal =>
  new Refusal('conflict', auth.messages.emailTaken, { fields: { email: auth.messages.emailTaken } })

/** Changes that people make to their own account, and its history. */
export const accountRoutes = (sessions: SessionReader): ServedRoute[] => [
  serve(auth.getAccount, async ({ platform, caller }) =>
    inProduct(platform.database, (db) => readAccount(db, caller.user.id, platform.clock()), { readOnly: true }),
  ),

  serve(auth.renameAccount, async ({ platform, request, caller: { user }, body }) => {
    const account = await inProduct(platform.database, async (db) => {
      await setName(db, user.id, body.name)
      if (body.name !== user.name) {
        await rememberOnAccount(
          db,
          { platform, request },
          { userId: user.id, action: 'name_changed', detail: body.name },
        )
      }
      return readAccount(db, user.id, platform.clock())
    })
    sessions.forget()
    return account
  }),

  serve(auth.changeEmail, async ({ platform, request, caller, body }) => {
    const { user } = caller
    const { email } = body
    if (email === user.email) {
      throw new Refusal('invalid', auth.messages.emailYours, { fields: { email: auth.messages.emailYours } })
    }
    await confirmIdentity({ platform, request, caller }, body)
    await limitMailsOfUser(platform, user.id, email)
    const now = platform.clock()
    return inProduct(platform.database, async (db) => {
      if (emailKey(email) !== emailKey(user.email) && (await isAddressTaken(db, email))) throw taken()
      await issueLink(db, links.confirmEmail, { userId: user.id, detail: { email }, now })
      await sendAccountMail(db, { kind: 'email-confirm', recipient: email, parameters: { userId: user.id }, now })
      await sendAccountMail(db, { kind: 'email-asked', recipient: user.email, parameters: { email }, now })
      await rememberOnAccount(db, { platform, request }, { userId: user.id, action: 'email_asked', detail: email })
      return readAccount(db, user.id, now)
    })
  }),

  serve(auth.cancelEmailChange, async ({ platform, caller }) =>
    inProduct(platform.database, async (db) => {
      await endLinks(db, { userId: caller.user.id }, links.confirmEmail)
      return readAccount(db, caller.user.id, platform.clock())
    }),
  ),

  serve(auth.confirmEmail, async ({ platform, request, body }) => {
    const now = platform.clock()
    const email = await inProduct(platform.database, async (db) => {
      const link = await useLink(db, { purposes: [links.confirmEmail], digest: digestOf(body.token), now })
      const user = link && (await findUser(db, link.userId))
      if (!user) throw new Refusal('gone', auth.messages.linkUsed)
      const { email: to } = link.detail
      if (!(await setEmail(db, user.id, to))) throw taken()
      await sendAccountMail(db, { kind: 'email-changed', recipient: user.email, parameters: { email: to }, now })
      const event = { userId: user.id, action: 'email_changed', detail: `${user.email} → ${to}` } as const
      await rememberOnAccount(db, { platform, request }, event)
      return to
    })
    sessions.forget()
    return { email }
  }),

  serve(auth.changePassword, async ({ platform, request, caller, body }) => {
    const { user } = caller
    await confirmPassword({ platform, request, caller }, body.current, 'current')
    await refuseTheirPassword(platform, user, body.password)
    const passwordHash = await hashPassword(body.password)
    const now = platform.clock()
    const ended = await inProduct(platform.database, async (db) => {
      const others = await replacePassword(db, { userId: user.id, passwordHash, now, keep: caller.sessionId })
      await sendAccountMail(db, {
        kind: 'password-changed',
        recipient: user.email,
        parameters: { userId: user.id },
        now,
      })
      await rememberOnAccount(db, { platform, request }, { userId: user.id, action: 'password_changed' })
      return others
    })
    sessions.forget()
    return { ended }
  }),

  serve(auth.listAccountEvents, async ({ platform, caller, query }) =>
    inProduct(platform.database, (db) => listOfAccount(db, caller.user.id, query.before), { readOnly: true }),
  ),
]
