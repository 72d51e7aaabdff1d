/** The screens of signing in: apart from the room’s door, so that the first screen comes without the frame. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.login, frame: 'entrance', load: () => import('./login-screen.tsx') },
  { path: screens.magicLink, frame: 'entrance', load: () => import('./magic-link-screen.tsx') },
  { path: screens.confirmEmail, frame: 'entrance', load: () => import('./confirm-email-screen.tsx') },
  { path: screens.resetPassword, frame: 'entrance', load: () => import('./reset-password-screen.tsx') },
  { path: screens.account, frame: 'portal', load: () => import('./account-screen.tsx') },
]
