import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.previewNotification, frame: 'public', asks: true, load: () => import('./sent-mail-screen.tsx') },
]
