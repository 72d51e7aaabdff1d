import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.chapters, frame: 'organization', title: 'Chapters', load: () => import('./chapters-screen.tsx') },
]
