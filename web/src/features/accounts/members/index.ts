/** Has no screen; it is a tab of the organization details. */

import { lazyComponent } from '../../../ui/lazy.tsx'

export const UsersTab = lazyComponent(() => import('./users-tab.tsx'))
