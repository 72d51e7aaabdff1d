import { auth } from '@twofold/contract'
import { type Db, readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { newMessageId } from '../../../../platform/mail/transport.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { setName } from '../account/email-changes.queries.ts'
import { sendAccountMail } from '../account-emails.ts'
import { recordAccountEvent } from '../account-events/account-events.ts'
import { rememberBrowser } from '../known-browser.ts'
import { limitAccountMails } from '../limits.ts'
import type { SessionReader } from '../sessions/sessions.ts'
import { afterFirstStep, refuseDemoInProduction } from '../sign-in/sign-in.ts'
import { findPasswordLink, type LivePasswordLink, queueResetMail, usePasswordLink } from './password.queries.ts'
import { hashPassword } from './passwords.ts'
import { refuseGuessablePassword } from './refuse-password.ts'

export function passwordRoutes(sessions: SessionReader): ServedRoute[] {
  return [
    serve(auth.forgotPassword, async ({ platform, request, body }) => {
      await limitAccountMails(platform, request, body.email)
      const messageId = newMessageId()
      await withoutTenant(platform.database, (db) =>
        queueResetMail(db, { email: body.email, messageId, now: platform.clock() }),
      )
      return { message: auth.messages.resetSent }
    }),

    serve(auth.getPasswordLink, async ({ platform, body }) => (await getLink(platform, body.token)).about),

    serve(auth.resetPassword, async ({ platform, request, reply, body }) => {
      const now = platform.clock()
      const { database } = platform
      const { owner, about } = await getLink(platform, body.token)
      const isFirst = about.kind === 'first'
      const name = (isFirst && body.name) || owner.name
      if (isFirst) refuseDemoInProduction(platform, owner.email)
      await refuseGuessablePassword(platform, { ...owner, name }, body.password)
      const passwordHash = await hashPassword(body.password)
      const isSet = await withoutTenant(database, async (db) => {
        if (!(await usePasswordLink(db, { digest: digestOf(body.token), now }, passwordHash))) return false
        const parameters = { userId: owner.id }
        if (!isFirst) await sendAccountMail(db, { kind: 'password-changed', recipient: owner.email, parameters, now })
        await recordAccountEvent(db, { platform, request }, { userId: owner.id, action: 'password_reset' })
        if (name !== owner.name) await setName(db, owner.id, name)
        return true
      })
      if (!isSet) throw linkUsed()
      sessions.forget()
      if (!isFirst) {
        // The link proved access to the mailbox.
        rememberBrowser(platform, { request, reply }, owner.id)
        return { ok: true } as const
      }
      const signedIn = await afterFirstStep(
        { platform, request, reply },
        { ...owner, name },
        { by: 'link', redirect: null },
      )
      return { ok: true, signed_in: signedIn } as const
    }),
  ]
}

const linkUsed = (): Refusal => new Refusal('gone', auth.messages.passwordLinkUsed)

async function getLink({ database, clock }: Platform, token: string): Promise<LivePasswordLink> {
  const find = (db: Db) => findPasswordLink(db, { digest: digestOf(token), now: clock() })
  const link = await withoutTenant(readOnly(database), find)
  if (!link) throw linkUsed()
  return link
}
