import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.donations, frame: 'organization', title: 'Donations', load: () => import('./donations-screen.tsx') },
]
