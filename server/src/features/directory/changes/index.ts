/** The log of changes of the directory: what was changed, what undoing restores, and whose gifts are evaluated again. */
export {
  type ChangeRow,
  findChange,
  findMergeActor,
  insertChanges,
  listChanges,
  listChangesOfFile,
  type MovedPlatform,
  type MovedRows,
  markUndone,
} from './changes.queries.ts'
export {
  cancelReevaluationOfMoved,
  deleteMoved,
  deleteUnmoved,
  enqueueGifts,
  enqueueGiftsOfCompany,
  isChangeUndone,
  listMovedGiftsOfDonors,
  listNextGifts,
  markMoved,
  updateMovingCount,
} from './gift-moves.queries.ts'
export {
  type DirectoryChangeContext,
  type DirectoryTransaction,
  giftsDelaySeconds,
  giftsQueue,
  type Made,
  recordChange,
  reevaluationDelaySeconds,
  reevaluationQueue,
} from './record-change.ts'
