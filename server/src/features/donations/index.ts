/**
 * Gifts and their matches. A gift is known by its key and recorded once. A status is written only by the rules
 * (`recordDonations`, `updateDonations`, `judgeAgain`) and by `moveMatches`; every change leaves an event, in the same
 * transaction as the sums and the mails that follow from it.
 *
 * All of them take a transaction of `inTenant` and a context `{ platform, tenant, directory, actor, … }`, where actor
 * is `{ kind: 'system' | 'user' | 'donor' | 'import', userId }` and directory comes from `features.ts`.
 */
import type { Platform } from '../../platform/platform.ts'
import type { Room } from '../../platform/room.ts'
import type { Doors } from '../auth/index.ts'
import type { Directory } from '../companies/index.ts'
import { donationReadingRoutes } from './donations.routes.ts'
import { findOrganizationOfDonation } from './get-donation.ts'
import { runPassingTime } from './pass-time.ts'

export { type Actor, lockJudging } from './donations.queries.ts'
export { forgetEmployer } from './forget-employer.ts'
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
export { passTime } from './pass-time.ts'
export { type Preview, previewMatch } from './preview-match.ts'
export { type Recorded, type RecordingContext, recordDonations } from './record-donations.ts'
export { deleteImported } from './undo-recording.ts'
export { type Updated, updateDonations } from './update-donations.ts'

type Given = { readonly platform: Platform; readonly doors: Doors; readonly directory: Directory }

export const donationsRoom = ({ platform, doors, directory }: Given): Room => ({
  routes: donationReadingRoutes({ doors, directory }),
  owners: { donation: (id) => findOrganizationOfDonation(platform.database, id) },
  workers: [() => runPassingTime(platform, directory)],
})
