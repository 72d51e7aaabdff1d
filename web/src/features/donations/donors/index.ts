import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.donors, frame: 'organization', title: 'Donors', load: () => import('./donors-screen.tsx') },
  {
    path: screens.doNotEmail,
    frame: 'organization',
    title: 'Do not email',
    load: () => import('./suppressions-screen.tsx'),
  },
  { path: screens.donor, frame: 'organization', title: 'Donor', load: () => import('./donor-screen.tsx') },
]
