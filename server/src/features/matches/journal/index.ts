/** The state of matches before an operation, kept as long as it can be undone. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { runJournalExpiry } from './expire-journal.ts'

export {
  closeJournalRows,
  type DonorAction,
  directoryJournalDays,
  findDonorAction,
  findOrganizationInJournal,
  importOperation,
  type JournaledStatus,
  type JournalRow,
  listChangedSince,
  listDonorActions,
  listJournal,
  listNextInJournal,
  markMovedOn,
  matchProgressOperation,
  moneyReceivedOperation,
  type Operation,
  recordBeforeImages,
  staffUndoMs,
  takeJournaledStatus,
} from './journal.queries.ts'

export const journalFeature = ({ platform }: { readonly platform: Platform }): Feature => ({
  workers: [() => runJournalExpiry(platform)],
})
