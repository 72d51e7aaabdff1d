/**
 * Accounts and their sessions. A session is a row, so ending it takes effect on every node at once. Passwords are
 * stored only as argon2id hashes, links only as digests.
 *
 * `sign-in/` combines the features below it: `passwords/`, `magic-link/`, `second-step/` (apps, passkeys, recovery
 * codes) and `sessions/`. `account/` contains changes by the owner, `trail/` the account's history including
 * refusals, and `letters.ts` the mails.
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
