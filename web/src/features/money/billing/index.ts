import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.billing, frame: 'organization', title: 'Billing', load: () => import('./billing-screen.tsx') },
  { path: screens.invoice, frame: 'organization', title: 'Invoice', load: () => import('./invoice-screen.tsx') },
]
