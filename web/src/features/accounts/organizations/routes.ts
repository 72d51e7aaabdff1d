/** Separate from `index.ts`, so the first screen loads without the portal frame. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.organizationDetails,
    frame: 'portal',
    load: () => import('./details/organization-details-screen.tsx'),
  },
]
