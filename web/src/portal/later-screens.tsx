import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../shell/screen-route.ts'

/** A screen that is not built yet: its place is kept, and says so in one sentence. */
const later = (title: string, sentence: string) => async () => {
  const { LaterScreen } = await import('./later-screen.tsx')
  return { default: () => <LaterScreen title={title} sentence={sentence} /> }
}

const templatesLater = 'Email templates can’t be changed here yet: every email uses its default text.'

export const laterRoutes: readonly ScreenRoute[] = [
  { path: screens.emailTemplates, frame: 'portal', load: later('Email Template Selection', templatesLater) },
  {
    path: screens.emailCustomization,
    frame: 'organization',
    title: 'Email Customization',
    missing: 'Please Select an Organization From above',
    load: later('Email Customization', templatesLater),
  },
  { path: screens.billing, frame: 'portal', load: later('Billing', 'Plans and billing are not built yet.') },
  {
    path: screens.previewNotification,
    frame: 'public',
    load: later('Notification preview', 'The preview is not built yet.'),
  },
]
