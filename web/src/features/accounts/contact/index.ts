import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.contact, frame: 'public', asks: true, load: () => import('./contact-screen.tsx') },
]
