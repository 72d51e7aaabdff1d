import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

/** Separate file: a build includes the screens of every route that its files reference. */
export const publicRoutes: readonly ScreenRoute[] = [
  {
    path: screens.publicCompanies,
    frame: 'public',
    asks: true,
    load: () => import('./companies/public-companies-screen.tsx'),
  },
]
