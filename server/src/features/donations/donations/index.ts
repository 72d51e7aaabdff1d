/**
 * A donation is identified by its key and recorded once. `donationColumns` defines its columns; matches are in
 * `features/matches`.
 */

import { type Feature, toOwner } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { bulkQueue } from './bulk/bulk-change.ts'
import { runBulkChange } from './bulk/run-bulk.ts'
import { donationChangingRoutes } from './change-donations.routes.ts'
import { createFileSender } from './csv-file.ts'
import { donationReadingRoutes } from './donations.routes.ts'
import { runRequestExpiry } from './expire-requests.ts'
import { layoutRoutes } from './list-layout.routes.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { noteRoutes } from './notes.routes.ts'
import { createOwnerReader } from './owner.queries.ts'
import { reportFileRoutes } from './reports/files/report-files.routes.ts'
import { reportFileQueue } from './reports/files/request-report-file.ts'
import { runReportFileExpiry, writeReportFile } from './reports/files/write-file.ts'
import { mailingRoutes } from './reports/mailings/mailings.routes.ts'
import { serveReportUnsubscribePages } from './reports/mailings/serve-unsubscribe-pages.ts'
import { findOrganizationOfReport } from './reports/reports.queries.ts'
import { reportRoutes } from './reports/reports.routes.ts'

export { requireActionAllowed } from './action-permissions.ts'
export {
  applyGiftUpdates,
  isWithEmployer,
  listFilledBlanks,
  matchProgressReason,
  type SelectedGiftUpdate,
  undoGiftUpdates,
} from './apply-gift-updates.ts'
export { presentUndo, recordingContextOf } from './change-donation.ts'
export { createFileSender } from './csv-file.ts'
export { deleteImportedDonations } from './delete-imported-donations.ts'
export { distinguishDonors, withoutAddress } from './distinguish-donors.ts'
export {
  digestOf,
  donorKeyOf,
  type ExistingKeys,
  emailKeyOf,
  findExistingKeys,
  findKnownFacts,
  isExisting,
  isTransactionOf,
  type KeyedDonation,
  keyOfTransaction,
  saveClaim,
  withDonationKeys,
  withSeparateKey,
} from './donation-keys.ts'
export { findErased, isErasedDonor, recordErasedAddresses, refuseErased } from './erased-donors.ts'
export { everyDonation } from './export.queries.ts'
export type { KnownFacts } from './gift-updates.queries.ts'
export {
  blankDonation,
  blankDonor,
  blankUpdate,
  type DonationUpdate,
  type NewDonation,
} from './new-donation.ts'
export { listOwnAddresses } from './own-addresses.queries.ts'
export type { SimilarDonation } from './probable-duplicates.queries.ts'
export { findProbableDuplicates } from './probable-duplicates.ts'
export { saveContactFacts } from './record.queries.ts'
export { type RecordingContext, type RecordingResult, recordDonations, recordKeyed } from './record-donations.ts'
export { fileReadyEmail } from './reports/files/file-ready-email.ts'
export { fillReportEmailQueue } from './reports/mailings/enqueue-due-reports.ts'
export { reportEmail } from './reports/mailings/report-email.ts'
export { listReversals, refundedField, remainingCents, type StoredReversal } from './reversals.queries.ts'
export { hasUnusableAddress, isUnusableAddress } from './unusable-address.ts'
export { updateAllDonations } from './update-all-donations.ts'
export { updateDonations } from './update-donations.ts'

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
      ...reportRoutes({ directory }),
      ...mailingRoutes,
      ...reportFileRoutes({ authenticators, directory, sendFile }),
    ],
    pages: [serveReportUnsubscribePages],
    workers: [() => runReportFileExpiry(platform), () => runRequestExpiry(platform)],
    jobs: {
      [bulkQueue]: (data, signal) => runBulkChange({ platform, directory }, data, signal),
      [reportFileQueue]: (data, signal) => writeReportFile({ platform, directory }, data, signal),
    },
    owners: {
      donation: owners.organizationOf,
      report: async ([id]) =>
        id === undefined ? null : toOwner(await findOrganizationOfReport(platform.database, id)),
    },
  }
}
