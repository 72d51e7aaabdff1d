/**
 * People and their sessions. A session is a row: ending it works at once on every node. A password is only ever an
 * argon2id hash, a link only ever a digest.
 */
import type { Room } from '../../platform/room.ts'
import { authRoutes } from './auth.routes.ts'
import type { SessionReader } from './sessions.ts'

export { accountMailQueue, magicLinkMinutes, sendAccountMail } from './account-mails.ts'
export { emailKey } from './auth.queries.ts'
export { limitAccountMails } from './limits.ts'
export { makeSuperUser } from './make-super-user.ts'
export { hashPassword } from './passwords.ts'
export { noteRefusal } from './refusals.ts'
export { createSessionReader, openSession, type SessionReader } from './sessions.ts'
export { type Doors, issueTicket, openDownload } from './tickets.ts'

export const authRoom = ({ sessions }: { readonly sessions: SessionReader }): Room => ({ routes: authRoutes(sessions) })
