import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.dashboard, frame: 'portal', load: () => import('./dashboard-screen.tsx') },
]
