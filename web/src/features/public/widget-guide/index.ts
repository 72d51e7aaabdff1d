import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.widgetGuide, frame: 'portal', load: () => import('./widget-guide-screen.tsx') },
]
