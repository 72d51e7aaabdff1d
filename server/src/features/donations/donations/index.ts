/** The routes of donations: list, detail, changes by staff, bulk changes, messages and notes. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { createFileSender } from '../reports/index.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { bulkQueue } from './bulk/bulk-change.ts'
import { runBulkChange } from './bulk/run-bulk.ts'
import { donationChangingRoutes } from './change-donations.routes.ts'
import { donationReadingRoutes } from './donations.routes.ts'
import { runRequestExpiry } from './expire-requests.ts'
import { layoutRoutes } from './list/list-layout.routes.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { noteRoutes } from './notes.routes.ts'
import { createOwnerReader } from './owner.queries.ts'

export { requireActionAllowed } from './action-permissions.ts'
export { presentUndo } from './change-donation.ts'

type Dependencies = {
  readonly platform: Platform
  readonly authenticators: Authenticators
  readonly directory: Directory
}

export function donationsFeature({ platform, authenticators, directory }: Dependencies): Feature {
  const sendFile = createFileSender()
  const owners = createOwnerReader(platform.database)
  return {
    routes: [
      ...donationReadingRoutes({ authenticators, directory, sendFile, owners }),
      ...donationChangingRoutes({ directory }),
      ...bulkRoutes({ authenticators, directory, sendFile }),
      ...messageRoutes({ directory }),
      ...noteRoutes,
      ...layoutRoutes,
    ],
    workers: [() => runRequestExpiry(platform)],
    jobs: { [bulkQueue]: (data, signal) => runBulkChange({ platform, directory }, data, signal) },
    owners: { donation: owners.organizationOf },
  }
}
