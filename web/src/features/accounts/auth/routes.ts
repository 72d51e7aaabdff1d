/** Separate from `index.ts`, so the first screen loads without the portal frame. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.login, frame: 'entrance', load: () => import('./login-screen.tsx') },
  { path: screens.magicLink, frame: 'entrance', load: () => import('./magic-link-screen.tsx') },
  { path: screens.confirmEmail, frame: 'entrance', load: () => import('./confirm-email-screen.tsx') },
  { path: screens.resetPassword, frame: 'entrance', load: () => import('./reset-password-screen.tsx') },
  { path: screens.account, frame: 'portal', load: () => import('./account-screen.tsx') },
]
