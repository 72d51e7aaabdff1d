import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: screens.scheduledEmails,
    frame: 'organization',
    title: 'Scheduled emails',
    load: () => import('./schedule-screen.tsx'),
  },
]
