/** A donation is identified by its key: its transaction, or else its donor, day and amount. */

export {
  digestOf,
  donationKeyOf,
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
  separateRequested,
  withDonationKeys,
  withSeparateKey,
} from './donation-keys.ts'
export type { KnownFacts } from './known-facts.queries.ts'
export {
  blankDonation,
  blankDonor,
  blankUpdate,
  type ContactStop,
  type DonationUpdate,
  type NewDonation,
  type NewDonor,
} from './new-donation.ts'
export type { SimilarDonation } from './probable-duplicates.queries.ts'
export { findProbableDuplicates } from './probable-duplicates.ts'
