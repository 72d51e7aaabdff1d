import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

const { help, helpUploading, helpStatuses, helpPayouts, helpEmails, whatsNew } = screens

/** The pages are short, so they load together. */
const load = () => import('./help-screen.tsx')

export const routes: readonly ScreenRoute[] = [
  help,
  helpUploading,
  helpStatuses,
  helpPayouts,
  helpEmails,
  whatsNew,
].map((path) => ({ path, frame: 'portal', load }))
