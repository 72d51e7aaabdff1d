/**
 * People and their sessions. A session is a row: ending it works at once on every node. A password is only ever an
 * argon2id hash, a link only ever a digest.
 *
 * `sign-in/` joins the rooms below it: `passwords/`, `magic-link/`, `second-step/` (apps, passkeys, recovery codes) and
 * `sessions/`. `account/` is what a person changes of their own, `trail/` what they may read of what happened to it,
 * refusals among it, and `letters.ts` what they are told.
 */
import type { Room } from '../../../platform/services/room.ts'
import { authRoutes } from './auth.routes.ts'
import type { SessionReader } from './sessions/sessions.ts'

export { makeSuperUser } from './account/make-super-user.ts'
export { knownBrowsers } from './known-browser.ts'
export { accountLetters, sendAccountMail } from './letters.ts'
export { limitAccountMails } from './limits.ts'
export { hashPassword } from './passwords/passwords.ts'
export { confirmIdentity } from './second-step/confirm-identity.ts'
export { createSessionReader, openSession, type SessionReader } from './sessions/sessions.ts'
export { type Doors, issueTicket, openDownload } from './sessions/tickets.ts'
export { noteRefusal } from './trail/refusals.ts'
export { emailKey } from './users.queries.ts'

type Given = { readonly sessions: SessionReader }

export const authRoom = ({ sessions }: Given): Room => ({
  routes: authRoutes(sessions),
})
