/** Help for the portal's users, and what changed in the product. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../../shared/screen-route.ts'

const { help, helpUploading, helpStatuses, helpPayouts, helpEmails, whatsNew } = screens

/** All pages are short and load together. */
const load = () => import('./help-screen.tsx')

export const routes: readonly ScreenRoute[] = [
  help,
  helpUploading,
  helpStatuses,
  helpPayouts,
  helpEmails,
  whatsNew,
].map((path) => ({ path, frame: 'portal', load }))
