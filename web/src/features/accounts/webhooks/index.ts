/** Where news of gifts are sent to, and what became of each delivery. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.webhooks, frame: 'organization', title: 'Webhooks', load: () => import('./webhooks-screen.tsx') },
]
