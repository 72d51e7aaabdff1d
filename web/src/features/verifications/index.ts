/** Matches that wait for the nonprofit, to be verified or signed. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'
import { lateDialog } from '../../ui/late.tsx'

/** Somebody wants gifts verified. */
export const AskToVerifyDialog = lateDialog(() => import('./ask-dialog.tsx'))

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.verifications,
    frame: 'organization',
    title: 'To verify or sign',
    load: () => import('./verifications-screen.tsx'),
  },
]
