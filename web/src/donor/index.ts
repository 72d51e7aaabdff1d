/** Donor pages that need the app. The server renders the rest, which work without scripts. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.donorMatch, frame: 'public', load: () => import('./edit-match-page.tsx') },
]
