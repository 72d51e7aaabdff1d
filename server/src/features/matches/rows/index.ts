/** Donations and matches as stored, and the locks under which they are read to be changed. */

export {
  type ArrivingRow,
  type ChargeIds,
  chargeIdsShape,
  decidedTypes,
  deductibleCents,
  factTypes,
  insertedTypes,
  isCombinedMatch,
  isExhausted,
  keyTypes,
  type MatchRow,
  maximumUsageOf,
  movedTypes,
  ownCents,
  storedMatch,
} from './match-row.ts'
export {
  cancelReevaluation,
  exhausted,
  listDonorsOf,
  listMergedWith,
  listReasonsBefore,
  lockDonations,
  lockDonationsOfDonors,
  lockForAction,
} from './matches.queries.ts'
