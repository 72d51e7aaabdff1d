/** Employers that nobody recognized, for our support to settle. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.review, frame: 'portal', load: () => import('./review-screen.tsx') },
]
