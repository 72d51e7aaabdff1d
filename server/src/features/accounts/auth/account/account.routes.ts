import { auth } from '@twofold/contract'
import { readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { deleteLinks, issueLink, redeemLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import { emailKey, findUser } from '../../../core/users/index.ts'
import { sendAccountMail } from '../account-emails.ts'
import { listEventsOfAccount, recordAccountEvent } from '../account-events/account-events.ts'
import { limitMailsOfUser } from '../limits.ts'
import { replacePassword } from '../passwords/password.queries.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refuseGuessablePassword } from '../passwords/refuse-password.ts'
import { confirmIdentity, confirmPassword } from '../second-step/confirm-identity.ts'
import type { SessionReader } from '../sessions/sessions.ts'
import { getAccount, isAddressTaken, setEmail, setName } from './email-changes.queries.ts'

const emailTaken = (): Refusal =>
  new Refusal('conflict', auth.messages.emailTaken, { fields: { email: auth.messages.emailTaken } })

export const accountRoutes = (sessions: SessionReader): ServedRoute[] => [
  serve(auth.getAccount, async ({ platform, caller }) =>
    withoutTenant(readOnly(platform.database), (db) => getAccount(db, caller.user.id, platform.clock())),
  ),

  serve(auth.renameAccount, async ({ platform, request, caller: { user }, body }) => {
    const account = await withoutTenant(platform.database, async (db) => {
      await setName(db, user.id, body.name)
      if (body.name !== user.name) {
        await recordAccountEvent(
          db,
          { platform, request },
          { userId: user.id, action: 'name_changed', detail: body.name },
        )
      }
      return getAccount(db, user.id, platform.clock())
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
    return withoutTenant(platform.database, async (db) => {
      if (emailKey(email) !== emailKey(user.email) && (await isAddressTaken(db, email))) throw emailTaken()
      await issueLink(db, links.confirmEmail, { userId: user.id, detail: { email }, now })
      await sendAccountMail(db, { kind: 'email-confirm', recipient: email, parameters: { userId: user.id }, now })
      await sendAccountMail(db, { kind: 'email-asked', recipient: user.email, parameters: { email }, now })
      await recordAccountEvent(db, { platform, request }, { userId: user.id, action: 'email_asked', detail: email })
      return getAccount(db, user.id, now)
    })
  }),

  serve(auth.cancelEmailChange, async ({ platform, caller }) =>
    withoutTenant(platform.database, async (db) => {
      await deleteLinks(db, { userId: caller.user.id }, links.confirmEmail)
      return getAccount(db, caller.user.id, platform.clock())
    }),
  ),

  serve(auth.confirmEmail, async ({ platform, request, body }) => {
    const now = platform.clock()
    const email = await withoutTenant(platform.database, async (db) => {
      const link = await redeemLink(db, { purposes: [links.confirmEmail], digest: digestOf(body.token), now })
      const user = link && (await findUser(db, link.userId))
      if (!user) throw new Refusal('gone', auth.messages.linkUsed)
      const { email: to } = link.detail
      if (!(await setEmail(db, user.id, to))) throw emailTaken()
      await sendAccountMail(db, { kind: 'email-changed', recipient: user.email, parameters: { email: to }, now })
      const event = { userId: user.id, action: 'email_changed', detail: `${user.email} → ${to}` } as const
      await recordAccountEvent(db, { platform, request }, event)
      return to
    })
    sessions.forget()
    return { email }
  }),

  serve(auth.changePassword, async ({ platform, request, caller, body }) => {
    const { user } = caller
    await confirmPassword({ platform, request, caller }, body.current, 'current')
    await refuseGuessablePassword(platform, user, body.password)
    const passwordHash = await hashPassword(body.password)
    const now = platform.clock()
    const ended = await withoutTenant(platform.database, async (db) => {
      const others = await replacePassword(db, { userId: user.id, passwordHash, now, keep: caller.sessionId })
      await sendAccountMail(db, {
        kind: 'password-changed',
        recipient: user.email,
        parameters: { userId: user.id },
        now,
      })
      await recordAccountEvent(db, { platform, request }, { userId: user.id, action: 'password_changed' })
      return others
    })
    sessions.forget()
    return { ended }
  }),

  serve(auth.listAccountEvents, async ({ platform, caller, query }) =>
    withoutTenant(readOnly(platform.database), (db) => listEventsOfAccount(db, caller.user.id, query.before)),
  ),
]
