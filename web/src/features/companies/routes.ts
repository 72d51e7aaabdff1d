/** The screens of companies. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.companies, frame: 'portal', load: () => import('./companies-screen.tsx') },
  { path: screens.company, frame: 'organization', title: 'Company', load: () => import('./company-screen.tsx') },
  { path: screens.publicCompanies, frame: 'public', asks: true, load: () => import('./public-companies-screen.tsx') },
]
