/**
 * Donations: recording, changing and displaying gifts. Their matches are in `features/matches`. A donation is
 * identified by its key and recorded once. `donationColumns` defines its columns.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import { ownerBy, type Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { bulkQueue } from './bulk/bulk-change.ts'
import { runBulkChange } from './bulk/run-bulk.ts'
import { donationChangingRoutes } from './change-donations.routes.ts'
import { createFileSender } from './csv-file.ts'
import { donationReadingRoutes } from './donations.routes.ts'
import { layoutRoutes } from './list-layout.routes.ts'
import { noteRoutes } from './notes.routes.ts'
import { createOwnerReader } from './owner.queries.ts'
import { reportFileQueue } from './reports/files/ask-for-file.ts'
import { reportFileRoutes } from './reports/files/report-files.routes.ts'
import { runRemovingFiles, writeReportFile } from './reports/files/write-file.ts'
import { mailingRoutes } from './reports/mailings/mailings.routes.ts'
import { serveStopPages } from './reports/mailings/serve-stop-pages.ts'
import { findOrganizationOfReport } from './reports/reports.queries.ts'
import { reportRoutes } from './reports/reports.routes.ts'

export { contextOf, undoOf, type Writing } from './change-donation.ts'
export { createFileSender } from './csv-file.ts'
export { findErased, isErasedDonor, refuseErased, rememberErased } from './erased-donors.ts'
export { everyDonation } from './export.queries.ts'
export {
  digestOf,
  donorKeyOf,
  findHere,
  findKnownFacts,
  isHere,
  isTransactionOf,
  type KeyedDonation,
  keepClaim,
  keyOfTransaction,
  keysOf,
  mailboxKeyOf,
} from './known-donations.ts'
export {
  blankDonor,
  blankGiven,
  blankUpdate,
  type DonationUpdate,
  type NewDonation,
} from './new-donation.ts'
export type { KnownFacts } from './news.queries.ts'
export { applyNews, blanksFilled, type DonationNews, isWithEmployer, undoNews } from './news-of-donations.ts'
export { hasNoAddress, isNoAddress } from './no-address.ts'
export { listOwnAddresses } from './own-addresses.queries.ts'
export { refusePress } from './press.ts'
export type { SimilarGift } from './probable-gifts.queries.ts'
export { findProbableGifts } from './probable-gifts.ts'
export { keepContactFacts } from './record.queries.ts'
export { type Recorded, type RecordingContext, recordDonations, recordKeyed } from './record-donations.ts'
export { fileLetter } from './reports/files/file-letter.ts'
export { reportLetter } from './reports/mailings/report-letter.ts'
export { fillReportLetters } from './reports/mailings/send-reports.ts'
export { type KeptReversal, listReversals, remaining } from './reversals.queries.ts'
export { tellPeopleApart, withoutAddress } from './tell-people-apart.ts'
export { deleteImported } from './undo-recording.ts'
export { updateAll } from './update-all.ts'
export { updateDonations } from './update-donations.ts'

type Given = { readonly platform: Platform; readonly doors: Doors; readonly directory: Directory }

export function donationsRoom({ platform, doors, directory }: Given): Room {
  const sendFile = createFileSender()
  const owners = createOwnerReader(platform.database)
  return {
    routes: [
      ...donationReadingRoutes({ doors, directory, sendFile, owners }),
      ...donationChangingRoutes({ directory }),
      ...bulkRoutes({ doors, directory, sendFile }),
      ...noteRoutes,
      ...layoutRoutes,
      ...reportRoutes({ directory }),
      ...mailingRoutes,
      ...reportFileRoutes({ doors, directory, sendFile }),
    ],
    pages: [serveStopPages],
    workers: [() => runRemovingFiles(platform)],
    jobs: {
      [bulkQueue]: (data, signal) => runBulkChange({ platform, directory }, data, signal),
      [reportFileQueue]: (data, signal) => writeReportFile({ platform, directory }, data, signal),
    },
    owners: {
      donation: owners.organizationOf,
      report: async ([id]) =>
        id === undefined ? null : ownerBy(await findOrganizationOfReport(platform.database, id)),
    },
  }
}
