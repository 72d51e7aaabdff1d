/**
 * Gifts and their matches. A gift is known by its key and recorded once. A status is written only by the rules
 * (`recordDonations`, `updateDonations`, `judgeAgain`) and by `moveMatches`; every change leaves an event, in the same
 * transaction as the sums and the mails that follow from it.
 *
 * All of them take a transaction of `inTenant` and a context `{ platform, tenant, directory, actor, … }`, where actor
 * is `{ kind: 'system' | 'user' | 'donor' | 'import', userId }` and directory comes from `features.ts`.
 */
export { type Actor, lockJudging } from './donations.queries.ts'
export { donationReadingRoutes } from './donations.routes.ts'
export { forgetEmployer } from './forget-employer.ts'
export { findOrganizationOfDonation } from './get-donation.ts'
export { judgeAffected, type OrganizationChange } from './judge-affected.ts'
export { judgeAgain } from './judge-again.ts'
export type { JudgingContext } from './judge-donations.ts'
export { readFields } from './kept-fields.ts'
export { donorKeyOf, findKnownRows } from './known-gifts.ts'
export { type MovedMatch, moveMatches, type RequestedMove } from './move-matches.ts'
export {
  blankDonor,
  blankGiven,
  blankUpdate,
  type DonationUpdate,
  type NewDonation,
  type NewDonor,
} from './new-donation.ts'
export { passTime, runPassingTime } from './pass-time.ts'
export { type Preview, previewMatch } from './preview-match.ts'
export { type Recorded, type RecordingContext, recordDonations } from './record-donations.ts'
export { deleteImported } from './undo-recording.ts'
export { type Updated, updateDonations } from './update-donations.ts'
