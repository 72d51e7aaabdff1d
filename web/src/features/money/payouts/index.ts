import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.payouts, frame: 'organization', title: 'Payouts', load: () => import('./payouts-screen.tsx') },
  { path: screens.payout, frame: 'organization', title: 'Payout', load: () => import('./payout-screen.tsx') },
  {
    path: screens.expectedMoney,
    frame: 'organization',
    title: 'Expected money',
    load: () => import('./expected-money-screen.tsx'),
  },
  { path: screens.bankLines, frame: 'organization', title: 'Bank deposits', load: () => import('./bank-screen.tsx') },
  {
    path: screens.waitingPayouts,
    frame: 'organization',
    title: 'Lines to review',
    load: () => import('./line-review-screen.tsx'),
  },
]
