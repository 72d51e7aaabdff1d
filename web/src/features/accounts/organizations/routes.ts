/** The screens of the organization’s details: apart from the room’s door, so that the first screen comes without the frame. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.organizationDetails,
    frame: 'portal',
    load: () => import('./details/organization-details-screen.tsx'),
  },
]
