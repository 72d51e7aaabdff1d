/** Help for the portal's users, and what changed in the product. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.help, frame: 'portal', load: () => import('./first-steps-screen.tsx') },
  { path: screens.helpUploading, frame: 'portal', load: () => import('./uploading-screen.tsx') },
  { path: screens.helpStatuses, frame: 'portal', load: () => import('./statuses-screen.tsx') },
  { path: screens.helpPayouts, frame: 'portal', load: () => import('./payouts-screen.tsx') },
  { path: screens.helpEmails, frame: 'portal', load: () => import('./emails-screen.tsx') },
  { path: screens.whatsNew, frame: 'portal', load: () => import('./whats-new-screen.tsx') },
]
