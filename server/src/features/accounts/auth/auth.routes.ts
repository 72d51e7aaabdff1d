import type { ServedRoute } from '../../../platform/http/serve.ts'
import { accountRoutes } from './account/account.routes.ts'
import { linkRequestRoutes } from './magic-link/link-request.routes.ts'
import { magicLinkRoutes } from './magic-link/magic-link.routes.ts'
import { passwordRoutes } from './passwords/password.routes.ts'
import { factorRoutes } from './second-step/factors.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import type { SessionReader } from './sessions/sessions.ts'
import { loginRoutes } from './sign-in/login.routes.ts'
import { passkeySignInRoutes } from './sign-in/passkey-sign-in.routes.ts'
import { secondStepRoutes } from './sign-in/second-step.routes.ts'

export const authRoutes = (sessions: SessionReader): ServedRoute[] => [
  ...loginRoutes,
  ...magicLinkRoutes,
  ...passkeySignInRoutes,
  ...linkRequestRoutes,
  ...passwordRoutes(sessions),
  ...sessionRoutes(sessions),
  ...secondStepRoutes,
  ...factorRoutes,
  ...accountRoutes(sessions),
]
