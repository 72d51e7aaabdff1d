/**
 * The pages of donors that need the app. The page behind a mail's button is served whole by the server, so that it works on
 * any phone and without scripts: server/src/features/public/donor-pages.
 */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.donorMatch, frame: 'public', load: () => import('./edit-match-page.tsx') },
]
