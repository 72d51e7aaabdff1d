/** Coming in, staying in, and one's own account. The entrances load small: decision 15. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.login, frame: 'entrance', load: () => import('./login-screen.tsx') },
  { path: screens.magicLink, frame: 'entrance', load: () => import('./magic-link-screen.tsx') },
  { path: screens.confirmEmail, frame: 'entrance', load: () => import('./confirm-email-screen.tsx') },
  { path: screens.resetPassword, frame: 'entrance', load: () => import('./reset-password-screen.tsx') },
  { path: screens.account, frame: 'portal', load: () => import('./account-screen.tsx') },
]

export { KeptWords } from './kept-words.tsx'
export { SessionCare } from './session-care.tsx'
