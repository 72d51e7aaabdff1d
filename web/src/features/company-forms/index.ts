/** The PDF form of a company, as our support keeps it: its file, and what of ours stands where. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.directoryForm, frame: 'portal', load: () => import('./company-form-screen.tsx') },
]
