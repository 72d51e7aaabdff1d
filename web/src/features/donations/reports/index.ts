import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.reports, frame: 'organization', title: 'Reports', load: () => import('./reports-screen.tsx') },
  {
    path: screens.statistics,
    frame: 'organization',
    title: 'Statistics',
    load: () => import('./statistics/statistics-screen.tsx'),
  },
]
