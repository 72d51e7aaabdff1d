import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.webhooks, frame: 'organization', title: 'Webhooks', load: () => import('./webhooks-screen.tsx') },
]
