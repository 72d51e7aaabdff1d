/** Who works in the organization, and what they may do there. Has no screen of its own: it is a tab of the details. */

import { lazy } from 'react'

/** Fetched when it is opened. */
export const UsersTab = lazy(() => import('./users-tab.tsx'))
