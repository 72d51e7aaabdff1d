/** Matches that wait for the nonprofit, to be verified or signed. */

import { screens } from '@twofold/contract'
import { lazy } from 'react'
import type { ScreenRoute } from '../../shell/screen-route.ts'

/** Somebody wants gifts verified. */
export const AskToVerifyDialog = lazy(() => import('./ask-dialog.tsx'))

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.verifications,
    frame: 'organization',
    title: 'To verify or sign',
    load: () => import('./verifications-screen.tsx'),
  },
]
