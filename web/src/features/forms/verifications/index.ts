import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.verifications,
    frame: 'organization',
    title: 'To verify or sign',
    load: () => import('./verifications-screen.tsx'),
  },
]
