import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.integrations, frame: 'portal', load: () => import('./integrations-screen.tsx') },
]
