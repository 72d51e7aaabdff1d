/** Who works in the organization, and what they may do there. Has no screen of its own: it is a tab of the details. */

import { late } from '../../../ui/late.tsx'

/** Fetched when it is opened. */
export const UsersTab = late(() => import('./users-tab.tsx'))
