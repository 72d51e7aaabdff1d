import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.stripeSetup, frame: 'portal', load: () => import('./stripe-setup-screen.tsx') },
]
