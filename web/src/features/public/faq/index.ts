/** Questions and answers, about the very company and organization that a mail's link names. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.faq, frame: 'public', load: () => import('./faq-screen.tsx') },
]
