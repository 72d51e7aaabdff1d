import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'

export const routes: readonly ScreenRoute[] = [
  { path: screens.uploads, frame: 'organization', title: 'Donations', load: () => import('./uploads-screen.tsx') },
]

export const UploadDialog = lazyDialog(() => import('./upload-dialog.tsx'))
