import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

/** In a file of its own: a build contains the screens of every route that its files name. */
export const publicRoutes: readonly ScreenRoute[] = [
  {
    path: screens.publicCompanies,
    frame: 'public',
    asks: true,
    load: () => import('./companies/public-companies-screen.tsx'),
  },
]
