import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'

export const routes: readonly ScreenRoute[] = [
  { path: screens.campaigns, frame: 'organization', title: 'Campaigns', load: () => import('./campaigns-screen.tsx') },
  { path: screens.campaign, frame: 'organization', title: 'Campaign', load: () => import('./campaign-screen.tsx') },
]

export const CampaignDialog = lazyDialog(() => import('./campaign-dialog.tsx'))
