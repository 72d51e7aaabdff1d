/** Email templates: which there are, how they do, and what a nonprofit says in them itself. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.emailTemplates,
    frame: 'organization',
    title: 'Email Template Selection',
    load: () => import('./selection-screen.tsx'),
  },
  {
    path: screens.emailCustomization,
    frame: 'organization',
    title: 'Email Customization',
    // The contract's messages of templates would come with the first screen.
    missing: 'Please Select an Organization From above',
    load: () => import('./customization-screen.tsx'),
  },
]
