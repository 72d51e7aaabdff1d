import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.emailTemplates,
    frame: 'organization',
    title: 'Email Template Selection',
    load: () => import('./template-list-screen.tsx'),
  },
  {
    path: screens.emailCustomization,
    frame: 'organization',
    title: 'Email Customization',
    // Importing the contract's messages would add them to the first screen's bundle.
    missing: 'Please Select an Organization From above',
    load: () => import('./customization-screen.tsx'),
  },
]
