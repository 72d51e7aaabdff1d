/** The members of the organization and their levels. It has no screen; it is a tab of the organization details. */

import { late } from '../../../ui/late.tsx'

/** Loaded when opened. */
export const UsersTab = late(() => import('./users-tab.tsx'))
