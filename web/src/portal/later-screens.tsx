import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../shell/screen-route.ts'

/** A screen that is not built yet: its place is kept, and says so in one sentence. */
const later = (title: string, sentence: string) => async () => {
  const { LaterScreen } = await import('./later-screen.tsx')
  return { default: () => <LaterScreen title={title} sentence={sentence} /> }
}

export const laterRoutes: readonly ScreenRoute[] = [
  {
    path: screens.previewNotification,
    frame: 'public',
    load: later('Notification preview', 'The preview is not built yet.'),
  },
]
