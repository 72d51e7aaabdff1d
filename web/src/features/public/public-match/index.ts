/** The public page where donors find their employer's policy and request a match. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.matchPage, frame: 'public', asks: true, load: () => import('./match-screen.tsx') },
]
