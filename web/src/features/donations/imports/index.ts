/** Files of gifts: chosen, mapped, looked over, run, undone. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'
import { lateDialog } from '../../../ui/late.tsx'

export const routes: readonly ScreenRoute[] = [
  { path: screens.uploads, frame: 'organization', title: 'Donations', load: () => import('./uploads-screen.tsx') },
]

/** Fetched when it is opened. */
export const UploadDialog = lateDialog(() => import('./upload-dialog.tsx'))
