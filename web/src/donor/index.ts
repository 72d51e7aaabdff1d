/**
 * Donor pages that need the app. The server renders the page behind an email's button
 * (server/src/features/public/donor-pages), so it works on any phone and without scripts.
 */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.donorMatch, frame: 'public', load: () => import('./edit-match-page.tsx') },
]
