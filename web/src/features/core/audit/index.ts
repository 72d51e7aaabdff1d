import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.audit, frame: 'organization', title: 'Audit Trail', load: () => import('./audit-screen.tsx') },
]
