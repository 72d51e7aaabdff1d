/** Donations are recorded once, updated and deleted here, and nowhere else. */

export {
  applyGiftUpdates,
  isWithEmployer,
  listFilledBlanks,
  matchProgressReason,
  type SelectedGiftUpdate,
  undoGiftUpdates,
} from './apply-gift-updates.ts'
export { deleteOrphanedDonors } from './change.queries.ts'
export { deleteImportedDonations } from './delete-imported-donations.ts'
export { saveContactFacts } from './record.queries.ts'
export { type RecordingResult, recordDonations, recordKeyed } from './record-donations.ts'
export { type RecordingContext, recordingContextOf } from './recording-context.ts'
export { listReversals, refundedField, remainingCents, type StoredReversal } from './reversals.queries.ts'
export { updateAllDonations } from './update-all-donations.ts'
export { updateDonations } from './update-donations.ts'
