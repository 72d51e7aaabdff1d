/** The members of the organization and their levels. It has no screen; it is a tab of the organization details. */

import { lazyComponent } from '../../../ui/lazy.tsx'

/** Loaded when opened. */
export const UsersTab = lazyComponent(() => import('./users-tab.tsx'))
