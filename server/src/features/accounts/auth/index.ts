/** A session is a row, so ending it takes effect on every node at once. Links are stored only as digests. */
import type { Feature } from '../../../platform/services/feature.ts'
import { authRoutes } from './auth.routes.ts'
import type { SessionReader } from './sessions/sessions.ts'

export { makeSuperUser } from './account/make-super-user.ts'
export { accountEmails, sendAccountMail } from './account-emails.ts'
export { recordRefusal } from './account-events/refusals.ts'
export { knownBrowsers } from './known-browser.ts'
export { limitAccountMails } from './limits.ts'
export { hashPassword } from './passwords/passwords.ts'
export { confirmIdentity } from './second-step/confirm-identity.ts'
export { createSessionReader, openSession, type SessionReader } from './sessions/sessions.ts'

type AuthServices = { readonly sessions: SessionReader }

export const authFeature = ({ sessions }: AuthServices): Feature => ({
  routes: authRoutes(sessions),
})
