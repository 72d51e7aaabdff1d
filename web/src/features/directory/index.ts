/** The company directory as our support keeps it: companies, their policies, and what was changed. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.directory, frame: 'portal', load: () => import('./directory-screen.tsx') },
  { path: screens.directoryCompany, frame: 'portal', load: () => import('./company-screen.tsx') },
]
