/** The organization in hand as its people see it: which one, how it stands, and its details. Which one it is knows `shell/`. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.organizationDetails,
    frame: 'portal',
    load: () => import('./details/organization-details-screen.tsx'),
  },
]

export { ClosedBanner } from './closed-banner.tsx'
export { OrganizationPicker, pickedFrom } from './organization-picker.tsx'
export { OrganizationSwitcher, useSwitchOrganization } from './organization-switcher.tsx'
export { PrintHead } from './print-head.tsx'
export { SuperBanner } from './super-banner.tsx'
