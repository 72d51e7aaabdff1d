import { randomUUID } from 'node:crypto'
import { auth } from '@twofold/contract'
import { inProduct } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { digestOf } from '../../../platform/secrets.ts'
import { sendAccountMail } from '../letters.ts'
import { limitAccountMails } from '../limits.ts'
import type { SessionReader } from '../sessions/sessions.ts'
import { rememberOnAccount } from '../trail/account-events.ts'
import { findOwnerOfPasswordLink, queueResetMail, usePasswordLink } from './password.queries.ts'
import { hashPassword } from './passwords.ts'
import { refuseTheirPassword } from './refuse-password.ts'

/** "Forgot password" and what its mail leads to. */
export function passwordRoutes(sessions: SessionReader): ServedRoute[] {
  return [
    serve(auth.forgotPassword, async ({ platform, request, body }) => {
      await limitAccountMails(platform, request.ip, body.email)
      const messageId = `${randomUUID()}@mail.twofold.example`
      await inProduct(platform.database, (db) =>
        queueResetMail(db, { email: body.email, messageId, now: platform.clock() }),
      )
      return { message: auth.messages.resetSent }
    }),

    serve(auth.resetPassword, async ({ platform, request, body }) => {
      const now = platform.clock()
      const tokenHash = digestOf(body.token)
      const { database } = platform
      const owner = await inProduct(database, (db) => findOwnerOfPasswordLink(db, tokenHash, now), { readOnly: true })
      if (!owner) throw new Refusal('gone', auth.messages.linkUsed)
      await refuseTheirPassword(platform, owner, body.password)
      const passwordHash = await hashPassword(body.password)
      const isSet = await inProduct(database, async (db) => {
        if (!(await usePasswordLink(db, { tokenHash, passwordHash, now }))) return false
        const parameters = { userId: owner.id }
        await sendAccountMail(db, { kind: 'password-changed', recipient: owner.email, parameters, now })
        await rememberOnAccount(db, { platform, request }, { userId: owner.id, action: 'password_reset' })
        return true
      })
      if (!isSet) throw new Refusal('gone', auth.messages.linkUsed)
      sessions.forget()
      return { ok: true } as const
    }),
  ]
}
